/** Background work with an owner: named, counted, its failures reported, ended on close. */
import { setImmediate } from 'node:timers/promises'

export interface Background {
  /** Starts now, in its own turn of the event loop. */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void
  /**
   * Starts after a delay, once for all requests under this name until then. `settle` and `close` start it at
   * once.
   */
  later(name: string, delayMs: number, work: () => Promise<void>): void
  /**
   * H-07. Resolves when the client just answered has had time to exit: on a small machine it would compete for
   * the processor. At once on `settle` and `close`.
   */
  afterAnswer(): Promise<void>
  /** Resolves when nothing is running. */
  settle(): Promise<void>
  /** Asks the work to stop and waits for it. */
  close(): Promise<void>
}

/** About the time a hook's process needs to print and exit. */
const AFTER_ANSWER_MS = 40

export function openBackground(report: (name: string, thrown: unknown) => void): Background {
  const controller = new AbortController()
  const running = new Set<Promise<void>>()
  const waiting = new Map<string, () => void>()
  const answered = new Set<() => void>()
  let settling = 0
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
    settling += 1
    while (running.size + waiting.size > 0) {
      for (const begin of [...waiting.values(), ...answered]) begin()
      await Promise.all(running)
    }
    settling -= 1
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
    async afterAnswer() {
      if (settling > 0) return
      await new Promise<void>((resolve) => {
        const begin = () => {
          clearTimeout(timer)
          answered.delete(begin)
          resolve()
        }
        const timer = setTimeout(begin, AFTER_ANSWER_MS)
        answered.add(begin)
      })
    },
    settle,
    async close() {
      controller.abort()
      await settle()
    },
  }
}
