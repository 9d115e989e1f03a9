/**
 * K-02. A daemon sits beside the person's work all day: what a burst of calls left behind is given
 * back to the system once no request comes. V8 by itself waits until it needs the room.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const QUIET_MS = 3000

/** Gives what to call when work has ended; the collection follows once no more has for a while. */
export function releaseMemoryWhenQuiet(): { readonly workEnded: () => void; stop(): void } {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let timer: NodeJS.Timeout | undefined
  const workEnded = () => {
    clearTimeout(timer)
    timer = setTimeout(collect, QUIET_MS)
    timer.unref()
  }
  workEnded() // starting was work too
  return { workEnded, stop: () => clearTimeout(timer) }
}
