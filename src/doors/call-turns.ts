/**
 * J-03. Calls that one client sends at once run one after another, with a pause in proportion to the time each
 * kept the daemon busy, so that other clients get their turn. A call that only waits, for a model or a person,
 * lets the next one begin.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

export interface CallTurns {
  /** Runs the work when it is this client's turn. */
  take<T>(client: string, work: () => Promise<T> | T): Promise<T>
}

/** All large calls share one queue, whichever client sends them. */
export const LARGE = 'large'
const LARGE_BYTES = 1_000_000

/** By its `content-length`; a body without one may be large. */
export function isLargeBody(length: string | null | undefined): boolean {
  return !(Number(length ?? Number.NaN) <= LARGE_BYTES)
}

/** A shorter call does not delay others noticeably. */
const HEAVY_MS = 10
/** Pause per millisecond that a call kept the daemon busy. */
const REST_SHARE = 2
const MAX_REST_MS = 2000
/** A client that called within this time counts as active. */
const THERE_MS = 1000
/** Interval of the check whether a call is computing or only waiting. */
const LOOK_MS = 10
/** The next one waits no longer for a call that is still at work. */
const MAX_WORK_MS = 2000

interface Begun {
  readonly ended: Promise<unknown>
  isOver: boolean
  /** How long the daemon was busy since it began. */
  readonly busyMs: () => number
}

export function openCallTurns(): CallTurns {
  /** The last call of each client that has one under way. */
  const last = new Map<string, Promise<Begun>>()
  const calledMs = new Map<string, number>()
  const isAlone = (client: string) => {
    const since = performance.now() - THERE_MS
    for (const [each, ms] of calledMs) if (ms < since) calledMs.delete(each)
    return [...calledMs.keys()].every((each) => each === client)
  }
  const turnAfter = async (client: string, begun: Begun) => {
    await overOrWaiting(begun)
    const busyMs = begun.busyMs()
    // Clients that called meanwhile go first, and count as active.
    await nextTurn()
    if (busyMs < HEAVY_MS || isAlone(client)) return
    await sleep(Math.min(busyMs * REST_SHARE, MAX_REST_MS))
  }
  return {
    async take<T>(client: string, work: () => Promise<T> | T) {
      calledMs.set(client, performance.now())
      const before = last.get(client)
      let hasBegun: (begun: Begun) => void = () => {}
      const own = new Promise<Begun>((resolve) => {
        hasBegun = resolve
      })
      last.set(client, own)
      if (before) await turnAfter(client, await before)
      const busyMs = busyMeter()
      const answer = (async () => work())()
      const begun: Begun = { ended: answer.catch(() => null), isOver: false, busyMs }
      hasBegun(begun)
      try {
        return await answer
      } finally {
        begun.isOver = true
        if (last.get(client) === own) last.delete(client)
      }
    },
  }
}

async function overOrWaiting(begun: Begun): Promise<void> {
  for (let ms = LOOK_MS; !begun.isOver && ms <= MAX_WORK_MS; ms += LOOK_MS) {
    await Promise.race([begun.ended, sleep(LOOK_MS)])
    if (begun.busyMs() < ms / 2) return
  }
}

function busyMeter(): () => number {
  const start = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(start).active
}
