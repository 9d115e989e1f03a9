/**
 * C-02. What the look at the start of every command costs when nothing changed, beside the least that
 * could tell: one readdir and one lstat for each file, turn about. Also what it takes to write as
 * many files at first, and to make the store again from them.
 *
 * Arguments: --files N (10000), --turns N (30).
 */
import { lstatSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { newMemory } from '../src/engine/memories/new-memory.ts'
import { syncVault } from '../src/engine/vault/sync.ts'
import { textsFrom } from './support/texts.ts'
import { timed, timingOf } from './support/timing.ts'

const GLOBAL = { scope: 'global', project: null, session: null } as const
const LOADED_AT_ONCE = 1000

export const bench = {
  name: 'vault',
  summary:
    'The scan at the start of a command beside bare readdir and lstat; writing and rebuilding',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        files: { type: 'string', default: '10000' },
        turns: { type: 'string', default: '30' },
      },
    })
    const home = mkdtempSync(join(tmpdir(), 'mneme-bench-vault-'))
    try {
      return await measure(home, Number(values.files), Number(values.turns))
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
}

async function measure(home: string, files: number, turns: number) {
  const env = { HOME: home, MNEME_STORE_SYNCHRONOUS: 'OFF' }
  const open = () => openMneme({ speaker: 'person', home, door: 'hook', folder: null, env })
  await load(home, files, env)
  const first = await open()
  const writeMs = await timed(() => syncVault(first.engine))
  const folder = join(home, 'memory')
  rest(folder)
  await syncVault(first.engine) // the times have changed: every file is read once more
  const { vault } = first.engine
  if (!vault) throw new Error('there is no vault to measure')
  const scans: number[] = []
  const bare: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    scans.push(await timed(() => vault.look()))
    bare.push(await timed(() => readdirSync(folder).map((file) => lstatSync(join(folder, file)))))
  }
  await first.close()
  const opens = {
    with: await openings(home, env, turns),
    without: await openings(home, OFF(env), turns),
  }
  for (const file of ['mneme.db', 'mneme.db-wal', 'mneme.db-shm'])
    rmSync(join(home, file), { force: true })
  const rebuilt = await open()
  const rebuildMs = await timed(() => syncVault(rebuilt.engine))
  const restored = await rebuilt.engine.store.memories.count({})
  await rebuilt.close()
  const scan = timingOf(scans)
  const least = timingOf(bare)
  const ratio = scan.p50 / least.p50
  return {
    title: `${files} files, nothing changed`,
    columns: ['what', 'p50 ms', 'p95 ms', 'ratio'],
    rows: [
      ['scan', scan.p50, scan.p95, ratio],
      ['readdir and lstat', least.p50, least.p95, 1],
      ['opening, with vault', opens.with.p50, opens.with.p95, ''],
      ['opening, without', opens.without.p50, opens.without.p95, ''],
      ['writing all files once', writeMs, '', ''],
      [`the store from the files (${restored})`, rebuildMs, '', ''],
    ],
    figures: {
      scanP50Ms: scan.p50,
      bareP50Ms: least.p50,
      scanRatio: ratio,
      writeMs,
      rebuildMs,
      restored,
    },
  }
}

const OFF = (env: Record<string, string>) => ({ ...env, MNEME_VAULT_ENABLED: 'false' })

async function openings(home: string, env: Record<string, string>, turns: number) {
  const samples: number[] = []
  for (let turn = 0; turn < turns; turn++) {
    const started = performance.now()
    const opened = await openMneme({ speaker: 'person', home, door: 'cli', folder: null, env })
    samples.push(performance.now() - started)
    await opened.close()
  }
  return timingOf(samples)
}

/** Rows alone, as many as are wanted; the files come with the first sync. */
async function load(home: string, count: number, env: Record<string, string>): Promise<void> {
  const { engine, caller, close } = await openMneme({
    speaker: 'person',
    home,
    door: 'hook',
    folder: null,
    env: OFF(env),
  })
  const texts = textsFrom(1)
  for (let at = 0; at < count; at += LOADED_AT_ONCE) {
    const changes = Array.from({ length: Math.min(LOADED_AT_ONCE, count - at) }, (_, index) => {
      const name = `memory-${at + index}`
      const row = newMemory(engine, caller, GLOBAL, name, texts.next())
      return { op: 'insert', kind: 'memory', row } as const
    })
    const { clock } = engine
    const batch = { id: clock.newId(), at: clock.now(), actor: 'bench', cause: 'load', changes }
    await engine.store.apply(batch)
  }
  await close()
}

/** As if they had been written a while ago, so that their times can be trusted. */
function rest(folder: string): void {
  const before = new Date(Date.now() - 60_000)
  for (const file of readdirSync(folder)) utimesSync(join(folder, file), before, before)
}
