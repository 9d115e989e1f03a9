import { setTimeout as sleep } from 'node:timers/promises'

/** K-02. Whether anybody still needs us: calls under way, and how long it has been quiet. */
interface Activity {
  /** Marks the beginning of something; what it returns marks the end. */
  begin(): () => void
  readonly underWay: number
  /** Resolves when nothing is under way, or when the time is over. */
  quietWithin(ms: number): Promise<void>
  /** H-07. Resolves when whoever started us has the answer, or soon where nobody asks. */
  firstAnswered(): Promise<void>
  stop(): void
}

/** Whoever starts the daemon in order to ask does so within this time, and has it for himself so long. */
const FIRST_CALL_MS = 400
const FIRST_ANSWER_MS = 3000

/** Calls `leave` after so long without anything under way; 0 never does. One timer, no polling. */
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
