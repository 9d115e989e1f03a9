/** F-04, F-05. A session in a few lines, made of its own sentences, under a heading for prior context. */

import { isFromAgent, type Message } from '../sessions/message.ts'
import { shortenLine } from '../text/shorten.ts'
import { contentWords, stem } from '../text/words.ts'
import { checkpointsIn } from './checkpoints.ts'
import { decisionsIn } from './extract/decisions.ts'
import { discoveriesIn } from './extract/discoveries.ts'
import { fixesIn } from './extract/fixes.ts'
import { lastTodos } from './extract/follow-ups.ts'
import { plain } from './extract/said.ts'
import { isSettledIn } from './extract/settled.ts'
import { proseSentences } from './prose.ts'
import { requestsIn } from './requests.ts'
import type { SummarySettings } from './settings.ts'
import { toolEventsOf } from './tool-events.ts'

const LINE_CHARS = 240

interface SessionSummary {
  readonly title: string
  readonly text: string
  readonly files: readonly string[]
}

/** Null for a session without a request. */
export function sessionSummary(
  settings: SummarySettings,
  messages: readonly Message[],
): SessionSummary | null {
  const requests = requestsIn(messages).map(({ text }) => text)
  const first = requests[0]
  if (first === undefined) return null
  const findings = [...fixesIn(messages), ...decisionsIn(messages), ...discoveriesIn(messages)]
    .filter(({ confidence }) => confidence >= settings.minConfidence)
    .filter(isSettledIn(messages))
  const files = changedFiles(messages)
  const open = (lastTodos(messages)?.todos ?? []).filter(
    ({ status }) => status === 'pending' || status === 'in-progress',
  )
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Asked for', spread(requests, settings.requests)],
    [
      'Decided and found out',
      findings.slice(0, settings.findings).map(({ type, content }) => `${type}: ${content}`),
    ],
    ['What was done', keySentences(messages, settings.sentences)],
    ['Reached', checkpointsIn(messages).map(({ title }) => title)],
    ['Left to do', open.map(({ text }) => text)],
    ['Files changed', files.slice(0, settings.files)],
  ]
  const body = sections
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([name, lines]) =>
        `### ${name}\n${lines.map((line) => `- ${shortenLine(line, LINE_CHARS)}`).join('\n')}`,
    )
    .join('\n\n')
  return {
    title: shortenLine(first, 80),
    text: withinLines(`## ${settings.heading}\n\n${body}`, settings.maxChars),
    files,
  }
}

/** The first, the last and an even choice of those between. */
function spread(items: readonly string[], count: number): string[] {
  if (items.length <= count) return [...items]
  if (count === 1) return items.slice(0, 1)
  const step = (items.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, i) => items[Math.round(i * step)] ?? '')
}

const REPORT =
  /\b(?:i(?:['’]ve| have)|now|fixed|added|updated|removed|implemented|created|works?|passes|done|complete[d]?|changed|refactored|renamed|moved)\b/i
const CHATTER =
  /\bi(?:['’]ll| will|['’]m going to| am going to)\b|:\s*$|^(?:let me|i['’]ll|now (?:let|i)|perfect|great|good|excellent|sure|you['’]re|ok|okay|looking)\b/i

/** Sentences in which the agent reports, those with the session's most frequent words first. */
function keySentences(messages: readonly Message[], count: number): string[] {
  const sentences = messages
    .filter(isFromAgent)
    .flatMap(({ text }) => proseSentences(text.slice(0, 20_000)))
    .filter(
      ({ masked, mood, text }) =>
        mood === 'statement' &&
        REPORT.test(masked) &&
        !CHATTER.test(masked) &&
        text.length >= 30 &&
        text.length <= 400,
    )
    .map(({ text }, place) => ({
      text: plain(text),
      place,
      words: contentWords(text).map(stem),
    }))
  const counts = new Map<string, number>()
  for (const { words } of sentences) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const weight = (words: readonly string[]) =>
    words.reduce((sum, word) => sum + Math.log2(1 + (counts.get(word) ?? 0)), 0) /
    Math.sqrt(words.length || 1)
  return [...new Map(sentences.map((it) => [it.text, it])).values()]
    .sort((a, b) => weight(b.words) - weight(a.words) || a.place - b.place)
    .slice(0, count)
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text)
}

function changedFiles(messages: readonly Message[]): string[] {
  return [...new Set(toolEventsOf(messages).flatMap(({ call }) => call.filesModified))]
}

/** Whole lines only: half a line misleads. */
function withinLines(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const cut = text.lastIndexOf('\n', maxChars)
  return text.slice(0, cut > 0 ? cut : maxChars)
}
