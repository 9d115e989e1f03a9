/**
 * B-07, B-13. What a job decided becomes one batch, written in small parts so that others are not
 * kept waiting. The whole of it is written down first: a run that is killed in the middle is followed by
 * a run that completes the batch, so no batch stays half applied.
 */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Engine } from '../engine/engine.ts'
import { MnemeError } from '../errors.ts'
import type { Batch, Change } from '../store/change.ts'
import { linkKey } from '../store/records.ts'
import type { Action } from './job.ts'

interface Decided {
  readonly run: string
  readonly actor: string
  readonly cause: string
  readonly at: string
  readonly actions: readonly Action[]
  readonly bookkeeping: readonly Change[]
}

interface Applied {
  readonly batch: string | null
  readonly changes: number
  /** What they were about has changed; the next run decides again. */
  readonly skipped: number
}

const HEAD = 'upkeep:plan'
/** Changes written down together. */
const PAGE = 1000
const TRIES = 5

const Head = z.object({
  batch: z.string(),
  run: z.string(),
  at: z.string(),
  actor: z.string(),
  cause: z.string(),
  partSize: z.int().positive(),
  pages: z.int(),
})
type Head = z.infer<typeof Head>

/** What stays together when a part is cut: the changes of one action. */
type Group = readonly Change[]

export async function applyDecided(
  engine: Engine,
  decided: Decided,
  breathe: () => Promise<void>,
): Promise<Applied> {
  if (decided.actions.length === 0) return { batch: null, changes: 0, skipped: 0 }
  const groups: Group[] = decided.actions.map(({ changes }) => changes)
  if (decided.bookkeeping.length > 0) groups.push(decided.bookkeeping)
  const { run, actor, cause, at } = decided
  const { partSize } = engine.config.scheduler
  const head = { batch: engine.clock.newId(), run, at, actor, cause, partSize }
  const pages = pagesOf(groups)
  // One part is one transaction, and whole by itself.
  const isLong = partsOf(partSize, groups).length > 1
  if (isLong) await writeDown(engine, { ...head, pages: pages.length }, pages)
  const applied = await applyPages(engine, head, pages, breathe)
  if (isLong) await strikeOut(engine)
  return applied
}

/** Completes what a run that was killed left behind. */
export async function completeUnfinished(
  engine: Engine,
  breathe: () => Promise<void>,
): Promise<string | null> {
  const { notes } = engine.store
  const written = await notes.get(HEAD)
  if (written === null || written === '') return null
  const head = Head.parse(JSON.parse(written))
  const pages: Group[][] = []
  for (let page = 0; page < head.pages; page += 1) {
    // Written by `writeDown`, before the head that counts them.
    pages.push(JSON.parse((await notes.get(`${HEAD}:${page}`)) ?? '[]') as Group[])
  }
  const begun = await engine.store.journal.batch(head.batch)
  // A person who undid half of it wants none of it.
  if (begun === null || begun.undoneBy === null) await applyPages(engine, head, pages, breathe)
  await strikeOut(engine)
  return head.run
}

async function writeDown(
  engine: Engine,
  head: Head,
  pages: readonly (readonly Group[])[],
): Promise<void> {
  const { notes } = engine.store
  for (const [index, page] of pages.entries()) {
    await notes.set(`${HEAD}:${index}`, JSON.stringify(page))
  }
  await notes.set(HEAD, JSON.stringify(head))
}

/** The pages hold words of memories: they go too. */
async function strikeOut(engine: Engine): Promise<void> {
  const { notes } = engine.store
  const written = await notes.get(HEAD)
  await notes.remove(HEAD)
  const { pages } = Head.parse(JSON.parse(written ?? ''))
  for (let page = 0; page < pages; page += 1) await notes.remove(`${HEAD}:${page}`)
}

