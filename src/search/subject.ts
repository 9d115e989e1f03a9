/**
 * RECALL "Newer wins, but only against its own kind". A changed rule comes before the one it
 * replaced, and nothing else moves: only hits with a sentence about all of the query's subject
 * change places, among themselves.
 */
import * as z from 'zod'
import type { Timestamp } from '../clock.ts'
import { count, decimal, share } from '../setting.ts'
import { sentencesOf } from '../text/sentences.ts'
import { contentWords, STOP_WORDS, stem, words } from '../text/words.ts'

export const SubjectSettings = z.object({
  hits: count(20, 'Number of top hits that may be reordered'),
  likeness: share(0.95, 'Minimum share of the best sentence’s score to count as the same subject'),
  neighbourWeight: decimal(
    0.5,
    'Weight of adjacent words in the part `subject`, relative to separate words',
  ),
  ruleWeight: decimal(
    3,
    'Minimum weight of the part `subject` if a rule, decision or preference matches it best',
  ),
})
export type SubjectSettings = z.infer<typeof SubjectSettings>

/** They ask for the state of things, and are no part of what it is about. */
const NOT_SUBJECT: ReadonlySet<string> = new Set(
  ['current', 'currently', 'latest', 'now', 'rule', 'rules', 'convention'].map(stem),
)

/** The stems of the query's content words, in order. */
export function subjectOf(query: string): string[] {
  const stems = contentWords(query).map(stem)
  return [...new Set(stems)].filter((each) => !NOT_SUBJECT.has(each))
}

/** How much of the subject the best sentence of a text holds. */
export interface SubjectFit {
  /** The share of the subject's words, each by its rarity. */
  readonly cov: number
  /** The share of neighbouring words of the subject that stand side by side. */
  readonly adj: number
  readonly holdsAll: boolean
  readonly sentence: string
}

/** Words by which something is announced, acknowledged or talked about; alone they say nothing of it. */
const TALK: ReadonlySet<string> = new Set(
  (
    'about accordingly adjust adopt announce another apply change code coding consistent ' +
    'consistently convention conventions discuss ensure everyone follow following forward future get ' +
    'going got guideline guidelines implement important incorporate instruction instructions keep ' +
    'let like look make matter mention mind moving need new note now okay one practice practices ' +
    'quick recent regard regarding remember revisit rule rules small standard standards ' +
    'sure talk team tell thing things understand understood update updated updating want yes'
  )
    .split(' ')
    .map(stem),
)

/**
 * A sentence that only names the subject, to announce it, to ask after it or to agree, is no rule
 * about it: one that states something has words of its own beside.
 */
export function isStatement(subject: readonly string[], sentence: string): boolean {
  if (/\?[^\w?]*$/.test(sentence)) return false
  const own = sentence.replace(SPOKEN_BY, '')
  return contentWords(own)
    .map(stem)
    .some((each) => !TALK.has(each) && !subject.includes(each))
}

/** The name before what was said is no part of it. */
const SPOKEN_BY = /^\s*\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?:\s/u

/** Whether a sentence is looked at. */
export type SentenceTest = (subject: readonly string[], sentence: string) => boolean

const NO_FIT: SubjectFit = { cov: 0, adj: 0, holdsAll: false, sentence: '' }

/** The best of the sentences that count, by `cov + adj`. `rarities` run beside the subject. */
export function subjectFit(
  subject: readonly string[],
  rarities: readonly number[],
  text: string,
  counts: SentenceTest = () => true,
): SubjectFit {
  if (subject.length === 0) return NO_FIT
  const total = rarities.reduce((sum, each) => sum + each, 0)
  let best = NO_FIT
  for (const { text: sentence } of sentencesOf(text)) {
    const said = words(sentence)
    const stems = said.map(stem)
    const held = new Set(stems)
    let covered = 0
    let count = 0
    subject.forEach((each, at) => {
      if (!held.has(each)) return
      covered += rarities[at] ?? 0
      count += 1
    })
    if (count === 0) continue
    const cov = total > 0 ? covered / total : count / subject.length
    const adj = sideBySide(subject, stems, said)
    if (cov + adj <= best.cov + best.adj) continue
    if (!counts(subject, sentence)) continue
    best = { cov, adj, holdsAll: count === subject.length, sentence }
  }
  return best
}

function sideBySide(
  subject: readonly string[],
  stems: readonly string[],
  said: readonly string[],
): number {
  if (subject.length < 2) return 0
  const pairs = new Set<string>()
  for (let at = 1; at < stems.length; at += 1) {
    pairs.add(`${stems[at - 1]} ${stems[at]}`)
    // "Naming attributes" speaks of attribute names, "naming function arguments" of no function's.
    const isPartOfName = !isPlural(said[at]) && isPlural(said[at + 1])
    if (!isPartOfName) pairs.add(`${stems[at]} ${stems[at - 1]}`)
  }
  let together = 0
  for (let at = 1; at < subject.length; at += 1) {
    const pair = [subject[at - 1] as string, subject[at] as string] as const
    if (pairs.has(pair.join(' ')) || isSaidApart(subject, pair, stems, said)) together += 1
  }
  return together / (subject.length - 1)
}

/** Words with something to say that may stand between the two halves of one thing. */
const MAX_BETWEEN = 2

/**
 * "For arguments, end the names with _g" and "the names of your arguments" speak of argument names as
 * one word after the other does. A plural ends what is named; neither half may have another owner, as
 * in "customer names" or "report branches".
 */
function isSaidApart(
  subject: readonly string[],
  [before, after]: readonly [string, string],
  stems: readonly string[],
  said: readonly string[],
): boolean {
  const hasOtherOwner = (at: number) =>
    at > 0 && !isFiller(said[at - 1] as string) && !subject.includes(stems[at - 1] as string)
  const places = (stem: string) =>
    stems.flatMap((each, at) => (each === stem && !hasOtherOwner(at) ? at : []))
  const owners = places(before).filter((at) => isPlural(said[at]))
  return places(after).some((own) =>
    owners.some((owner) => {
      const between = said.slice(Math.min(owner, own) + 1, Math.max(owner, own))
      return between.filter((word) => !isFiller(word)).length <= MAX_BETWEEN
    }),
  )
}

function isFiller(word: string): boolean {
  return STOP_WORDS.has(word) || TALK.has(stem(word))
}

function isPlural(word: string | undefined): boolean {
  return word !== undefined && /[^s]s$/.test(word)
}

interface Dated {
  readonly at: Timestamp
  readonly fit: SubjectFit
}

/**
 * The order with the newest of one subject first, as places in the old order: the group keeps the
 * places it held, everything else stays. The same order again when there is no group.
 */
export function newestFirst(settings: SubjectSettings, hits: readonly Dated[]): number[] {
  const order = hits.map((_, place) => place)
  const first = hits.slice(0, settings.hits)
  const best = Math.max(0, ...first.map(({ fit }) => fit.cov + fit.adj))
  const places = order
    .slice(0, first.length)
    .filter((place) => isOfGroup(settings, hits[place] as Dated, best))
  const sorted = [...places].sort((a, b) => newer(hits[a] as Dated, hits[b] as Dated) || a - b)
  places.forEach((place, at) => {
    order[place] = sorted[at] as number
  })
  return order
}

function isOfGroup({ likeness }: SubjectSettings, { fit }: Dated, best: number): boolean {
  return fit.holdsAll && best > 0 && fit.cov + fit.adj >= likeness * best
}

function newer(a: Dated, b: Dated): number {
  return a.at < b.at ? 1 : a.at > b.at ? -1 : 0
}
