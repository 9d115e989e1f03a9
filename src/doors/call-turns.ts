/**
 * J-03. Calls of one client that come all at once are begun one after the other, and after one that was
 * heavy the client rests as long as it took: the calls of others come in between.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export interface CallTurns {
  /** Begins the work when it is this client's turn. It may go on while the next one is begun. */
  take<T>(client: string, work: () => Promise<T> | T): Promise<T>
}

/** A shorter call does not delay others noticeably. */
const HEAVY_MS = 20

export function openCallTurns(): CallTurns {
  /** When each client's last call has been begun, for as long as more of them wait. */
  const rows = new Map<string, Promise<void>>()
  return {
    async take(client, work) {
      const before = rows.get(client)
      let begun = () => {}
      const own = new Promise<void>((resolve) => {
        begun = resolve
      })
      rows.set(client, own)
      await before
      const start = performance.now()
      // What the work does before it has to wait for anything holds up everyone.
      setImmediate(async () => {
        const isLast = rows.get(client) === own
        if (isLast) rows.delete(client)
        const heldUpMs = performance.now() - start
        if (!isLast && heldUpMs > HEAVY_MS) await sleep(heldUpMs)
        begun()
      })
      return work()
    },
  }
}
