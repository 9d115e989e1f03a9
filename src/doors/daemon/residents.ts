/**
 * What lives in the daemon beside the calls: watchers, the scheduler. Each starts with it and ends
 * with it; one that fails is reported and leaves the others alone.
 */
import type { Opened } from '../../compose.ts'

export interface Resident {
  readonly name: string
  /** Resolves once it runs. What it returns ends it, and resolves when it has ended. */
  readonly start: (mneme: Opened) => Promise<() => Promise<void>>
}

/** Each loads when the daemon starts. A part that lands adds its row. */
export const RESIDENTS: readonly (() => Promise<Resident>)[] = []

export interface Residents {
  /** The names of those that run. */
  readonly names: readonly string[]
  stop(): Promise<void>
}

export async function startResidents(
  mneme: Opened,
  report: (thrown: unknown, what: string) => void,
  list: readonly (() => Promise<Resident>)[] = RESIDENTS,
): Promise<Residents> {
  const running: { name: string; stop: () => Promise<void> }[] = []
  for (const load of list) {
    let name = 'a resident'
    try {
      const resident = await load()
      name = resident.name
      running.push({ name, stop: await resident.start(mneme) })
    } catch (thrown) {
      report(thrown, `start of ${name}`)
    }
  }
  return {
    names: running.map(({ name }) => name),
    async stop() {
      // The last to come is the first to go.
      for (const { name, stop } of running.splice(0).reverse()) {
        try {
          await stop()
        } catch (thrown) {
          report(thrown, `end of ${name}`)
        }
      }
    },
  }
}
