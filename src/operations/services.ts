/** Services that run until closed, beside the operations; each is loaded when started. */
import type { Caller, Engine } from '../engine/engine.ts'
import type { ReadReport } from '../engine/sessions/read.ts'

interface Running {
  close(): Promise<void>
}

interface ServiceOptions {
  /** Called with failures; the service continues. */
  readonly onError: (thrown: unknown) => void
  /** Called with what was read from transcripts. */
  readonly onRead?: (report: ReadReport) => void
}

type Service = (engine: Engine, caller: Caller, options: ServiceOptions) => Promise<Running>

export type ServiceName = 'capture' | 'vault' | 'transcripts' | 'vectors' | 'team'

/** Typed explicitly, so that the package's declarations can name it. */
export const SERVICES: Readonly<Record<ServiceName, Service>> = {
  /** H-07. Warms capture up once a session begins. */
  capture: async (engine) =>
    (await import('../engine/capture/warm-capture.ts')).warmCapture(engine),
  /** C-02. Applies people's edits of the vault's files. */
  vault: async (engine) => (await import('../engine/vault/watch.ts')).watchVault(engine),
  /** F-01. Reads transcripts as they grow. */
  transcripts: async (engine, caller, options) =>
    (await import('../engine/sessions/watch.ts')).watchTranscripts(engine, caller, options),
  /** M-17. Embeds what is written. */
  vectors: async (engine, _, { onError }) =>
    (await import('../engine/recall/follow-writes.ts')).followWrites(engine, onError),
  /** K-18. Syncs the copy of the team's memories. */
  team: async (engine, caller, { onError }) =>
    (await import('../engine/team/follow.ts')).followTeam(engine, caller, onError),
}
