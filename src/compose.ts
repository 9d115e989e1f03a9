/** The only file that knows every adapter, and the only one that turns configuration into objects. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MessagePort } from 'node:worker_threads'
import { scrub } from './capture/scrub.ts'
import { type Clock, systemClock } from './clock.ts'
import { gatherEvidence } from './code/find-project.ts'
import type { ProjectEvidence } from './code/identity.ts'
import {
  type Environment,
  ensurePrivateFolder,
  type HomePaths,
  homeFolder,
  homePaths,
  userHome,
} from './config/home.ts'
import { type Config, readConfig } from './config/read.ts'
import type { Settings } from './config/schema.ts'
import { openBackground } from './engine/background.ts'
import type { Caller, Engine } from './engine/engine.ts'
import { openHandlers } from './engine/handlers.ts'
import { HOST_HANDLERS } from './engine/hosts/host-handlers.ts'
import { findProject, projectOf } from './engine/projects/projects.ts'
import { openEmbedding } from './engine/recall/embedding.ts'
import { BOTH_LOCKS, type Locks, type TeamService } from './engine/team-server/service.ts'
import { openMirror } from './engine/vault/mirror.ts'
import { MnemeError } from './errors.ts'
import { openEventHub } from './events.ts'
import type { Door, Speaker } from './memory/origins.ts'
import { withBudget } from './model/budget.ts'
import { openModel } from './model/open.ts'
import { openTeamLink } from './remote/team-link.ts'
import { withProcessLock } from './store/sqlite/process-lock.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import { openVaultStates } from './store/sqlite/vault-states.ts'
import type { Store } from './store/store.ts'
import { openFileVault } from './vault/file-vault.ts'
import type { Vault } from './vault/vault.ts'

/** From where a call is made, and by whom. */
export interface CallSource {
  readonly door?: Door
  readonly actor?: string
  /** M-01. Who speaks. A door that does not say is an agent's. */
  readonly speaker?: Speaker
  /** Where the call is made: decides the project. Null: global only. */
  readonly folder?: string | null
  /** A known project by id or slug, for callers that have no folder to show. */
  readonly project?: string
  readonly session?: string | null
  readonly confirm?: (question: string) => Promise<boolean>
  readonly gone?: AbortSignal
}

export interface OpenOptions extends CallSource {
  /** Default: MNEME_HOME or ~/.mneme. */
  readonly home?: string
  readonly clock?: Clock
  readonly env?: Readonly<Record<string, string | undefined>>
  /** A long-lived process that must stay responsive runs a local model in a process of its own. */
  readonly embedApart?: boolean
  /** The port to an embedder that another thread lends (embed/lent.ts). */
  readonly embedder?: MessagePort
  /** C-02. Who opens it calls `catchUp` soon. Calls over MCP do not wait for it; all others do. */
  readonly catchesUpLater?: boolean
}

/** What a call is handed: the engine with the settings of that place, and who asks. */
export interface CallContext {
  readonly engine: Engine
  readonly caller: Caller
}

export interface Opened extends CallContext {
  /** C-02. Problems found in the files that a person should know of; reported once. */
  readonly notices: readonly string[]
  /** The same home seen from another place: one process serves many projects and sessions. */
  at(where: CallSource): Promise<CallContext>
  /** C-02. Reads what people changed in files while nothing was open: once, when it is first called. */
  catchUp(): Promise<readonly string[]>
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>
}

