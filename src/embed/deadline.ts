/** D-13. Bounded waiting: whatever happens behind it, the caller has an answer in time. */
import { MnemeError } from '../errors.ts'

interface Bounds {
  readonly deadlineMs: number
  readonly signal: AbortSignal | undefined
  /** What we waited for, as the subject of "… took longer than". */
  readonly what: string
}

/**
 * Runs `work` with a signal that fires when the time is over or the caller gives up. The answer
 * comes then at the latest, even from work that does not listen to its signal.
 */
export async function runWithin<T>(
  bounds: Bounds,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  bounds.signal?.throwIfAborted()
  const stop = new AbortController()
  const { promise: stopped, reject } = rejection()
  const giveUp = (reason: unknown) => {
    stop.abort(reason)
    reject(reason)
  }
  const onAbort = () => giveUp(bounds.signal?.reason)
  bounds.signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => giveUp(tooSlow(bounds)), bounds.deadlineMs)
  try {
    return await Promise.race([work(stop.signal), stopped])
  } finally {
    clearTimeout(timer)
    bounds.signal?.removeEventListener('abort', onAbort)
  }
}

function rejection(): { promise: Promise<never>; reject: (reason: unknown) => void } {
  let reject: (reason: unknown) => void = () => {}
  const promise = new Promise<never>((_, no) => {
    reject = no
  })
  return { promise, reject }
}

function tooSlow({ what, deadlineMs }: Bounds): MnemeError {
  return new MnemeError('unavailable', `${what} took longer than ${deadlineMs} ms`, {
    hint: 'Words are searched meanwhile. It may be quicker the next time, or raise embed timeouts.',
  })
}
