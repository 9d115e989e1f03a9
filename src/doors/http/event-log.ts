/** J-04. The latest events with their ids, so that an interrupted stream can resume. */
import type { EventHub, MnemeEvent } from '../../events.ts'

export interface LoggedEvent {
  /** `<start of this log>.<number>`: a later one of the same log has a larger number. */
  readonly id: string
  readonly event: MnemeEvent
}

export interface EventLog {
  /**
   * Events after this id, oldest first. Null when that is unknown: the log has moved on, or belongs to another
   * process.
   */
  after(id: string): readonly LoggedEvent[] | null
  readonly lastId: string
  listen(listener: (logged: LoggedEvent) => void): () => void
  /** Aborted when no more events will come. */
  readonly closed: AbortSignal
  close(): void
}

/** `whileHeard` runs while there are listeners: its result is called after the last one leaves. */
export function openEventLog(
  hub: EventHub,
  capacity: number,
  begun: string,
  whileHeard: () => () => void = () => () => {},
): EventLog {
  const ring: LoggedEvent[] = []
  const listeners = new Set<(logged: LoggedEvent) => void>()
  const closing = new AbortController()
  let count = 0
  let endHearing = () => {}
  const stop = hub.listen((event) => {
    count++
    const logged = { id: `${begun}.${count}`, event }
    ring.push(logged)
    // Trimmed occasionally: moving the whole list for each event would cost.
    if (ring.length >= 2 * capacity) ring.splice(0, ring.length - capacity)
    for (const listener of [...listeners]) listener(logged)
  })
  return {
    get lastId() {
      return `${begun}.${count}`
    },
    after(id) {
      const parts = /^(.+)\.(\d+)$/.exec(id)
      const number = Number(parts?.[2])
      if (parts?.[1] !== begun || number > count) return null
      const missed = count - number
      if (missed > Math.min(ring.length, capacity)) return null
      return missed === 0 ? [] : ring.slice(-missed)
    },
    listen(listener) {
      if (listeners.size === 0) endHearing = whileHeard()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) endHearing()
      }
    },
    closed: closing.signal,
    close() {
      stop()
      if (listeners.size > 0) endHearing()
      listeners.clear()
      closing.abort()
    },
  }
}