export async function openMneme(options: OpenOptions = {}): Promise<Opened> {
  const env = options.env ?? process.env
  const home = homePaths(options.home ?? homeFolder(env))
  const first = await look(home, env, options.folder ?? null)
  await ensurePrivateFolder(home.home)
  const store = await openStore(home, first.config.settings)
  const shared = openEngine(home, first.config, options, store)
  const mirror = openMirror(shared)
  let caughtUp: Promise<readonly string[]> | undefined
  const catchUp = () => {
    caughtUp ??= mirror.catchUp()
    return caughtUp
  }
  // A hook must not wait; the next command reads what people changed.
  const isLater = options.door === 'hook' || options.catchesUpLater === true
  const notices = isLater ? [] : await catchUp()
  const stand = async (where: CallSource, seen: Seen): Promise<CallContext> => {
    const { settings } = seen.config
    const confirm = where.confirm ? { confirm: where.confirm } : {}
    const engine: Engine = { ...shared, config: settings, configured: seen.config, ...confirm }
    return { engine, caller: await callerOf(engine, where, seen.evidence) }
  }
  // M-06. A slip in the person's own file must not silence their guards: the last settings that could
  // be read hold for hooks, and every command still names the fault.
  const lately = keptFor(HOOKS_APART_MS, (folder: string | null) =>
    look(home, env, folder, first.config),
  )
  return {
    ...(await stand(options, first)),
    notices,
    catchUp,
    async at(where) {
      if (options.catchesUpLater && where.door !== 'mcp') await catchUp()
      const named = where.project === undefined ? null : await findProject(shared, where.project)
      const folder = where.folder ?? named?.paths.find((path) => existsSync(path)) ?? null
      const seen = where.door === 'hook' ? await lately(folder) : await look(home, env, folder)
      const standing = await stand({ ...where, folder }, seen)
      return named ? { ...standing, caller: { ...standing.caller, project: named } } : standing
    },
    async close() {
      await caughtUp
      await mirror.close()
      await shared.background.settle()
      await shared.background.close()
      await shared.embedding.close()
      shared.vault?.close()
      await shared.store.close()
    },
  }
}

export interface OpenedTeamServer {
  readonly service: TeamService
  /** Of no team: what all of them have in common. */
  readonly engine: Engine
  close(): Promise<void>
}

/** K-18. What `serve --team` serves: every team of the PostgreSQL that `store.url` names. */
export async function openTeamServer(
  options: OpenOptions & { readonly locks?: Locks } = {},
): Promise<OpenedTeamServer> {
  const env = options.env ?? process.env
  const home = homePaths(options.home ?? homeFolder(env))
  const { config } = await look(home, env, null)
  const { url, postgres } = config.settings.store
  if (url === undefined) {
    throw new MnemeError(
      'bad_config',
      'a team’s memories are kept in PostgreSQL, and none is named',
      {
        hint: 'Set store.url, or MNEME_STORE_URL, to postgres://user:password@host:5432/database.',
      },
    )
  }
  const { openTeamDatabase } = await import('./store/postgres/team-database.ts')
  const database = openTeamDatabase({ url, settings: postgres })
  // No space has this number: whatever is asked of it is empty.
  const nowhere = database.storeOf({ id: 0, name: '', space: 0 }, null)
  // Neither files nor models: both are on members' machines.
  const {
    vault: _,
    team: __,
    ...engine
  } = {
    ...openEngine(home, config, options, nowhere),
    model: null,
  }
  return {
    engine,
    service: {
      database,
      settings: config.settings.team,
      engineOver: (store) => ({ ...engine, store }),
      randomBytes,
      locks: options.locks ?? BOTH_LOCKS,
    },
    async close() {
      await engine.background.settle()
      await engine.background.close()
      await engine.embedding.close()
      await database.close()
    },
  }
}

/** K-02. Runs the body as the only daemon of this home; `store_busy` when there is one already. */
export async function asOnlyDaemon<T>(home: HomePaths, body: () => Promise<T>): Promise<T> {
  return withProcessLock(home.lock, 0, body)
}

interface Seen {
  readonly evidence: ProjectEvidence | null
  readonly config: Config
}

/** The place, and the settings that hold there: a repository may bring some of its own. */
/** Hooks come in bursts, several for each thing an agent does: what a folder is holds that long. */
const HOOKS_APART_MS = 5_000

function keptFor<Key, Value>(
  ms: number,
  find: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, { readonly until: number; readonly value: Value }>()
  return async (key) => {
    const now = performance.now()
    for (const [other, { until }] of kept) if (until < now) kept.delete(other)
    const known = kept.get(key)
    if (known) return known.value
    const value = await find(key)
    kept.set(key, { until: performance.now() + ms, value })
    return value
  }
}

