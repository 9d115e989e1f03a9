/** D-07. Which memories are meant: one shape for search, list, count, export and bulk forget. */
import type { Timestamp } from '../clock.ts'
import type { Concept, Scope, Sensitivity, State } from '../memory/memory.ts'

/** Whose eyes we look through: global, and the project and session of the caller. */
export interface Visibility {
  readonly project: string | null
  readonly session: string | null
}

/** A field left out does not filter. All given fields must hold. */
export interface MemoryFilter {
  /** Left out: every project and session (the owner's view: export, doctor, jobs). */
  readonly visibleTo?: Visibility
  readonly ids?: readonly string[]
  /** Only ids that come after this one, for reading page by page in the order of ids. */
  readonly afterId?: string
  /** Neither removed nor superseded. */
  readonly living?: boolean
  readonly names?: readonly string[]
  readonly scopes?: readonly Scope[]
  readonly project?: string | null
  readonly types?: readonly string[]
  /** All of them. */
  readonly tags?: readonly string[]
  readonly concepts?: readonly Concept[]
  /** A path that was read or modified; a folder matches everything below it. */
  readonly file?: string
  readonly states?: readonly State[]
  readonly sensitivities?: readonly Sensitivity[]
  readonly createdFrom?: Timestamp
  readonly createdTo?: Timestamp
  readonly session?: string
  readonly done?: boolean
  readonly archived?: boolean
  readonly held?: boolean
  readonly quarantined?: boolean
  readonly superseded?: boolean
  readonly validated?: boolean
  /** M-02. Stated or approved by a person (`isPersons`). */
  readonly persons?: boolean
  /** Expiry is judged at this moment; left out, expired ones are included. */
  readonly notExpiredAt?: Timestamp
  /** Only what had expired by then. */
  readonly expiredAt?: Timestamp
  readonly hasTriggers?: boolean
  readonly hasGlobs?: boolean
}

export interface ListPage {
  readonly limit: number
  readonly offset?: number
  /** `importance`: what the author held most important first. */
  readonly order?: 'newest' | 'oldest' | 'updated' | 'id' | 'importance'
}
