/**
 * Background services of the daemon: watchers and the scheduler. Each starts and ends with it; one that fails
 * is reported and does not affect the others.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Opened } from '../../compose.ts'
import { SERVICES, type ServiceName } from '../../operations/services.ts'

export interface Resident {
  readonly name: string
  /** Resolves once it runs, with a function that stops it and resolves when it has stopped. */
  readonly start: (mneme: Opened, report: Report) => Promise<() => Promise<void>>
}

/** Called with failures while it runs. */
type Report = (thrown: unknown, what: string) => void

type Load = () => Promise<Resident>

/** Each loads when the daemon starts: a question waits for these, ... */
const AT_ONCE: readonly Load[] = [
  // K-03. Handles events that hooks spooled while no daemon was running.
  async () => (await import('../hooks/spool-reader.ts')).spoolReader,
  service('vectors'),
]
/** ... and these leave the first question the processor. */
const AFTERWARDS: readonly Load[] = [
  // H-07. Loads what the first prompt needs.
  async () => (await import('../hooks/warm-up.ts')).warmUp,
  service('capture'),
  vault,
  service('transcripts'),
  upkeep,
  service('team'),
]

function service(name: ServiceName): Load {
  return async () => ({
    name,
    async start({ engine, caller }, report) {
      const onError = (thrown: unknown) => report(thrown, name)
      const running = await SERVICES[name](engine, caller, { onError })
      return () => running.close()
    },
  })
}

/** C-02. Files are watched before they are compared, so that no edit falls between the two. */
async function vault(): Promise<Resident> {
  const { name, start } = await service('vault')()
  return {
    name,
    async start(mneme, report) {
      const stop = await start(mneme, report)
      await mneme.catchUp()
      return stop
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

interface Residents {
  /** Stops those that run, and waits for those that are starting. */
  stop(): Promise<void>
}

const END_MS = 3000

/** Returns at once: calls are answered while watchers start. Most start after `asked`. */
export function startResidents(
  mneme: Opened,
  report: Report,
  started: (name: string) => void,
  asked: Promise<void>,
): Residents {
  const ending = new AbortController()
  const ended = once(ending.signal, 'abort')
  const after = Promise.race([asked, ended])
  const start = async (load: Load, when?: Promise<unknown>) => {
    let name = 'a resident'
    try {
      await when
      if (ending.signal.aborted) return null
      const resident = await load()
      name = resident.name
      const stop = await resident.start(mneme, report)
      started(name)
      return { name, stop }
    } catch (thrown) {
      report(thrown, `start of ${name}`)
      return null
    }
  }
  const running = [
    ...AT_ONCE.map((load) => start(load)),
    ...AFTERWARDS.map((load) => start(load, after)),
  ]
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
      ending.abort()
      // One that does not stop is not waited for: it ends with the process.
      const late = sleep(END_MS)
      await Promise.race([Promise.all(running.map(end)), late])
    },
  }
}
