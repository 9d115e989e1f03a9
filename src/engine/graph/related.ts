/** B-03, B-05. Finds the memories of its place that a new one repeats, corrects or contradicts. */
import { type Judgement, judgePair } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import { type Slot, slotOf } from '../../memory/slots.ts'
import { findGivenUp } from '../../memory/statement.ts'
import { EPISODIC_TYPES } from '../../memory/types.ts'
import type { Place } from '../../store/store.ts'
import { sentencesOf } from '../../text/sentences.ts'
import { tokensOf } from '../../text/tokens.ts'
import type { Engine } from '../engine.ts'

export interface Related {
  readonly memory: Memory
  readonly is: Judgement
  /** M-12. It was said after the new one: `is` tells what it is to that one. */
  readonly isLater?: boolean
}

/** How many of the stored memories that share rare words are looked at. */
const CANDIDATES = 12
/** How many that are about the same thing. */
const CANDIDATES_ABOUT_ONE = 24
const MAX_CHANGE_LENGTH = 1000
const MAX_CHANGES = 4
/** Minimum share of the shorter text's words for a close comparison. */
const MIN_OVERLAP = 0.25
/**
 * A text that shares so much is found for sure. What shares a third, as a correction in other words may,
 * escapes less than once in a hundred times, since each word that is looked up is one more chance.
 */
const CANDIDATE_SHARE = 0.75

/** Strongest relation first. */
export async function relatedMemories(
  engine: Engine,
  place: Place,
  memory: Memory,
): Promise<Related[]> {
  const title = tokensOf(memory.title)
  const content = tokensOf(memory.content)
  const words = new Set([...title, ...content])
  const { text } = engine.store
  const byWords = await text.sharingWords(place, tellingFirst(title, content), {
    share: CANDIDATE_SHARE,
    limit: CANDIDATES,
  })
  const candidates = new Map(byWords.map((candidate) => [candidate.id, candidate]))
  for (const { about, attribute } of slotsOf(memory)) {
    for (const any of [attribute.split(' '), []]) {
      const asked = { each: about, any, exceptTypes: EPISODIC_TYPES }
      const found = await text.holdingWords(place, asked, CANDIDATES_ABOUT_ONE)
      for (const candidate of found) candidates.set(candidate.id, candidate)
    }
  }
  for (const each of givenUpBy(memory)) {
    const asked = { each, any: [], exceptTypes: EPISODIC_TYPES }
    const found = await text.holdingWords(place, asked, CANDIDATES)
    for (const candidate of found) candidates.set(candidate.id, candidate)
  }
  return [...candidates.values()]
    .filter((candidate) => !candidate.held && !candidate.quarantined)
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > memory.createdAt)
    .filter((candidate) => overlap(words, wordsOf(candidate)) >= MIN_OVERLAP)
    .map((candidate) => judgeInOrder(engine, memory, candidate))
    .filter(({ is }) => is.relation !== 'distinct')
    .sort((a, b) => b.is.score - a.is.score || (a.memory.id < b.memory.id ? -1 : 1))
}

/** M-12. The later of two statements corrects the earlier, regardless of the order of reading. */
function judgeInOrder({ config }: Engine, memory: Memory, candidate: Memory): Related {
  const isLater = saidAt(candidate) > saidAt(memory)
  const is = isLater
    ? judgePair(candidate, memory, config.duplicates)
    : judgePair(memory, candidate, config.duplicates)
  return { memory: candidate, is, isLater: isLater && is.relation === 'corrected' }
}

/** F-07. When the words were said, or changed since. */
export function saidAt(memory: Memory): string {
  return memory.updatedAt === memory.createdAt ? memory.provenance.at : memory.updatedAt
}

/**
 * B-05. A change is often put in other words ("heads up, they moved the port of billing to 80"): other memories
 * about the same thing are compared too.
 */
function slotsOf({ content }: Memory): Slot[] {
  if (content.length > MAX_CHANGE_LENGTH) return []
  return sentencesOf(content)
    .slice(0, MAX_CHANGES)
    .flatMap(({ text }) => slotOf(text) ?? [])
}

/** M-10. "A was replaced by B": memories about A are compared, however little else they share. */
function givenUpBy({ content }: Memory): string[][][] {
  if (content.length > MAX_CHANGE_LENGTH) return []
  return findGivenUp(content)
    .givenUp.slice(0, MAX_CHANGES)
    .map((thing) => thing.map((term) => [term.word]))
}

/** B-03. Titles weigh more than contents, and long words are rarer than short ones. */
function tellingFirst(title: ReadonlySet<string>, content: ReadonlySet<string>): string[] {
  return [...title, ...[...content].sort((a, b) => b.length - a.length)]
}

function wordsOf({ title, content }: Memory): ReadonlySet<string> {
  return new Set([...tokensOf(title), ...tokensOf(content)])
}

/** What share of the shorter one's words the other has too. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a]
  let shared = 0
  for (const word of small) if (large.has(word)) shared += 1
  return shared / Math.max(small.size, 1)
}
