/** E-05, I-05, I-10. What proved relevant is surer and stronger; what was relevant together is linked. */
import * as z from 'zod'
import { addDays } from '../../clock.ts'
import {
  coRelevantPairs,
  type DiscoveredLink,
  discoveredLinks,
  type LinkDiscoverySettings,
  pairKey,
} from '../../graph/link-discovery.ts'
import type { Memory } from '../../memory/memory.ts'
import { afterVerdict } from '../../ranking/feedback.ts'
import { type Link, linkKey } from '../../store/records.ts'
import type { Retrieval } from '../../store/usage.ts'
import { type Action, type Job, NOTHING, type Work } from '../job.ts'
import { newRetrievals } from '../retrievals.ts'

/** Pairs that were not relevant together often enough yet, with how often they were. */
const Waiting = z.record(z.string(), z.int())
const MAX_WAITING = 5000
/** A use and its retrieval may be written down in either order within a second. */
const MOMENT_DAYS = 1 / 86_400

export const links: Job = {
  summary: 'Links memories that are relevant together, and adjusts confidence by retrieval results',
  setting: 'links',
  async plan(work) {
    const news = await newRetrievals(work, 'links', Waiting)
    if (news.retrievals.length === 0) return NOTHING
    const memories = await memoriesOf(work, news.retrievals)
    const retrievals = await usedAfterwards(work, news.retrievals)
    const { linkActions, waiting } = await linkNeighbours(work, { ...news, retrievals }, memories)
    const actions = [...judgeLinks(work, retrievals, memories), ...linkActions]
    return { actions, bookkeeping: [news.markPassed(waiting)], settled: () => news.markSkipped() }
  },
}

/** M-16. Found is not used: of each retrieval only what was used since counts, so that nothing feeds itself. */
async function usedAfterwards(work: Work, retrievals: readonly Retrieval[]): Promise<Retrieval[]> {
  const since = retrievals.map(({ at }) => at).sort()[0] ?? work.now
  const ids = [...new Set(retrievals.flatMap(({ relevant }) => relevant))]
  const used = await work.engine.store.usage.countSince(ids, addDays(since, -MOMENT_DAYS))
  return retrievals.map((retrieval) => ({
    ...retrieval,
    relevant: retrieval.relevant.filter((id) => used.has(id)),
  }))
}

async function memoriesOf(
  work: Work,
  retrievals: readonly Retrieval[],
): Promise<ReadonlyMap<string, Memory>> {
  const ids = [
    ...new Set(retrievals.flatMap(({ relevant, rejected }) => [...relevant, ...rejected])),
  ]
  const found = new Map<string, Memory>()
  for (let start = 0; start < ids.length; start += work.batchSize) {
    const page = await work.engine.store.memories.get(ids.slice(start, start + work.batchSize))
    for (const memory of page) if (memory.state !== 'removed') found.set(memory.id, memory)
    await work.breathe()
  }
  return found
}

/** Each use reinforces (I-05); verification lifts and lowers confidence (I-09). */
function judgeLinks(
  work: Work,
  retrievals: readonly Retrieval[],
  memories: ReadonlyMap<string, Memory>,
): Action[] {
  const relevant = new Map<string, number>()
  const rejected = new Map<string, number>()
  const lastAt = new Map<string, string>()
  for (const retrieval of retrievals) {
    for (const id of retrieval.relevant) {
      relevant.set(id, (relevant.get(id) ?? 0) + 1)
      lastAt.set(id, retrieval.at)
    }
    for (const id of retrieval.rejected) rejected.set(id, (rejected.get(id) ?? 0) + 1)
  }
  return [...memories.values()].flatMap((memory): Action[] => {
    const [yes, no] = [relevant.get(memory.id) ?? 0, rejected.get(memory.id) ?? 0]
    if (yes + no === 0) return []
    const { feedback } = work.engine.config
    let moved: Pick<Memory, 'confidence' | 'strength'> = memory
    for (let i = 0; i < yes; i += 1) moved = afterVerdict(feedback, moved, 'relevant')
    for (let i = 0; i < no && !isGivenWord(memory); i += 1) {
      moved = afterVerdict(feedback, moved, 'rejected')
    }
    const at = lastAt.get(memory.id) ?? ''
    const set = {
      confidence: moved.confidence,
      ...(yes > 0 && { strength: memory.strength + yes }),
      ...(at > memory.lastReinforcedAt && { lastReinforcedAt: at }),
    }
    const { confidence, strength } = memory
    if (yes === 0 && set.confidence === confidence) return []
    const change = `confidence ${confidence.toFixed(2)} → ${set.confidence.toFixed(2)}`
    return [
      {
        about: memory.id,
        title: memory.title,
        reason: `relevant ${yes} times, beside the point ${no} times: ${change}`,
        changes: [
          { op: 'update', kind: 'memory', key: memory.id, set, expect: { confidence, strength } },
        ],
      },
    ]
  })
}

