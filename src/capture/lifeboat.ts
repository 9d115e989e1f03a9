/**
 * F-03. What must not be lost when a session's context is compacted: the task, the decisions, the
 * open questions and the files in hand, all read off the messages.
 */

import { isFromAgent, isFromUser, type Message, type Todo } from '../sessions/message.ts'
import { shortenLine } from '../text/shorten.ts'
import { decisionsIn } from './extract/decisions.ts'
import { lastTodos } from './extract/follow-ups.ts'
import { isSettledIn } from './extract/settled.ts'
import { proseSentences } from './prose.ts'
import { requestsIn, taskAmong } from './requests.ts'
import type { LifeboatSettings } from './settings.ts'
import { toolEventsOf } from './tool-events.ts'

export interface Lifeboat {
  /** The task; null when nothing was requested. */
  readonly activeTask: string | null
  /** The latest things the user asked for, newest first. */
  readonly requests: readonly string[]
  readonly recentDecisions: readonly string[]
  readonly openQuestions: readonly string[]
  /** Latest first; changed ones before those that were only read. */
  readonly filesInHand: readonly string[]
  readonly todos: readonly Todo[]
}

export function lifeboatOf(settings: LifeboatSettings, messages: readonly Message[]): Lifeboat {
  const requests = requestsIn(messages)
  const asked = taskAmong(requests)
  const todos = (lastTodos(messages)?.todos ?? []).filter(({ status }) => status !== 'dropped')
  const current = todos.find(({ status }) => status === 'in-progress')?.text
  const line = (text: string) => shortenLine(text, settings.lineChars)
  return {
    activeTask: taskOf(asked === null ? null : line(asked), current),
    requests: requests
      .slice(-settings.requests)
      .reverse()
      .map(({ text }) => line(text)),
    recentDecisions: decisionsIn(messages)
      .filter(({ confidence }) => confidence >= settings.minConfidence)
      .filter(isSettledIn(messages))
      .map(({ content }) => line(content))
      .reverse()
      .slice(0, settings.decisions),
    openQuestions: openQuestionsOf(messages).map(line).slice(0, settings.questions),
    filesInHand: filesInHand(messages).slice(0, settings.files),
    todos,
  }
}

function taskOf(asked: string | null, current: string | undefined): string | null {
  if (current === undefined) return asked
  return asked === null ? current : `${current} (asked: ${asked})`
}

/**
 * Unanswered questions. The user's is answered once the agent speaks again; the agent's, asked
 * at the end of its turn, is answered by the next words of the user.
 */
function openQuestionsOf(messages: readonly Message[]): string[] {
  const open: string[] = []
  for (const [i, message] of messages.entries()) {
    if (isFromUser(message) && !hasLater(messages, i, isFromAgent))
      open.push(...questionsIn(message.text))
    if (isFromAgent(message) && !hasLater(messages, i, isFromUser)) {
      open.push(...questionsIn(lastParagraph(message.text)))
    }
  }
  const wondered = messages.filter(isFromAgent).flatMap(({ text }) => undecidedIn(text))
  return [...new Set([...open.reverse(), ...wondered.reverse()])]
}

function hasLater(
  messages: readonly Message[],
  index: number,
  is: (message: Message) => boolean,
): boolean {
  return messages.slice(index + 1).some((message) => is(message) && message.text.trim() !== '')
}

function questionsIn(text: string): string[] {
  return proseSentences(text)
    .filter(({ mood, masked }) => mood === 'question' || /\?\s*$/.test(masked))
    .map((sentence) => sentence.text.replace(/\s+/g, ' '))
}

/** Explicitly left open, by any speaker. */
function undecidedIn(text: string): string[] {
  return proseSentences(text)
    .filter(({ masked }) =>
      /\b(?:open question|to be decided|tbd|unclear (?:whether|if|how)|needs? (?:a )?(?:decision|your (?:input|decision|confirmation))|not (?:yet )?decided)\b/i.test(
        masked,
      ),
    )
    .map((sentence) => sentence.text.replace(/\s+/g, ' '))
}

function lastParagraph(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .slice(-2)
    .join('\n\n')
}

function filesInHand(messages: readonly Message[]): string[] {
  const events = toolEventsOf(messages).reverse()
  const changed = events.flatMap(({ call }) => call.filesModified)
  const read = events.flatMap(({ call }) => call.filesRead)
  const files = [...new Set([...changed, ...read])]
  const lasting = files.filter((file) => !TEMPORARY.test(file))
  return lasting.length > 0 ? lasting : files
}

const TEMPORARY = /^(?:\/private)?\/(?:tmp|var\/folders)\/|[\\/]AppData[\\/]Local[\\/]Temp[\\/]/i

/** The lifeboat as text for a prompt; empty when there is nothing to carry over. */
export function lifeboatText(lifeboat: Lifeboat): string {
  const list = (heading: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${heading}:`, ...items.map((item) => `- ${item}`)]
  const open = lifeboat.todos
    .filter(({ status }) => status !== 'done')
    .map(({ text, status }) => (status === 'in-progress' ? `${text} (in progress)` : text))
  const others = lifeboat.requests.filter((request) => !lifeboat.activeTask?.includes(request))
  return [
    ...(lifeboat.activeTask === null ? [] : [`Active task: ${lifeboat.activeTask}`]),
    ...list('Other requests', others),
    ...list('Recent decisions', lifeboat.recentDecisions),
    ...list('Open questions', lifeboat.openQuestions),
    ...list('To do', open),
    ...list('Files being worked on', lifeboat.filesInHand),
  ].join('\n')
}
