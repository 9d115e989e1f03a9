/**
 * I-12. Jobs in a thread of their own, so that searches and hooks do not feel them. The thread starts
 * with a run and ends with it; one that no longer answers is ended, and the next run completes it.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Engine } from '../../engine/engine.ts'
import { type FailureCode, MnemeError } from '../../errors.ts'
import type { RunSummary, RunTask } from '../../upkeep/apart.ts'
import type { RunRequest } from '../../upkeep/run.ts'
import type { FromThread, ThreadTask, ToThread } from './messages.ts'

interface ThreadOptions extends Pick<RunRequest, 'progress' | 'signal'> {
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
  task: RunTask,
  { signal, progress, workerUrl }: ThreadOptions = {},
): Promise<RunSummary> {
  const { port1: lender, port2: embedder } = new MessageChannel()
  engine.embedding.lend(lender)
  const given: ThreadTask = { home: engine.home.home, env: engine.machine.env, task, embedder }
  const program = workerUrl ?? workerProgram()
  const worker = new Worker(program, { workerData: given, transferList: [embedder] })
  const patienceMs = PATIENCE * engine.config.scheduler.projectTimeoutSeconds * 1000
  let summary: RunSummary | null = null
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
  signal?.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: FromThread) => {
    if (message.say === 'event') engine.events.emit(message.event)
    if (message.say === 'progress') progress?.(message)
    if (message.say === 'done') summary = message.summary
    if (message.say === 'failed') {
      // The thread sent one of our own error codes.
      failure = new MnemeError(message.code as FailureCode, message.message)
    }
    if (signal?.aborted) return
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
    lender.close()
    signal?.removeEventListener('abort', stop)
  }
  if (summary) return summary
  throw failure ?? new MnemeError('unavailable', 'the thread of upkeep ended before it was done')
}
