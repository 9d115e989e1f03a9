/**
 * What runs until it is closed, beside the operations that answer and end: each loads when it is started.
 */
import type { Caller, Engine } from '../engine/engine.ts'
import type { ReadReport } from '../engine/sessions/read.ts'

interface Running {
  close(): Promise<void>
}

interface ServiceOptions {
  /** What went wrong while it ran; it goes on. */
  readonly onError: (thrown: unknown) => void
  /** What a reading of transcripts brought. */
  readonly onRead?: (report: ReadReport) => void
}

type Service = (engine: Engine, caller: Caller, options: ServiceOptions) => Promise<Running>

export type ServiceName = 'capture' | 'vault' | 'transcripts' | 'vectors' | 'team'

/** Typed as a whole, so that the declarations of the package can name it. */
export const SERVICES: Readonly<Record<ServiceName, Service>> = {
  /** H-07. Makes capture ready before the first prompt, whose successor would wait for it. */
  capture: async (engine) =>
    (await import('../engine/capture/warm-capture.ts')).warmCapture(engine),
  /** C-02. Takes in what people change in the vault's files. */
  vault: async (engine) => (await import('../engine/vault/watch.ts')).watchVault(engine),
  /** F-01. Reads transcripts as they grow. */
  transcripts: async (engine, caller, options) =>
    (await import('../engine/sessions/watch.ts')).watchTranscripts(engine, caller, options),
  /** M-17. Embeds what is written. */
  vectors: async (engine, _, { onError }) =>
    (await import('../engine/recall/follow-writes.ts')).followWrites(engine, onError),
  /** K-18. Keeps the copy of the team's memories up with its server. */
  team: async (engine, caller, { onError }) =>
    (await import('../engine/team/follow.ts')).followTeam(engine, caller, onError),
}