async function look(
  home: HomePaths,
  env: Environment,
  folder: string | null,
  fallback?: Config,
): Promise<Seen> {
  const evidence =
    folder === null ? null : await gatherEvidence(folder, { cacheFolder: home.cache })
  const repo = evidence?.commonDir ? { repo: evidence.path } : {}
  const config = await readConfig({ home: home.home, env, ...repo }).catch((thrown) => {
    const isFault = thrown instanceof MnemeError && thrown.code === 'bad_config'
    if (fallback === undefined || !isFault) throw thrown
    return { ...fallback, warnings: [thrown.message] }
  })
  return { evidence, config }
}

async function callerOf(
  engine: Engine,
  where: CallSource,
  evidence: ProjectEvidence | null,
): Promise<Caller> {
  const door = where.door ?? 'library'
  return {
    door,
    speaker: where.speaker ?? 'agent',
    // M-04. A client may call itself and its session whatever it likes.
    ...scrub({ actor: where.actor ?? door, session: where.session ?? null }).fields,
    folder: where.folder ?? null,
    project: evidence && (await projectOf(engine, evidence)),
    ...(where.gone ? { gone: where.gone } : {}),
  }
}

/** B-01, K-18. The file of this home, or the PostgreSQL that `store.url` names. */
async function openStore(
  home: HomePaths,
  settings: Settings,
  at: { readonly url?: string | undefined; readonly path?: string | undefined } = settings.store,
): Promise<Store> {
  const { url, path } = at
  const { synchronous, busyTimeoutMs, postgres } = settings.store
  if (url !== undefined) {
    const { openPostgresStore } = await import('./store/postgres/postgres-store.ts')
    return openPostgresStore({ url, settings: postgres })
  }
  return openSqliteStore({
    file: path ?? home.database,
    synchronous,
    busyTimeoutMs,
    backupFolder: home.backups,
  })
}

function isPostgres(address: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(address)
}

function openEngine(home: HomePaths, config: Config, options: OpenOptions, store: Store): Engine {
  const env = options.env ?? process.env
  const events = openEventHub()
  const clock = options.clock ?? systemClock()
  const { settings } = config
  const background = openBackground((name, thrown) =>
    events.emit({
      name: 'background_error',
      at: clock.now(),
      data: { work: name, message: thrown instanceof Error ? thrown.message : String(thrown) },
    }),
  )
  const model = openModel(settings.model, env, clock.random)
  return {
    store,
    clock,
    config: settings,
    configured: config,
    home,
    machine: {
      env,
      home: userHome(env),
      settingsIn: async (folder) => (await look(home, env, folder)).config.settings,
    },
    events,
    background,
    handlers: openHandlers(HOST_HANDLERS),
    model: model && withBudget(model, settings.model, { notes: store.notes, clock }),
    embedding: openEmbedding(async () => {
      const { embedder: lent } = options
      if (lent) return (await import('./embed/lent.ts')).borrowEmbedder(lent, settings.embed)
      return (await import('./embed/open.ts')).openEmbedder(settings.embed, {
        modelsFolder: join(home.cache, 'models'),
        inWorker: options.embedApart === true,
        environment: env,
      })
    }),
    team: openTeamLink({
      file: join(home.home, 'team.json'),
      timeoutMs: settings.team.timeoutSeconds * 1000,
      allowPlain: settings.team.plainHttp,
    }),
    openTeams: () => openTeamServer({ home: home.home, env, clock }),
    openStore: (address) =>
      openStore(home, settings, isPostgres(address) ? { url: address } : { path: address }),
    ...(settings.vault.enabled ? { vault: openVault(home, settings) } : {}),
  }
}

/** C-01. The files, with what is known of them on this machine and the lock between processes. */
function openVault(home: HomePaths, settings: Settings): Vault {
  const { maxFileBytes, watchDelayMs, lockWaitMs } = settings.vault
  return openFileVault({
    home: home.home,
    states: openVaultStates(join(home.cache, 'vault.db')),
    maxFileBytes,
    watchDelayMs,
    lock: (body) => withProcessLock(join(home.run, 'vault.lock'), lockWaitMs, body),
  })
}
