/**
 * What lives in the daemon beside the calls: watchers, the scheduler. Each starts with it and ends
 * with it; one that fails is reported and leaves the others alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Opened } from '../../compose.ts'

export interface Resident {
  readonly name: string
  /** Resolves once it runs. What it returns ends it, and resolves when it has ended. */
  readonly start: (mneme: Opened, report: Report) => Promise<() => Promise<void>>
}

/** Hears what went wrong while it ran. */
type Report = (thrown: unknown, what: string) => void

/** Each loads when the daemon starts. A part that lands adds its row. */
const RESIDENTS: readonly (() => Promise<Resident>)[] = [
  warm,
  vault,
  transcripts,
  spool,
  vectors,
  upkeep,
  team,
]

/** H-07. */
async function warm(): Promise<Resident> {
  return (await import('../hooks/warm-up.ts')).warmUp
}

/** C-02. */
async function vault(): Promise<Resident> {
  const { watchVault } = await import('../../engine/vault/watch.ts')
  return {
    name: 'vault',
    async start({ engine }) {
      const watching = await watchVault(engine)
      return () => watching.close()
    },
  }
}

/** F-01. */
async function transcripts(): Promise<Resident> {
  const { watchTranscripts } = await import('../../engine/sessions/watch.ts')
  return {
    name: 'transcripts',
    async start({ engine, caller }, report) {
      const onError = (thrown: unknown) => report(thrown, 'transcripts')
      const watching = await watchTranscripts(engine, caller, { onError })
      return () => watching.close()
    },
  }
}

/** K-03. What hooks kept while nobody listened. */
async function spool(): Promise<Resident> {
  return (await import('../hooks/spool-reader.ts')).spoolReader
}

/** M-17. */
async function vectors(): Promise<Resident> {
  const { followWrites } = await import('../../engine/recall/follow-writes.ts')
  return {
    name: 'vectors',
    async start({ engine }, report) {
      const following = followWrites(engine, (thrown) => report(thrown, 'vectors'))
      return () => following.close()
    },
  }
}

/** I-12. */
async function upkeep(): Promise<Resident> {
  const { startUpkeep } = await import('../upkeep/resident.ts')
  return {
    name: 'upkeep',
    start: async (mneme, report) => startUpkeep(mneme, (thrown) => report(thrown, 'upkeep')),
  }
}

/** K-18. */
async function team(): Promise<Resident> {
  const { followTeam } = await import('../../engine/team/follow.ts')
  return {
    name: 'team',
    async start({ engine, caller }, report) {
      const following = followTeam(engine, caller, (thrown) => report(thrown, 'team'))
      return () => following.close()
    },
  }
}

interface Residents {
  /** Ends those that run, and waits for those that are only just beginning. */
  stop(): Promise<void>
}

const END_MS = 3000

/** Returns at once: calls are answered while a watcher still looks around. */
export function startResidents(
  mneme: Opened,
  report: Report,
  started: (name: string) => void,
  list: readonly (() => Promise<Resident>)[] = RESIDENTS,
): Residents {
  const running = list.map(async (load) => {
    let name = 'a resident'
    try {
      const resident = await load()
      name = resident.name
      const stop = await resident.start(mneme, report)
      started(name)
      return { name, stop }
    } catch (thrown) {
      report(thrown, `start of ${name}`)
      return null
    }
  })
  const end = async (starting: (typeof running)[number]) => {
    const resident = await starting
    try {
      await resident?.stop()
    } catch (thrown) {
      report(thrown, `end of ${resident?.name}`)
    }
  }
  return {
    async stop() {
      // One that does not end keeps nobody: the process ends, and it with it.
      const late = sleep(END_MS)
      await Promise.race([Promise.all(running.map(end)), late])
    },
  }
}
