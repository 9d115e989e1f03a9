/** Messages between the upkeep thread and its owner. */
import type { MessagePort } from 'node:worker_threads'
import type { MnemeEvent } from '../../events.ts'
import type { RunSummary, RunTask } from '../../upkeep/apart.ts'

export interface ThreadTask {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly task: RunTask
  /** Where the owner's embedder is lent. */
  readonly embedder: MessagePort
}

export type ToThread = { readonly say: 'stop' }

export type FromThread =
  | { readonly say: 'event'; readonly event: MnemeEvent }
  | {
      readonly say: 'progress'
      readonly done: number
      readonly total: number
      readonly what: string
    }
  | { readonly say: 'alive' }
  | { readonly say: 'done'; readonly summary: RunSummary }
  | { readonly say: 'failed'; readonly code: string; readonly message: string }
