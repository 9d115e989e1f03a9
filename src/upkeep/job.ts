/** What a job is: it reads, lets pure code decide, and hands back what should change and why. */
import type { Timestamp } from '../clock.ts'
import type { Engine } from '../engine/engine.ts'
import type { Change } from '../store/change.ts'

/** One decision of a job: applied as a whole, or not at all if a memory of it changed meanwhile. */
export interface Action {
  /** What it is about: the id of a memory, or the key of a document. */
  readonly about: string
  readonly title: string
  readonly reason: string
  readonly changes: readonly Change[]
}

/** The job's own notes go along with its decisions; they are no news to a person. */
export interface Planned {
  readonly actions: readonly Action[]
  /** Applied with the actions, and only if there are any. */
  readonly bookkeeping?: readonly Change[]
  /** Called when there was nothing to decide, so that the same is not looked at again. */
  readonly settled?: () => Promise<void>
}

export interface Work {
  readonly engine: Engine
  /** Null: what belongs to no project. */
  readonly project: string | null
  readonly now: Timestamp
  readonly batchSize: number
  readonly dryRun: boolean
  /** Lets others go first; throws when the time is over or a stop was requested. */
  breathe(): Promise<void>
}

export interface Job {
  readonly summary: string
  /** Its section under `scheduler`. */
  readonly setting: JobSetting
  /** Decides on what is there now; writes nothing that is journaled. */
  readonly plan: (work: Work) => Promise<Planned>
  /** Work on what is not journaled, such as vectors; gives how much was done. Not in a dry run. */
  readonly labour?: (work: Work) => Promise<number>
  /** J-04. What its event says of the decisions beyond their number. */
  readonly tally?: (actions: readonly Action[]) => Readonly<Record<string, number>>
}

type JobSetting =
  | 'ranking'
  | 'duplicateCleanup'
  | 'embeddingRefresh'
  | 'skillCleanup'
  | 'consolidation'
  | 'compression'
  | 'expiry'
  | 'clusters'
  | 'links'
  | 'tags'
  | 'gaps'
  | 'archive'

export const NOTHING: Planned = { actions: [] }
