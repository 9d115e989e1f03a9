/** What every story is handed: the ports, the settings, and who is asking. */
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
  /** Where each setting came from, and what was left out. */
  readonly configured: Pick<Config, 'sources' | 'warnings'>
  readonly home: HomePaths
  /** Where other programs of this person keep their files. */
  readonly machine: Machine
  readonly events: EventHub
  readonly background: Background
  /** G-01. Who acts on what happens in a host. */
  readonly handlers: Handlers
  /** K-01. Null unless one was configured. */
  readonly model: LanguageModel | null
  /** C-01. Memories as files; absent where they are switched off. */
  readonly vault?: Vault
  /** D-14. Opened by the first text; says why where there is none. */
  readonly embedding: Embedding
  /** K-18. Another store by its address, to move to or from. The caller closes it. */
  readonly openStore: (address: string) => Promise<Store>
  /** K-18. The team of this home; absent on a team's own server. */
  readonly team?: TeamLink
  /** K-18. The teams of the PostgreSQL that `store.url` names. The caller closes it. */
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

/** Who asks, and from where. Unknown project means global only. */
export interface Caller {
  readonly door: Door
  /** For the journal: `cli`, `mcp:claude-code`, `job:ranking`. */
  readonly actor: string
  readonly project: Project | null
  readonly session: string | null
  /** The folder the call was made in, if there is one. */
  readonly folder: string | null
  /** M-01. Who speaks, as the door found out; nothing that a call says can raise it. */
  readonly speaker: Speaker
  /** K-18. On a team's server: the team in whose store this is done. */
  readonly team?: string
  /** H-07. Aborted when the caller went away before it had the answer, which then was never given. */
  readonly gone?: AbortSignal
}
