/** B-05, M-10. Words that exclude each other: choices of which one is taken, and opposites. */
import { stem } from '../text/words.ts'
import type { Term } from './statement.ts'
import { ALTERNATIVES, ANTONYMS } from './statement-words.ts'

const CHOICES = groupsOf(ALTERNATIVES)

/** Which groups a word is in. */
function groupsOf(groups: readonly ReadonlySet<string>[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const [index, group] of groups.entries()) {
    for (const word of group) found.set(word, [...(found.get(word) ?? []), index])
  }
  return found
}

interface Side {
  readonly row: number
  readonly side: number
}

const SIDES = new Map<string, Side[]>()
for (const [row, sides] of ANTONYMS.entries()) {
  for (const [side, words] of sides.entries()) {
    for (const word of words) {
      for (const key of new Set([word, stem(word)])) {
        SIDES.set(key, [...(SIDES.get(key) ?? []), { row, side }])
      }
    }
  }
}

/** True for a word of which one is chosen among others. */
export function isChoice(term: Term): boolean {
  return CHOICES.has(term.word)
}

/** What a word is chosen among, without itself. */
export function alternativesOf(word: string): string[] {
  const groups = CHOICES.get(word) ?? []
  return groups.flatMap((at) => [...(ALTERNATIVES[at] ?? [])]).filter((other) => other !== word)
}

/** True for two choices that exclude each other. */
export function isOneChoice(a: Term, b: Term): boolean {
  const mine = CHOICES.get(a.word)
  const theirs = mine && CHOICES.get(b.word)
  if (mine === undefined || theirs === undefined || a.word === b.word) return false
  return mine.some((group) => theirs.includes(group))
}

/** Long and short, and what a prefix turns round: signed and unsigned. */
export function areOpposites(a: Term, b: Term): boolean {
  return areSides(a, b) || isTurnedRound(a.word, b.word) || isTurnedRound(b.word, a.word)
}

function areSides(a: Term, b: Term): boolean {
  const mine = sidesOf(a)
  const theirs = mine && sidesOf(b)
  if (mine === undefined || theirs === undefined) return false
  return mine.some((one) =>
    theirs.some((other) => one.row === other.row && one.side !== other.side),
  )
}

function sidesOf({ word, key }: Term): readonly Side[] | undefined {
  return SIDES.get(word) ?? SIDES.get(key)
}

const MIN_STEM = 4

function isTurnedRound(plain: string, turned: string): boolean {
  if (plain.length < MIN_STEM || !turned.endsWith(plain)) return false
  return /^(?:un|non|in|im|dis|de)$/.test(turned.slice(0, turned.length - plain.length))
}

/** Whether any of these and any of those are tied in this way. */
export function haveOne(
  these: readonly Term[],
  those: readonly Term[],
  areTied: (a: Term, b: Term) => boolean,
): boolean {
  return these.some((a) => those.some((b) => areTied(a, b)))
}
