/**
 * M-10. Whether two memories are taken for what they are: labelled pairs, written one after the other in
 * both directions through `remember` with default settings, judged at once (words, then meaning, as a
 * daemon does within seconds) and again after upkeep.
 *
 * Arguments: --data DIR (holds pairs-dev.jsonl), or --file PATH of any file in that shape; --verbose.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Opened, openMneme } from '../src/compose.ts'
import type { Caller } from '../src/engine/engine.ts'
import { mergeProposals } from '../src/engine/memories/merge-proposals.ts'
import { followWrites } from '../src/engine/recall/follow-writes.ts'
import type { Memory } from '../src/memory/memory.ts'
import { call } from '../src/operations/operation.ts'
import { remember } from '../src/operations/remember.ts'
import type { Project } from '../src/store/records.ts'
import { JOB_NAMES } from '../src/upkeep/jobs.ts'
import { runUpkeep } from '../src/upkeep/run.ts'

const RELATIONS = ['same', 'restated', 'corrected', 'contradicts', 'distinct'] as const
type Relation = (typeof RELATIONS)[number]

interface Text {
  readonly type: string
  readonly content: string
}

interface Pair {
  readonly id: string
  readonly relation: Relation
  readonly older: Text
  readonly newer: Text
}

/** One pair in one direction, with the two memories that came of it; null where one was not stored. */
interface Written {
  readonly pair: Pair
  readonly isForward: boolean
  readonly caller: Caller
  readonly first: string | null
  readonly second: string | null
}

/** What became of two texts, seen from outside. */
type Fate = 'merged' | 'superseded' | 'contradicts' | 'proposed' | 'two' | 'lost'

