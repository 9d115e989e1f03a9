/** J-04. What happens inside, published to its subscribers: the page, a client of the event stream, a test. */
import type { Timestamp } from './clock.ts'

export interface MnemeEvent {
  readonly name: string
  readonly at: Timestamp
  readonly data: Readonly<Record<string, unknown>>
}

export interface EventHub {
  emit(event: MnemeEvent): void
  /** Returns how to stop listening. A listener that throws is dropped from this event only. */
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
