import { setTimeout as sleep } from 'node:timers/promises'

/** K-02. Whether the daemon is in use: calls in progress, and how long it has been idle. */
interface Activity {
  /** Marks the start of work; the returned function marks its end. */
  begin(): () => void
  readonly underWay: number
  /** Resolves when nothing is in progress, or after the timeout. */
  quietWithin(ms: number): Promise<void>
  /** H-07. Resolves when the client that started the daemon has its answer, or soon if it never asks. */
  firstAnswered(): Promise<void>
  stop(): void
}

/** The client that starts the daemon asks within this time and is served alone for so long. */
const FIRST_CALL_MS = 400
const FIRST_ANSWER_MS = 3000

/** Calls `leave` after so long without work; 0 never does. One timer, no polling. */
export function openActivity(idleMs: number, leave: () => void): Activity {
  let underWay = 0
  let timer: NodeJS.Timeout | undefined
  const waiting = new Set<() => void>()
  const rest = () => {
    clearTimeout(timer)
    if (idleMs > 0) timer = setTimeout(leave, idleMs)
  }
  rest()
  return {
    get underWay() {
      return underWay
    },
    begin() {
      underWay++
      clearTimeout(timer)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        underWay--
        if (underWay > 0) return
        rest()
        for (const resolve of waiting) resolve()
      }
    },
    quietWithin(ms) {
      if (underWay === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const settle = () => {
          clearTimeout(late)
          waiting.delete(settle)
          resolve()
        }
        const late = setTimeout(settle, ms)
        waiting.add(settle)
      })
    },
    async firstAnswered() {
      await sleep(FIRST_CALL_MS, undefined, { ref: false })
      await this.quietWithin(FIRST_ANSWER_MS)
    },
    stop() {
      clearTimeout(timer)
      idleMs = 0
    },
  }
}