export const bench = {
  name: 'pairs',
  summary: 'Same, restated, corrected, contradicting or distinct: labelled pairs through remember',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        file: { type: 'string' },
        verbose: { type: 'boolean', default: false },
      },
    })
    const file = resolve(values.data ?? '.', values.file ?? 'pairs-dev.jsonl')
    const pairs = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): Pair => JSON.parse(line))
    const home = mkdtempSync(join(tmpdir(), 'mneme-pairs-'))
    try {
      return await measure(home, pairs, values.verbose)
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

async function measure(home: string, pairs: readonly Pair[], verbose: boolean) {
  const mneme = await openMneme({ home, folder: null, door: 'cli', actor: 'bench' })
  try {
    const written: Written[] = []
    for (const pair of pairs) {
      written.push(await write(mneme, pair, true), await write(mneme, pair, false))
    }
    const following = followWrites(mneme.engine, (thrown) => {
      throw thrown
    })
    await following.caughtUp()
    await following.close()
    const atOnce = await fatesOf(mneme, written)
    await runUpkeep(mneme.engine, { jobs: JOB_NAMES })
    const afterUpkeep = await fatesOf(mneme, written)
    if (verbose) printMisses(written, afterUpkeep)
    return report(written, atOnce, afterUpkeep)
  } finally {
    await mneme.close()
  }
}

/** Each in a project of its own, so that no pair meets another. */
async function write(mneme: Opened, pair: Pair, isForward: boolean): Promise<Written> {
  const { engine } = mneme
  const id = engine.clock.newId()
  const project: Project = {
    id,
    slug: `pair-${id.toLowerCase()}`,
    name: pair.id,
    rootCommits: [],
    commonDirs: [],
    remotes: [],
    paths: [`/bench/${id}`],
    excluded: [],
    mergedInto: null,
    off: false,
    createdAt: engine.clock.now(),
  }
  const caller = { ...mneme.caller, project }
  const keep = async ({ type, content }: Text) =>
    (await call(remember, engine, caller, { type, content, scope: 'project' })).id
  const [one, other] = isForward ? [pair.older, pair.newer] : [pair.newer, pair.older]
  const first = await keep(one)
  return { pair, isForward, caller, first, second: await keep(other) }
}

async function fatesOf(mneme: Opened, written: readonly Written[]): Promise<Fate[]> {
  const fates: Fate[] = []
  for (const each of written) fates.push(await fateOf(mneme, each))
  return fates
}

async function fateOf({ engine }: Opened, written: Written): Promise<Fate> {
  const { first, second, caller, pair } = written
  const ids = [...new Set([first, second])].filter((id) => id !== null)
  const memories = await engine.store.memories.get(ids)
  if (!(await hasBothTexts(engine, memories, pair))) return 'lost'
  if (first === second) return 'merged'
  const [older, newer] = [first, second].map((id) => memories.find((memory) => memory.id === id))
  if (!older || !newer) return 'lost'
  if (older.supersededBy === newer.id || newer.supersededBy === older.id) return 'superseded'
  if (older.state === 'removed' || newer.state === 'removed') return 'merged'
  const links = await engine.store.links.of([newer.id], ['contradicts'])
  if (links.some(({ from, to }) => from === older.id || to === older.id)) return 'contradicts'
  const proposals = await mergeProposals(engine, caller, 10_000)
  return proposals.some((each) => each.newer.id === newer.id && each.older.id === older.id)
    ? 'proposed'
    : 'two'
}

/** Every wording is still there: in a memory or in one of its versions. Case and signs do not count. */
async function hasBothTexts(
  engine: Opened['engine'],
  memories: readonly Memory[],
  pair: Pair,
): Promise<boolean> {
  const texts = memories.map(({ content }) => content)
  for (const { id } of memories) {
    const versions = await engine.store.versions.of(id)
    texts.push(...versions.map(({ snapshot }) => snapshot.content))
  }
  const plain = (text: string) =>
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  const known = new Set(texts.map(plain))
  return known.has(plain(pair.older.content)) && known.has(plain(pair.newer.content))
}

const GOOD: { readonly [Name in Relation]: readonly Fate[] } = {
  same: ['merged'],
  restated: ['merged', 'proposed'],
  corrected: ['superseded'],
  contradicts: ['superseded', 'contradicts'],
  distinct: ['two', 'proposed', 'contradicts'],
}

/** Written the wrong way round, a correction comes first: that the two disagree is all that can be seen. */
function isGood({ pair, isForward }: Written, fate: Fate): boolean {
  const isReversed = pair.relation === 'corrected' && !isForward
  return GOOD[isReversed ? 'contradicts' : pair.relation].includes(fate)
}

function printMisses(written: readonly Written[], fates: readonly Fate[]): void {
  for (const [at, each] of written.entries()) {
    const fate = fates[at] ?? 'lost'
    const isNoise = each.pair.relation === 'distinct' && fate !== 'two'
    if (isGood(each, fate) && !isNoise) continue
    const { id, older, newer } = each.pair
    console.log(
      `${id} ${each.isForward ? '' : 'reversed '}${fate}: ${older.content} / ${newer.content}`,
    )
  }
}

function report(
  written: readonly Written[],
  atOnce: readonly Fate[],
  afterUpkeep: readonly Fate[],
) {
  const share = (
    fates: readonly Fate[],
    of: (each: Written) => boolean,
    is: (fate: Fate, each: Written) => boolean,
  ) => {
    const picked = written.flatMap((each, at) =>
      of(each) ? [{ each, fate: fates[at] ?? 'lost' }] : [],
    )
    const hits = picked.filter(({ each, fate }) => is(fate, each)).length
    return {
      hits,
      all: picked.length,
      percent: picked.length === 0 ? 0 : (100 * hits) / picked.length,
    }
  }
  const ofRelation = (relation: Relation) => (each: Written) => each.pair.relation === relation
  const measures: readonly (readonly [
    string,
    string,
    (each: Written) => boolean,
    (fate: Fate, each: Written) => boolean,
  ])[] = [
    [
      'distinct merged or superseded',
      '0',
      ofRelation('distinct'),
      (fate) => fate === 'merged' || fate === 'superseded' || fate === 'lost',
    ],
    [
      'distinct flagged or proposed',
      'low',
      ofRelation('distinct'),
      (fate) => fate === 'contradicts' || fate === 'proposed',
    ],
    ['text lost', '0', () => true, (fate) => fate === 'lost'],
    ['same: one memory', '≥ 98', ofRelation('same'), (fate) => fate === 'merged'],
    [
      'restated merged or proposed',
      '≥ 50',
      ofRelation('restated'),
      (fate) => fate === 'merged' || fate === 'proposed',
    ],
    ['restated superseded', 'low', ofRelation('restated'), (fate) => fate === 'superseded'],
    [
      'corrected: replaces',
      '≥ 80',
      (each) => each.pair.relation === 'corrected' && each.isForward,
      (fate) => fate === 'superseded',
    ],
    [
      'corrected, written in reverse: seen',
      'high',
      (each) => each.pair.relation === 'corrected' && !each.isForward,
      (fate) => fate === 'superseded' || fate === 'contradicts',
    ],
    [
      'contradictions seen',
      '≥ 60',
      ofRelation('contradicts'),
      (fate) => fate === 'superseded' || fate === 'contradicts',
    ],
  ]
  const rows = measures.map(([name, target, of, is]) => {
    const [before, after] = [share(atOnce, of, is), share(afterUpkeep, of, is)]
    return [name, target, before.percent, after.percent, after.hits, after.all]
  })
  const columns = ['what', 'target %', 'at once %', 'after upkeep %', 'hits', 'of']
  return { title: 'Pairs of memories, both directions', columns, rows }
}
