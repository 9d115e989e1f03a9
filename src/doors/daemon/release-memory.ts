/**
 * K-02. The daemon runs all day: once it is idle, memory left behind by a burst of calls is returned to the
 * system. V8 alone would wait until it needs the room.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const QUIET_MS = 3000

/** Returns the function to call when work has ended; the collection runs once no more has come for a while. */
export function releaseMemoryWhenQuiet(): { readonly workEnded: () => void; stop(): void } {
  let gc: (() => void) | undefined
  const collect = () => {
    if (!gc) setFlagsFromString('--expose-gc')
    gc ??= runInNewContext('gc') as () => void
    gc()
  }
  let timer: NodeJS.Timeout | undefined
  const workEnded = () => {
    clearTimeout(timer)
    timer = setTimeout(collect, QUIET_MS)
    timer.unref()
  }
  workEnded() // starting up counts as work
  return { workEnded, stop: () => clearTimeout(timer) }
}
