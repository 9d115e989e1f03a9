/** Work that nobody waits for, but somebody owns: named, counted, heard when it fails, ended on close. */
import { setImmediate } from 'node:timers/promises'

export interface Background {
  /** Starts now, in its own turn of the event loop. */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void
  /** Resolves when nothing is under way. */
  settle(): Promise<void>
  /** Asks the work to stop and waits for it. */
  close(): Promise<void>
}

export function openBackground(report: (name: string, thrown: unknown) => void): Background {
  const controller = new AbortController()
  const running = new Set<Promise<void>>()
  const settle = async () => {
    while (running.size > 0) await Promise.all(running)
  }
  return {
    start(name, work) {
      if (controller.signal.aborted) return
      const task = (async () => {
        try {
          await setImmediate()
          await work(controller.signal)
        } catch (thrown) {
          report(name, thrown)
        }
      })()
      running.add(task)
      void task.finally(() => running.delete(task))
    },
    settle,
    async close() {
      controller.abort()
      await settle()
    },
  }
}
