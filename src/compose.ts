/** The only file that knows every adapter, and the only one that turns configuration into objects. */
import { openSecretScanner } from './capture/secrets/scanner.ts'
import { type Clock, systemClock } from './clock.ts'
import { gatherEvidence } from './code/find-project.ts'
import { type HomePaths, homeFolder, homePaths } from './config/home.ts'
import { type Config, readConfig } from './config/read.ts'
import { openBackground } from './engine/background.ts'
import type { Caller, Door, Engine } from './engine/engine.ts'
import { projectOf } from './engine/projects.ts'
import { openEventHub } from './events.ts'
import type { Origin } from './memory/memory.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'

export interface OpenOptions {
  /** Default: MNEME_HOME or ~/.mneme. */
  readonly home?: string
  readonly door?: Door
  readonly actor?: string
  readonly origin?: Origin
  /** Where the call is made: decides the project. Null: global only. */
  readonly folder?: string | null
  readonly session?: string
  readonly clock?: Clock
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly confirm?: (question: string) => Promise<boolean>
}

export interface Opened {
  readonly engine: Engine
  readonly caller: Caller
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>
}

export async function openMneme(options: OpenOptions = {}): Promise<Opened> {
  const env = options.env ?? process.env
  const home = homePaths(options.home ?? homeFolder(env))
  const folder = options.folder ?? null
  const evidence =
    folder === null ? null : await gatherEvidence(folder, { cacheFolder: home.cache })
  const repo = evidence?.commonDir ? { repo: evidence.path } : {}
  const config = await readConfig({ home: home.home, env, ...repo })
  const engine = openEngine(home, config, options)
  const caller: Caller = {
    door: options.door ?? 'library',
    actor: options.actor ?? options.door ?? 'library',
    origin: options.origin ?? 'user',
    session: options.session ?? null,
    folder,
    project: evidence && (await projectOf(engine, evidence)),
  }
  return {
    engine,
    caller,
    async close() {
      await engine.background.settle()
      await engine.background.close()
      await engine.store.close()
    },
  }
}

function openEngine(home: HomePaths, config: Config, options: OpenOptions): Engine {
  const events = openEventHub()
  const clock = options.clock ?? systemClock()
  const { settings } = config
  const store = openSqliteStore({
    file: settings.store.path ?? home.database,
    synchronous: settings.store.synchronous,
    busyTimeoutMs: settings.store.busyTimeoutMs,
    backupFolder: home.backups,
  })
  const background = openBackground((name, thrown) =>
    events.emit({
      name: 'background_error',
      at: clock.now(),
      data: { work: name, message: thrown instanceof Error ? thrown.message : String(thrown) },
    }),
  )
  return {
    store,
    clock,
    config: settings,
    configured: config,
    home,
    secrets: openSecretScanner(),
    events,
    background,
    ...(options.confirm ? { confirm: options.confirm } : {}),
  }
}
