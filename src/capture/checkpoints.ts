/** F-05. Checkpoints: tests green after red, a task done, a commit, a save on request. */

import { isFromUser, type Message } from '../sessions/message.ts'
import { shortenLine } from '../text/shorten.ts'
import { commandKind, commitMessage, errorLine, outcomeOf } from './commands.ts'
import { toolEventsOf } from './tool-events.ts'

type CheckpointKind = 'tests-pass' | 'task-done' | 'commit' | 'save'

export interface Checkpoint {
  readonly kind: CheckpointKind
  readonly title: string
  readonly messageId: string
  readonly at: string | null
  readonly files: readonly string[]
}

const TITLE_CHARS = 100
/** "Save this"; but "save this: …" and "save this to memory: …" ask for what they say to be remembered. */
const SAVE =
  /^\s*(?:please\s+)?(?:save (?:(?:this|that)(?!\s{0,3}:|\s(?:down\s)?(?:to|in|into)\s(?:your|the|long|memory|mneme|notes)\b)|our progress|a checkpoint|the (?:state|session))|checkpoint(?: this| here)?|remember (?:where we are|this point))\b/i

/** In the order of the stream. Running it twice over the same messages gives the same list. */
export function checkpointsIn(messages: readonly Message[]): Checkpoint[] {
  return [...testsPass(messages), ...commits(messages), ...tasksDone(messages), ...saves(messages)]
    .sort((a, b) => a.index - b.index)
    .map(({ index, ...rest }) => {
      const message = messages[index]
      return { ...rest, messageId: message?.messageId ?? '', at: message?.at ?? null }
    })
}

type Found = Omit<Checkpoint, 'messageId' | 'at'> & { readonly index: number }

function testsPass(messages: readonly Message[]): Found[] {
  let failure: string | null = null
  let files: string[] = []
  const found: Found[] = []
  for (const { call, result, answeredAt } of toolEventsOf(messages)) {
    files.push(...call.filesModified)
    if (call.command === null || result === null || commandKind(call.command) !== 'test') continue
    if (outcomeOf(result) === 'failed') {
      failure ??= errorLine(result.text, TITLE_CHARS) ?? 'a failing run'
      continue
    }
    if (failure !== null) {
      const title = shortenLine(`Tests pass again after: ${failure}`, TITLE_CHARS)
      found.push({ kind: 'tests-pass', title, index: answeredAt, files: [...new Set(files)] })
    }
    failure = null
    files = []
  }
  return found
}

function commits(messages: readonly Message[]): Found[] {
  let files: string[] = []
  return toolEventsOf(messages).flatMap(({ call, result, answeredAt }) => {
    files.push(...call.filesModified)
    if (call.command === null || result === null || commandKind(call.command) !== 'commit')
      return []
    if (outcomeOf(result) === 'failed' || /nothing to commit/.test(result.text)) return []
    const title = shortenLine(`Committed: ${commitMessage(call.command) ?? 'changes'}`, TITLE_CHARS)
    const found: Found = { kind: 'commit', title, index: answeredAt, files: [...new Set(files)] }
    files = []
    return [found]
  })
}

/** To-do items that were open in the previous list and are done now. */
function tasksDone(messages: readonly Message[]): Found[] {
  const open = new Set<string>()
  return messages.flatMap((message, index) =>
    (message.toolCalls ?? []).flatMap((call) => {
      const todos = call.todos ?? []
      const done = todos.filter(({ text, status }) => status === 'done' && open.has(text))
      for (const { text, status } of todos) {
        if (status === 'done' || status === 'dropped') open.delete(text)
        else open.add(text)
      }
      return done.map(({ text }): Found => {
        return {
          kind: 'task-done',
          title: shortenLine(`Done: ${text}`, TITLE_CHARS),
          index,
          files: [],
        }
      })
    }),
  )
}

function saves(messages: readonly Message[]): Found[] {
  return messages.flatMap((message, index) => {
    if (!isFromUser(message) || !SAVE.test(message.text)) return []
    return [{ kind: 'save', title: shortenLine(message.text, TITLE_CHARS), index, files: [] }]
  })
}
