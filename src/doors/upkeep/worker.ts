/** The program of the thread in which jobs run, with a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { openMneme } from '../../compose.ts'
import { asMnemeError } from '../../errors.ts'
import { summarizeRun } from '../../upkeep/apart.ts'
import { runUpkeep } from '../../upkeep/run.ts'
import type { FromThread, ThreadTask } from './messages.ts'

const ALIVE_MS = 1000

const { home, env, task, embedder } = workerData as ThreadTask // given by in-thread.ts
const controller = new AbortController()
parentPort?.on('message', () => controller.abort()) // the only message is a request to stop

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}

// Files are written by the process that started this thread, from the same outbox.
const mneme = await openMneme({
  home,
  env: { ...env, MNEME_VAULT_ENABLED: 'false' },
  embedder,
  door: 'job',
  actor: 'job',
  folder: null,
})
let toldAt = 0
try {
  mneme.engine.events.listen((event) => tell({ say: 'event', event }))
  const report = await runUpkeep(mneme.engine, {
    ...task,
    signal: controller.signal,
    progress: (step) => tell({ say: 'progress', ...step }),
    onBreath() {
      if (performance.now() - toldAt < ALIVE_MS) return
      toldAt = performance.now()
      tell({ say: 'alive' })
    },
  })
  tell({ say: 'done', summary: summarizeRun(report) })
} catch (thrown) {
  const { code, message } = asMnemeError(thrown)
  tell({ say: 'failed', code, message })
} finally {
  await mneme.close()
  parentPort?.close()
}
