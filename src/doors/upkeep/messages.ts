/** What the thread of upkeep and its owner say to each other. */
import type { MnemeEvent } from '../../events.ts'
import type { JobName } from '../../upkeep/jobs.ts'

export interface ThreadTask {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly jobs: readonly JobName[]
}

export type ToThread = { readonly say: 'stop' }

export type FromThread =
  | { readonly say: 'event'; readonly event: MnemeEvent }
  | { readonly say: 'alive' }
  | { readonly say: 'failed'; readonly code: string; readonly message: string }