/** What a person said does not become doubtful by not fitting a question. */
function isGivenWord({ validated, provenance }: Memory): boolean {
  return validated || ['user-stated', 'user-corrected'].includes(provenance.source)
}

async function linkNeighbours(
  work: Work,
  news: { readonly retrievals: readonly Retrieval[]; readonly more: Record<string, number> | null },
  memories: ReadonlyMap<string, Memory>,
): Promise<{ linkActions: Action[]; waiting: Record<string, number> }> {
  const settings = work.engine.config.graph.links
  const times = new Map<string, number>()
  for (const { relevant } of news.retrievals) {
    const living = relevant.filter((id) => memories.get(id)?.supersededBy === null)
    for (const pair of coRelevantPairs(settings, living)) {
      times.set(pairKey(pair), (times.get(pairKey(pair)) ?? 0) + 1)
    }
  }
  const present = await presentLinks(work, [...times.keys()])
  const before = (key: string) => {
    const link = present.get(key)
    return link ? timesBehind(settings, link.weight) : (news.more?.[key] ?? 0)
  }
  const counted = [...times].map(([key, more]) => {
    const [a = '', b = ''] = key.split(' ')
    return { a, b, times: before(key) + more }
  })
  const weights = new Map([...present].map(([key, link]) => [key, link.weight]))
  const found = discoveredLinks(settings, counted, weights)
  const done = new Set([...present.keys(), ...found.map(pairKey)])
  const waiting = Object.entries({
    ...news.more,
    ...Object.fromEntries(counted.map((pair) => [pairKey(pair), pair.times])),
  }).filter(([key]) => !done.has(key))
  return {
    linkActions: found.map((link) => linkAction(work, link, present, memories)),
    waiting: Object.fromEntries(waiting.slice(-MAX_WAITING)),
  }
}

/** By pair, whichever way they were drawn; the firmest where there are two. */
async function presentLinks(
  work: Work,
  pairs: readonly string[],
): Promise<ReadonlyMap<string, Link>> {
  const ids = [...new Set(pairs.flatMap((key) => key.split(' ')))]
  const found = new Map<string, Link>()
  for (let start = 0; start < ids.length; start += work.batchSize) {
    const page = ids.slice(start, start + work.batchSize)
    for (const link of await work.engine.store.links.of(page, ['relates_to'])) {
      const [a, b] = [link.from, link.to].sort()
      const key = `${a} ${b}`
      if ((found.get(key)?.weight ?? -1) < link.weight) found.set(key, link)
    }
    await work.breathe()
  }
  return found
}

/** How often it must have been for a link to weigh this much: the weight is the count. */
function timesBehind(settings: LinkDiscoverySettings, weight: number): number {
  if (weight >= 1 || settings.rate >= 1) return Number.MAX_SAFE_INTEGER
  return Math.round(Math.log(1 - weight) / Math.log(1 - settings.rate))
}

function linkAction(
  work: Work,
  { a, b, weight, isNew }: DiscoveredLink,
  present: ReadonlyMap<string, Link>,
  memories: ReadonlyMap<string, Memory>,
): Action {
  const known = present.get(pairKey({ a, b }))
  const title = `${memories.get(a)?.title ?? a} ↔ ${memories.get(b)?.title ?? b}`
  const row = { from: a, to: b, kind: 'relates_to' as const, weight, createdAt: work.now }
  return {
    about: a,
    title,
    reason: `relevant together: weight ${weight.toFixed(2)}`,
    changes: [
      isNew || !known
        ? { op: 'insert', kind: 'link', row: { ...row, by: 'job:links' } }
        : {
            op: 'update',
            kind: 'link',
            key: linkKey(known),
            set: { weight },
            expect: { weight: known.weight },
          },
    ],
  }
}
