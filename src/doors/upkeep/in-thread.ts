/**
 * I-12. Jobs in a thread of their own, so that searches and hooks do not feel them. The thread starts
 * with a run and ends with it; one that no longer answers is ended, and the next run completes it.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Engine } from '../../engine/engine.ts'
import { type FailureCode, MnemeError } from '../../errors.ts'
import type { JobName } from '../../upkeep/jobs.ts'
import type { FromThread, ThreadTask, ToThread } from './messages.ts'

export interface ThreadOptions {
  /** Where the program is, if not beside the bundle. */
  readonly workerUrl?: URL
}

/** How long a thread may take to stop when it is asked to. */
const STOP_MS = 10_000
/** A single step, such as comparing all memories of a project, may take this many timeouts. */
const PATIENCE = 2

export function workerProgram(): URL {
  const beside = new URL('./upkeep-worker.js', import.meta.url)
  return existsSync(fileURLToPath(beside))
    ? beside
    : new URL('../upkeep-worker.js', import.meta.url)
}

export async function runInThread(
  engine: Engine,
  jobs: readonly JobName[],
  signal: AbortSignal,
  options: ThreadOptions = {},
): Promise<void> {
  const task: ThreadTask = { home: engine.home.home, env: engine.machine.env, jobs }
  const worker = new Worker(options.workerUrl ?? workerProgram(), { workerData: task })
  const patienceMs = PATIENCE * engine.config.scheduler.projectTimeoutSeconds * 1000
  let failure: MnemeError | null = null
  let silence = setTimeout(giveUp, patienceMs)
  function giveUp() {
    failure = new MnemeError('unavailable', 'upkeep no longer answered and was ended')
    void worker.terminate()
  }
  function stop() {
    worker.postMessage({ say: 'stop' } satisfies ToThread)
    clearTimeout(silence)
    silence = setTimeout(giveUp, STOP_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: FromThread) => {
    if (message.say === 'event') engine.events.emit(message.event)
    if (message.say === 'failed') failure = failed(message)
    if (signal.aborted) return
    clearTimeout(silence)
    silence = setTimeout(giveUp, patienceMs)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('error', reject)
      worker.on('exit', () => resolve())
    })
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
  }
  if (failure) throw failure
}

/** The code was one of ours when the thread told it. */
function failed({
  code,
  message,
}: {
  readonly code: string
  readonly message: string
}): MnemeError {
  return new MnemeError(code as FailureCode, message)
}
