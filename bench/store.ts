/**
 * What keeping and finding cost beside the least that could do it: a bare SQLite table with FTS5, the
 * same texts, the same `synchronous`, in the same run and turn about, so that a busy machine slows both.
 *
 * Arguments: --sizes 1000,10000,100000, --writes N (300), --queries N (200).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import type { Caller, Engine } from '../src/engine/engine.ts'
import { relatedMemories } from '../src/engine/graph/related.ts'
import { newMemory } from '../src/engine/memories/new-memory.ts'
import { call } from '../src/operations/operation.ts'
import { remember } from '../src/operations/remember.ts'
import { search } from '../src/operations/search.ts'
import { type BareTable, openBareTable } from './support/bare-table.ts'
import { type Texts, textsFrom } from './support/texts.ts'
import { fastestOf, type Timing, timed, timingOf } from './support/timing.ts'

const LOADED_AT_ONCE = 1000
const QUERY_WORDS = 3
const LIMIT = 10
/** Reads are timed so often each, and the fastest counts: a busy machine would slow the longer of two more. */
const ROUNDS = 3
const GLOBAL = { scope: 'global', project: null, session: null } as const

type Row = (string | number)[]

export const bench = {
  name: 'store',
  summary:
    'Keeping and finding beside a bare SQLite table with FTS5, from 1,000 to 100,000 memories',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        sizes: { type: 'string', default: '1000,10000,100000' },
        writes: { type: 'string', default: '300' },
        queries: { type: 'string', default: '200' },
      },
    })
    const sizes = values.sizes.split(',').map(Number)
    const rows: Row[] = []
    const figures: Record<string, number> = {}
    const note = (what: string, size: number, ours: Timing, bare: Timing | null, key: string) => {
      const ratio = bare ? ours.p50 / bare.p50 : 0
      rows.push([what, size, ours.p50, ours.p95, bare?.p50 ?? '', bare ? ratio : ''])
      if (bare) figures[`${key}_ratio_${size}`] = ratio
      figures[`${key}_ms_${size}`] = ours.p50
    }
    for (const synchronous of ['FULL', 'OFF'] as const) {
      await withPair(synchronous, async (pair) => {
        const texts = textsFrom(2)
        await pair.load(texts, LOADED_AT_ONCE)
        const { ours, bare } = await measureWrites(pair, texts, Number(values.writes))
        note(`remember, ${synchronous}`, LOADED_AT_ONCE, ours, bare, `remember_${synchronous}`)
      })
    }
    await withPair('OFF', async (pair) => {
      const texts = textsFrom(3)
      let size = 0
      for (const wanted of sizes) {
        await pair.load(texts, wanted - size)
        size = wanted
        const found = await measureQueries(pair, texts, Number(values.queries))
        note('search', size, found.ours, found.bare, 'search')
        const checked = await measureChecks(pair, textsFrom(size), Number(values.queries))
        note('near-duplicate check', size, checked, null, 'check')
      }
    })
    const [first, last] = [sizes[0], sizes.at(-1)]
    const growth = (figures[`check_ms_${last}`] ?? 0) / (figures[`check_ms_${first}`] ?? 1)
    figures.check_growth = growth
    rows.push([`growth of the check, ${first} to ${last}`, '', '', '', '', growth])
    return {
      title: 'Milliseconds beside a bare SQLite table with FTS5 (times p50)',
      columns: ['what', 'memories', 'mneme p50', 'p95', 'bare p50', 'times'],
      rows,
      figures,
    }
  },
}

/** A home and a bare database that hold the same texts. */
interface Pair {
  readonly engine: Engine
  readonly caller: Caller
  readonly bare: BareTable
  load(texts: Texts, count: number): Promise<void>
}

async function withPair(
  synchronous: 'FULL' | 'OFF',
  measure: (pair: Pair) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const env = { MNEME_STORE_SYNCHRONOUS: synchronous, MNEME_VAULT_ENABLED: 'false' }
  const mneme = await openMneme({ speaker: 'person', home: join(folder, 'home'), env })
  const bare = openBareTable(join(folder, 'bare.db'), synchronous)
  try {
    const { engine, caller } = mneme
    await measure({ engine, caller, bare, load: (texts, count) => load(mneme, bare, texts, count) })
  } finally {
    await mneme.close()
    bare.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function load(
  { engine, caller }: { engine: Engine; caller: Caller },
  bare: BareTable,
  texts: Texts,
  count: number,
): Promise<void> {
  for (let done = 0; done < count; done += LOADED_AT_ONCE) {
    const drafts = Array.from({ length: Math.min(LOADED_AT_ONCE, count - done) }, () =>
      texts.next(),
    )
    const memories = drafts.map((draft) => {
      const memory = newMemory(engine, caller, GLOBAL, '', draft)
      return { ...memory, name: `memory-${memory.id.toLowerCase()}` }
    })
    const changes = memories.map((row) => ({ op: 'insert', kind: 'memory', row }) as const)
    const id = engine.clock.newId()
    await engine.store.apply({ id, at: engine.clock.now(), actor: 'bench', cause: 'load', changes })
    bare.insertAll(drafts)
  }
}

async function measureWrites({ engine, caller, bare }: Pair, texts: Texts, count: number) {
  const ours: number[] = []
  const plain: number[] = []
  for (let done = 0; done < count; done++) {
    const draft = texts.next()
    ours.push(await timed(() => call(remember, engine, caller, draft)))
    plain.push(await timed(() => bare.insertAll([draft])))
  }
  return { ours: timingOf(ours), bare: timingOf(plain) }
}

async function measureQueries({ engine, caller, bare }: Pair, texts: Texts, count: number) {
  const asked = { limit: LIMIT, strategy: 'bm25' as const }
  const ours: number[] = []
  const plain: number[] = []
  for (let done = 0; done < count; done++) {
    const query = texts.query(QUERY_WORDS)
    plain.push(await fastestOf(ROUNDS, () => bare.find(query, LIMIT)))
    ours.push(await fastestOf(ROUNDS, () => call(search, engine, caller, { ...asked, query })))
    await engine.background.settle()
  }
  return { ours: timingOf(ours), bare: timingOf(plain) }
}

async function measureChecks({ engine, caller }: Pair, texts: Texts, count: number) {
  const ours: number[] = []
  for (let done = 0; done < count; done++) {
    const memory = newMemory(engine, caller, GLOBAL, 'checked', texts.next())
    ours.push(await fastestOf(ROUNDS, () => relatedMemories(engine, GLOBAL, memory)))
  }
  return timingOf(ours)
}
