/** M-34. The passage that matters: the sentence with its neighbours, as much as fits. */
import { sentencesOf } from '../../text/sentences.ts'
import { splitsCharacter } from '../../text/well-formed.ts'
import type { EvidenceUnit } from './unit.ts'

const MAX_SAID_CHARACTERS = 280
const MAX_WRITTEN_CHARACTERS = 500
/** What stands beside the first quote says less. */
const MAX_BESIDE_CHARACTERS = 170

interface Quote {
  readonly text: string
  /** Whether the message says more than that. */
  readonly isCut: boolean
}

/** Following sentences first: a decision is explained after it is made. */
export function quoteOf(unit: EvidenceUnit, isFirst = true): Quote {
  const most = unit.kind === 'session' ? MAX_SAID_CHARACTERS : MAX_WRITTEN_CHARACTERS
  const limit = isFirst ? most : MAX_BESIDE_CHARACTERS
  const whole = unit.text.trim()
  if (whole.length <= limit) return { text: whole, isCut: false }
  const sentences = sentencesOf(unit.text)
  const first = sentences.findIndex(({ end }) => end > unit.start)
  if (first < 0) return { text: shorten(unit.text.slice(unit.start, unit.end), limit), isCut: true }
  let from = first
  let to = Math.max(
    first,
    sentences.findLastIndex(({ start }) => start < unit.end),
  )
  const lengthOf = (a: number, b: number) => (sentences[b]?.end ?? 0) - (sentences[a]?.start ?? 0)
  if (lengthOf(from, to) > limit) to = first
  while (to + 1 < sentences.length && lengthOf(from, to + 1) <= limit) to += 1
  // A sentence that announces what follows says nothing without it.
  while (to > first && ANNOUNCES.test(sentences[to]?.text ?? '')) to -= 1
  while (from > 0 && lengthOf(from - 1, to) <= limit) from -= 1
  const start = sentences[from]?.start ?? 0
  const isOpen = to + 1 < sentences.length && ANNOUNCES.test(sentences[to]?.text ?? '')
  const text = unit.text.slice(start, isOpen ? undefined : sentences[to]?.end)
  return { text: shorten(text.replace(LEFT_OVER, ''), limit), isCut: true }
}

/** What ended the sentence before, typed after a space. */
const LEFT_OVER = /^[.,;:!?)\]…]{1,3}\s+/

const ANNOUNCES = /:[*_]{0,3}$/
const LAST_WORD = /\s+\S{0,30}$/

/** Words stay whole where there are gaps between them. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = limit - 1
  const cut = text.slice(0, splitsCharacter(text, end) ? end - 1 : end)
  const isBetween = /\s/.test(text.charAt(cut.length))
  return `${(isBetween ? cut : cut.replace(LAST_WORD, '')).trimEnd()}…`
}
