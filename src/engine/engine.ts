/** The engine: the ports, the settings, and the caller. */
import type { Clock } from '../clock.ts'
import type { HomePaths } from '../config/home.ts'
import type { Config } from '../config/read.ts'
import type { Settings } from '../config/schema.ts'
import type { EventHub } from '../events.ts'
import type { Door, Speaker } from '../memory/origins.ts'
import type { LanguageModel } from '../model/model.ts'
import type { Project } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { TeamLink } from '../team/server.ts'
import type { Vault } from '../vault/vault.ts'
import type { Background } from './background.ts'
import type { Handlers } from './handlers.ts'
import type { Embedding } from './recall/embedding.ts'
import type { TeamService } from './team-server/service.ts'

export interface Engine {
  readonly store: Store
  readonly clock: Clock
  readonly config: Settings
  /** The source of each setting, and what was ignored. */
  readonly configured: Pick<Config, 'sources' | 'warnings'>
  readonly home: HomePaths
  /** Folders in which other programs of the user keep their files. */
  readonly machine: Machine
  readonly events: EventHub
  readonly background: Background
  /** G-01. The handlers of host events. */
  readonly handlers: Handlers
  /** K-01. Null unless configured. */
  readonly model: LanguageModel | null
  /** C-01. Memories as files; absent where disabled. */
  readonly vault?: Vault
  /** D-14. Opened by the first text; gives the reason where there is none. */
  readonly embedding: Embedding
  /** K-18. Opens another store by its URL, to migrate to or from. The caller closes it. */
  readonly openStore: (address: string) => Promise<Store>
  /** K-18. The team of this home; absent on a team's own server. */
  readonly team?: TeamLink
  /** K-18. The teams of the PostgreSQL database at `store.url`. The caller closes it. */
  readonly openTeams: () => Promise<OpenTeams>
  /** J-08. Asks the person at this door; absent where there is none. */
  readonly confirm?: (question: string) => Promise<boolean>
}

interface OpenTeams {
  readonly service: TeamService
  close(): Promise<void>
}

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** The settings that hold in a folder: its repository may bring some of its own. */
  readonly settingsIn: (folder: string) => Promise<Settings>
}

/** The caller and its place. Unknown project means global only. */
export interface Caller {
  readonly door: Door
  /** For the journal: `cli`, `mcp:claude-code`, `job:ranking`. */
  readonly actor: string
  readonly project: Project | null
  readonly session: string | null
  /** The folder the call was made in, if there is one. */
  readonly folder: string | null
  /** M-01. The speaker, as determined by the door; nothing in a call can raise it. */
  readonly speaker: Speaker
  /** K-18. On a team server: the team whose store is used. */
  readonly team?: string
  /**
   * H-07. Aborted when the caller disconnected before it had the answer; the answer then counts as not given.
   */
  readonly gone?: AbortSignal
}
