/** What the daemon and its model hold, while nobody asks and after searching, and what idling costs. */
import { callDaemon } from '../../src/doors/daemon/client.ts'
import type { DoorPlace } from './door-place.ts'
import { childrenOf, idleCpuMs, rssMb, whenQuiet } from './processes.ts'
import { textsFrom } from './texts.ts'

const SEARCHES = 60
const IDLE_SECONDS = 20
/** After this the daemon has given back what a burst of calls left behind. */
const SETTLED_MS = 5000

export interface MemoryFigures {
  readonly idleMb: number
  readonly searchedMb: number
  readonly settledMb: number
  readonly modelMb: number
  readonly idleCpuMs: number
}

export async function measureMemory(place: DoorPlace): Promise<MemoryFigures> {
  const endpoint = await place.start()
  const { pid } = endpoint
  try {
    await whenQuiet(pid, SETTLED_MS)
    const idleMb = rssMb(pid)
    const idle = await idleCpuMs(pid, IDLE_SECONDS)
    const texts = textsFrom(77)
    const { folder } = place
    const where = { door: 'cli', actor: 'bench', speaker: 'person', folder, session: null } as const
    for (let done = 0; done < SEARCHES; done++) {
      const input = { query: texts.query(2 + (done % 5)), limit: 10 }
      await callDaemon(endpoint, { operation: 'search', input, where })
    }
    const searchedMb = rssMb(pid)
    const modelMb = Math.max(0, ...childrenOf(pid).map(rssMb))
    await whenQuiet(pid, SETTLED_MS)
    return { idleMb, searchedMb, settledMb: rssMb(pid), modelMb, idleCpuMs: idle }
  } finally {
    await place.stop(endpoint)
  }
}
