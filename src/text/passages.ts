/** RECALL "Passages", D-19. Long text in pieces that can be scored, embedded and shown alone. */
import { type Span, sentencesOf } from './sentences.ts'
import { splitsCharacter } from './well-formed.ts'

/** Longer texts are cut. Stored indexes and vectors are made with this: changing it needs a new schema. */
export const MAX_PASSAGE_CHARACTERS = 800

export type Passage = Span

/**
 * Passages follow one another without gap or overlap, so their texts joined are the text.
 * None is longer than the limit and none cuts a character in two.
 */
export function passagesOf(text: string, limit = MAX_PASSAGE_CHARACTERS): Passage[] {
  if (text === '') return []
  const passages: Passage[] = []
  let start = 0
  let end = 0
  for (const next of piecesOf(text, 0, text.length, limit, 0)) {
    if (next - start > limit) {
      passages.push({ start, end, text: text.slice(start, end) })
      start = end
    }
    end = next
  }
  passages.push({ start, end, text: text.slice(start, end) })
  return passages
}

/** Longer than this, a message was pasted rather than said. */
const MAX_SAID = 4000

/** What a person said, sentence by sentence; what is too long to have been typed, in passages. */
export function utterancesOf(text: string): Passage[] {
  if (text.length > MAX_SAID) return passagesOf(text)
  return sentencesOf(text).flatMap((sentence) =>
    sentence.text.length <= MAX_PASSAGE_CHARACTERS
      ? [sentence]
      : passagesOf(sentence.text).map(({ start, end, text: part }) => ({
          start: sentence.start + start,
          end: sentence.start + end,
          text: part,
        })),
  )
}

/** Where a text may be cut, the most natural place first; each gives the starts of its pieces. */
const CUTS: readonly ((text: string) => number[])[] = [
  (text) => Array.from(text.matchAll(/\n\s*\n/g), (gap) => gap.index + gap[0].length),
  (text) => Array.from(text.matchAll(/\n/g), (gap) => gap.index + 1),
  (text) => sentencesOf(text).map((sentence) => sentence.start),
  (text) => Array.from(text.matchAll(/\s+/g), (gap) => gap.index + gap[0].length),
]

/** The ends of the smallest pieces that need no further cut, in order. */
function* piecesOf(
  text: string,
  start: number,
  end: number,
  limit: number,
  level: number,
): Generator<number> {
  if (end - start <= limit) {
    yield end
    return
  }
  const cut = CUTS[level]
  if (cut === undefined) {
    yield* hardCuts(text, start, end, limit)
    return
  }
  let from = start
  for (const offset of cut(text.slice(start, end))) {
    const to = start + offset
    if (to <= from || to >= end || splitsCharacter(text, to)) continue
    yield* piecesOf(text, from, to, limit, level + 1)
    from = to
  }
  yield* piecesOf(text, from, end, limit, level + 1)
}

function* hardCuts(text: string, start: number, end: number, limit: number): Generator<number> {
  let from = start
  while (end - from > limit) {
    const to = from + limit
    from = splitsCharacter(text, to) ? to - 1 : to
    yield from
  }
  yield end
}
