/** What an embedder and the process that runs its model say to each other. */
import type { FailureCode } from '../errors.ts'
import type { EmbedKind, Encoded } from './embedder.ts'
import type { EmbedSettings } from './settings.ts'

/** The first message opens, then any number of texts; `cancel` takes one request back. */
export type ToWorker =
  | { readonly say: 'open'; readonly settings: EmbedSettings; readonly modelsFolder: string }
  | {
      readonly say: 'embed'
      readonly request: number
      readonly texts: readonly string[]
      readonly kind: EmbedKind
      readonly isAwaited: boolean
      readonly deadlineMs: number
    }
  | { readonly say: 'cancel'; readonly request: number }

export type FromWorker =
  | { readonly say: 'encoded'; readonly request: number; readonly encoded: readonly Encoded[] }
  | {
      readonly say: 'failed'
      readonly request: number
      readonly code: FailureCode
      readonly message: string
      readonly hint: string | undefined
    }
