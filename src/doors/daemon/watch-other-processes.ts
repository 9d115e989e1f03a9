/**
 * J-04. Changes made by other processes: a command without the daemon, a library in an agent. While there are
 * subscribers, the end of the journal is read twice a second, and batches this process did not publish are
 * published as `store_changed`.
 */
import type { Engine } from '../../engine/engine.ts'

const LOOK_MS = 500
/** Batches published here; older ones cannot be the latest. */
const MAX_KNOWN = 200

/** Returns a function that stops it. */
export function watchOtherProcesses(
  { store, events, clock }: Pick<Engine, 'store' | 'events' | 'clock'>,
  report: (thrown: unknown, what: string) => void,
): () => void {
  const told = new Set<string>()
  let last: string | null = null
  let isLooking = false
  const stopHearing = events.listen(({ data }) => {
    if (typeof data.batch !== 'string') return
    told.add(data.batch)
    if (told.size > MAX_KNOWN) told.delete(String(told.values().next().value))
  })
  const look = async () => {
    const [entry] = await store.journal.list({}, { limit: 1 })
    const isNew = last !== null && entry !== undefined && entry.batch !== last
    last = entry?.batch ?? ''
    if (!isNew || told.has(entry.batch)) return
    const { batch, cause } = entry
    events.emit({ name: 'store_changed', at: clock.now(), data: { batch, cause } })
  }
  const lookOnce = () => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((thrown: unknown) => report(thrown, 'looking for changes made elsewhere'))
      .finally(() => {
        isLooking = false
      })
  }
  lookOnce() // Earlier batches are not reported.
  const timer = setInterval(lookOnce, LOOK_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    stopHearing()
  }
}
