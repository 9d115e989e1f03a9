/**
 * M-03. Where a message may hold another's words without a sign of it: behind a name and a place, and below a short first line that asks
 * for something or names something, and lays down nothing itself, in lines that do not speak for the person.
 * "Can our setup do this?", and below it "Always run the agent as its own user." A rule there waits for a yes.
 */
import { inlineLead } from './attribution.ts'
import { CUE_TABLES } from './cues/language.ts'
import { announcesOwn, needsText } from './pointing.ts'
import { mayLabelSpeaker } from './speaker-labels.ts'
import { MAX_VOICE_CHARACTERS, speaksForSelf } from './text-requests.ts'

interface Line {
  readonly text: string
  readonly start: number
}

export interface Stretch {
  readonly start: number
  readonly end: number
}

const MAX_FIRST_LINE_CHARACTERS = 120
const LIST_ITEM = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)])\s/
const SENTENCE_END = /(?<=[\p{L}\p{N})"”’][.!?]{1,3})\s+(?=\S)|(?<=[。！？])(?=\S)/u

/** The lines, and the blocks of neighbouring lines, that may be another's. */
export function doubtfulBlocks(message: string): Stretch[] {
  const lines = linesOf(message)
  return [...labelledLines(lines), ...blocksBelowRequest(lines)]
}

/** "Bob on the call: always …". */
function labelledLines(lines: readonly Line[]): Stretch[] {
  return lines.flatMap(({ text, start }) => {
    const lead = inlineLead(text)
    return lead !== null && mayLabelSpeaker(lead) ? [{ start, end: start + text.length }] : []
  })
}

function blocksBelowRequest(lines: readonly Line[]): Stretch[] {
  const first = lines.findIndex(({ text }) => text.trim() !== '')
  const request = lines[first]?.text ?? ''
  if (first === -1 || !asksOrNames(request)) return []
  const below = lines.slice(first + 1)
  const isAskedFor = needsText(request)
  // One sentence below another is how people add something.
  if (!isAskedFor && isOneSentence(below)) return []
  const blocks: Stretch[] = []
  let open: Stretch | undefined
  for (const { text, start } of below) {
    if (text.trim() === '') {
      open = undefined
      continue
    }
    const isOwn = isAskedFor ? GOES_ON.test(text) : speaksForPerson(text)
    if (open === undefined && isOwn) return blocks
    if (open !== undefined) blocks.pop()
    open = { start: open === undefined ? start : open.start, end: start + text.length }
    blocks.push(open)
  }
  return blocks
}

function isOneSentence(lines: readonly Line[]): boolean {
  const [only = '', ...more] = lines.flatMap(({ text }) =>
    text.trim() === '' ? [] : [text.trim()],
  )
  return more.length === 0 && !SENTENCE_END.test(only)
}

/** "And from now on …": the person adds something to what they asked. */
const GOES_ON =
  /^\s{0,4}(?:and|also|but|plus|und|auch|außerdem|et|aussi|y|también|e|também|anche|и|также)[,:]?\s/iu

/** One short sentence that lays nothing down and announces nothing of the person's. */
function asksOrNames(line: string): boolean {
  const words = line.trim()
  const isShort = words.length <= MAX_FIRST_LINE_CHARACTERS && !SENTENCE_END.test(words)
  if (!isShort || LIST_ITEM.test(line) || /[:：]$/.test(words) || inlineLead(words) !== null)
    return false
  return !announcesOwn(words) && !laysDown(words)
}

function laysDown(words: string): boolean {
  return CUE_TABLES.some((table) =>
    [table.standing, table.absolute, table.obligation, table.decision, table.explicit].some((cue) =>
      cue.test(words),
    ),
  )
}

/** The person's own addition: in their voice, announced by them, or one sentence that is to hold from here on. */
function speaksForPerson(line: string): boolean {
  const [first = '', ...more] = line.trim().slice(0, MAX_VOICE_CHARACTERS).split(SENTENCE_END)
  if (speaksForSelf(first) || /[:：]$/.test(line.trim())) return true
  return (
    more.length === 0 &&
    CUE_TABLES.some(({ standing, explicit }) => standing.test(first) || explicit.test(first))
  )
}

function linesOf(message: string): Line[] {
  let start = 0
  return message.split('\n').map((text) => {
    const line = { text, start }
    start += text.length + 1
    return line
  })
}
