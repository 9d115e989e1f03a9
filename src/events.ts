/** J-04. Internal events, published to subscribers: the page, clients of the event stream, tests. */
import type { Timestamp } from './clock.ts'

export interface MnemeEvent {
  readonly name: string
  readonly at: Timestamp
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventHub {
  emit(event: MnemeEvent): void
  /** Returns a function that unsubscribes. A listener that throws is dropped for this event only. */
  listen(listener: (event: MnemeEvent) => void): () => void
}

export function openEventHub(report: (thrown: unknown) => void = () => {}): EventHub {
  const listeners = new Set<(event: MnemeEvent) => void>()
  return {
    emit(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (thrown) {
          report(thrown)
        }
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
