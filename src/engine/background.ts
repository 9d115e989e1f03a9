/** Work that nobody waits for, but somebody owns: named, counted, heard when it fails, ended on close. */
import { setImmediate } from 'node:timers/promises'

export interface Background {
  /** Starts now, in its own turn of the event loop. */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void
  /**
   * Starts after a while, once for all who ask for it under this name until then. Whoever settles or
   * closes does not wait: it starts at once.
   */
  later(name: string, delayMs: number, work: () => Promise<void>): void
  /** Resolves when nothing is under way. */
  settle(): Promise<void>
  /** Asks the work to stop and waits for it. */
  close(): Promise<void>
}

export function openBackground(report: (name: string, thrown: unknown) => void): Background {
  const controller = new AbortController()
  const running = new Set<Promise<void>>()
  const waiting = new Map<string, () => void>()
  const run = (name: string, work: () => Promise<void>) => {
    const task = (async () => {
      try {
        await setImmediate()
        await work()
      } catch (thrown) {
        report(name, thrown)
      }
    })()
    running.add(task)
    void task.finally(() => running.delete(task))
  }
  const settle = async () => {
    while (running.size + waiting.size > 0) {
      for (const begin of [...waiting.values()]) begin()
      await Promise.all(running)
    }
  }
  return {
    start(name, work) {
      if (!controller.signal.aborted) run(name, () => work(controller.signal))
    },
    later(name, delayMs, work) {
      if (controller.signal.aborted) return run(name, work)
      if (waiting.has(name)) return
      const begin = () => {
        clearTimeout(timer)
        waiting.delete(name)
        run(name, work)
      }
      const timer = setTimeout(begin, delayMs)
      timer.unref()
      waiting.set(name, begin)
    },
    settle,
    async close() {
      controller.abort()
      await settle()
    },
  }
}
