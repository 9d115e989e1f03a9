/** I-08. Duplicates that slipped in: the older stays, unless the newer corrects it. */
import { isOneMemory, judgePair } from '../memory/judge-pair.ts'
import type { Memory } from '../memory/memory.ts'
import { normalisedContent } from '../memory/normalise.ts'
import { type NearDuplicateSettings, titledTokens, weightedTokenJaccard } from '../text/jaccard.ts'
import { type RareTokenIndex, rankedTokens, rareTokenIndex } from './blocking.ts'
import type { DuplicateCleanupSettings } from './settings.ts'

type Comparable = Pick<
  Memory,
  | 'content'
  | 'createdAt'
  | 'id'
  | 'project'
  | 'provenance'
  | 'scope'
  | 'session'
  | 'title'
  | 'type'
  | 'validated'
>

export type DuplicateFinding =
  | {
      readonly kind: 'duplicate'
      readonly keep: string
      readonly remove: string
      readonly score: number
      readonly reason: string
    }
  | {
      readonly kind: 'superseded'
      readonly newer: string
      readonly older: string
      readonly score: number
      readonly reason: string
    }

/**
 * Duplicates among the living memories of a store, oldest first. Each memory is compared with earlier ones that
 * are still in force, so a row of duplicates costs no more than one, and a second run after applying the
 * findings finds nothing.
 */
export function duplicateFindings(
  settings: { readonly near: NearDuplicateSettings; readonly cleanup: DuplicateCleanupSettings },
  living: readonly Comparable[],
): DuplicateFinding[] {
  const places = new Map<string, Comparable[]>()
  for (const memory of [...living].sort(byAge)) {
    const place = JSON.stringify([memory.scope, memory.project, memory.session])
    const group = places.get(place)
    if (group) group.push(memory)
    else places.set(place, [memory])
  }
  return [...places.values()].flatMap((group) => findingsInPlace(settings, group))
}

function findingsInPlace(
  settings: { readonly near: NearDuplicateSettings; readonly cleanup: DuplicateCleanupSettings },
  inOrder: readonly Comparable[],
): DuplicateFinding[] {
  const findings: DuplicateFinding[] = []
  const inForce = new Set<number>()
  const field = wordField(settings, inOrder)
  for (const [i, newer] of inOrder.entries()) {
    inForce.add(i)
    for (const j of field.candidates(i)) {
      const older = inOrder[j]
      if (!older || !inForce.has(j)) continue
      const finding = findingOf(settings.near, newer, older)
      if (!finding) continue
      findings.push(finding)
      const isNewerOut = finding.kind === 'duplicate' && finding.remove === newer.id
      inForce.delete(isNewerOut ? i : j)
      if (isNewerOut) break
    }
    if (inForce.has(i)) field.add(i)
  }
  return findings
}

function findingOf(
  near: NearDuplicateSettings,
  newer: Comparable,
  older: Comparable,
): DuplicateFinding | null {
  const is = judgePair(newer, older, { ...near, threshold: near.cleanupThreshold })
  const { score, reason } = is
  if (score < near.cleanupThreshold) return null
  if (is.relation === 'corrected')
    return { kind: 'superseded', newer: newer.id, older: older.id, score, reason }
  if (!isOneMemory(is)) return null
  const [keep, remove] = weightOf(newer) > weightOf(older) ? [newer, older] : [older, newer]
  return { kind: 'duplicate', keep: keep.id, remove: remove.id, score, reason }
}

/** Before age: validated memories first (I-02), then those a person stated. */
function weightOf(memory: Comparable): number {
  const isSaid = ['user-stated', 'user-corrected'].includes(memory.provenance.source)
  return 2 * Number(memory.validated) + Number(isSaid)
}

/**
 * Candidates by shared rare tokens. A pair at the threshold must have titles and contents at least
 * this much alike, so either index alone finds it; the cheaper one is asked. The words decide first,
 * since reading two texts sentence by sentence costs a thousand times as much.
 */
function wordField(
  settings: { readonly near: NearDuplicateSettings; readonly cleanup: DuplicateCleanupSettings },
  inOrder: readonly Comparable[],
) {
  const { titleWeight, contentWeight, cleanupThreshold } = settings.near
  const { blocking } = settings.cleanup
  const tokens = inOrder.map(titledTokens)
  const titles = indexSets(
    tokens.map(({ title }) => title),
    rareTokenIndex(blocking, leastShare(cleanupThreshold - contentWeight, titleWeight)),
  )
  const contents = indexSets(
    tokens.map(({ content }) => content),
    rareTokenIndex(blocking, leastShare(cleanupThreshold - titleWeight, contentWeight)),
  )
  const sameWords = new Map<string, number[]>()
  const isAlike = (i: number, j: number) => {
    const [a, b] = [tokens[i], tokens[j]]
    return a && b && weightedTokenJaccard(settings.near, a, b) >= cleanupThreshold
  }
  const wordsOf = (i: number) => normalisedContent(inOrder[i]?.content ?? '')
  return {
    candidates(i: number): number[] {
      const same = sameWords.get(wordsOf(i)) ?? []
      const field = titles.isEmpty(i) || contents.cost(i) < titles.cost(i) ? contents : titles
      const alike = field.candidates(i).filter((j) => isAlike(i, j))
      const all = new Set([...same.slice(-blocking.maxLooks), ...alike])
      return [...all].sort((a, b) => a - b)
    },
    add(i: number): void {
      titles.add(i)
      contents.add(i)
      const same = sameWords.get(wordsOf(i))
      if (same) same.push(i)
      else sameWords.set(wordsOf(i), [i])
    },
  }
}

/** What is left to be reached by one side when the other is as alike as can be. */
function leastShare(missing: number, weight: number): number {
  return weight > 0 ? Math.min(Math.max(missing / weight, 0), 1) : 0
}

function indexSets(sets: readonly ReadonlySet<string>[], index: RareTokenIndex) {
  const ranked = rankedTokens(sets)
  const of = (i: number) => ranked[i] ?? new Int32Array()
  return {
    isEmpty: (i: number) => of(i).length === 0,
    cost: (i: number) => index.cost(of(i)),
    candidates: (i: number) => index.candidates(of(i)),
    add: (i: number) => index.add(i, of(i)),
  }
}

function byAge(a: Comparable, b: Comparable): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}