async function applyPages(
  engine: Engine,
  head: Omit<Head, 'pages'>,
  pages: readonly (readonly Group[])[],
  breathe: () => Promise<void>,
): Promise<Applied> {
  const { partSize, ...rest } = head
  const batch = { id: head.batch, at: rest.at, actor: rest.actor, cause: rest.cause, run: rest.run }
  let part = 0
  let changes = 0
  let skipped = 0
  for (const page of pages) {
    for (const groups of partsOf(partSize, page)) {
      const applied = await applyPart(engine, { ...batch, part }, groups)
      part += 1
      changes += applied.flat().length
      skipped += groups.length - applied.length
      await breathe()
    }
  }
  return { batch: head.batch, changes, skipped }
}

/** What changed meanwhile is left out; the rest of the part is applied. */
async function applyPart(
  engine: Engine,
  batch: Omit<Batch, 'changes'>,
  groups: readonly Group[],
): Promise<readonly Group[]> {
  let wanted = groups
  for (let attempt = 1; ; attempt += 1) {
    try {
      await engine.store.apply({ ...batch, changes: wanted.flat() })
      return wanted
    } catch (thrown) {
      if (!(thrown instanceof MnemeError) || thrown.code !== 'conflict') throw thrown
      wanted = attempt < TRIES ? await stillMeant(engine, wanted) : []
    }
  }
}

async function stillMeant(engine: Engine, groups: readonly Group[]): Promise<Group[]> {
  const held = await Promise.all(
    groups.map(async (group) => {
      // The second change of a record follows the first; only the first can be looked at.
      const firsts = group.filter((each, index) => index === group.findIndex(sameRecord(each)))
      return (await Promise.all(firsts.map((each) => isMeant(engine, each)))).every(Boolean)
    }),
  )
  return groups.filter((_, index) => held[index])
}

function sameRecord(a: Change): (b: Change) => boolean {
  return (b) => a === b || (a.op !== 'insert' && b.op !== 'insert' && a.key === b.key)
}

async function isMeant(engine: Engine, change: Change): Promise<boolean> {
  if (change.op === 'insert') return !(await isTaken(engine, change))
  const present = await presentRecord(engine, change.kind, change.key)
  if (present === null) return false
  return Object.entries(change.expect ?? {}).every(([field, value]) =>
    isDeepStrictEqual((present as Record<string, unknown>)[field], value),
  )
}

async function isTaken(
  engine: Engine,
  change: Extract<Change, { op: 'insert' }>,
): Promise<boolean> {
  const { memories, documents, links } = engine.store
  switch (change.kind) {
    case 'memory':
      return (
        (await memories.findByName(change.row, change.row.name)) !== null ||
        (await memories.withHash(change.row, change.row.contentHash)) !== null
      )
    case 'document':
      return (await documents.get(change.row.kind, change.row.key)) !== null
    case 'link': {
      const key = linkKey(change.row)
      return (await links.of([change.row.from])).some((link) => linkKey(link) === key)
    }
    default:
      return false
  }
}

async function presentRecord(
  engine: Engine,
  kind: Change['kind'],
  key: string,
): Promise<object | null> {
  const { memories, documents, links } = engine.store
  switch (kind) {
    case 'memory':
      return (await memories.get([key]))[0] ?? null
    case 'document': {
      const slash = key.indexOf('/')
      return documents.get(key.slice(0, slash), key.slice(slash + 1))
    }
    case 'link': {
      const [, from = ''] = key.split(':')
      return (await links.of([from])).find((link) => linkKey(link) === key) ?? null
    }
    default:
      return null
  }
}

function pagesOf(groups: readonly Group[]): Group[][] {
  return cut(groups, PAGE)
}

function partsOf(partSize: number, groups: readonly Group[]): Group[][] {
  return cut(groups, partSize)
}

/** A group is never split; one longer than a part is a part of its own. */
function cut(groups: readonly Group[], most: number): Group[][] {
  const cuts: Group[][] = []
  let size = 0
  for (const group of groups) {
    const last = cuts.at(-1)
    if (last && size + group.length <= most) last.push(group)
    else cuts.push([group])
    size = last && size + group.length <= most ? size + group.length : group.length
  }
  return cuts
}
