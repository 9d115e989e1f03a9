/** M-24. The times of each host's last event, capture and context. */
import * as z from 'zod'
import { HOSTS, type HostName } from '../../hosts/hook-event.ts'
import type { Engine } from '../engine.ts'

const HostActivity = z.object({
  /** The last hook event. */
  eventAt: z.string().nullable(),
  /** The last memory kept by itself from one of its sessions. */
  captureAt: z.string().nullable(),
  /** The last context that was not empty. */
  injectionAt: z.string().nullable(),
})
export type HostActivity = z.infer<typeof HostActivity>

const NEVER: HostActivity = { eventAt: null, captureAt: null, injectionAt: null }

/** Hooks run many times a minute; their time is stored once. */
const MIN_WRITE_GAP_MS = 60_000

interface Known {
  activity: HostActivity
  writtenMs: number
}

/** Activity seen by this process, by store: newer than what is stored. */
const seen = new WeakMap<Engine['store'], Map<string, Known>>()

export async function noteHostActivity(
  engine: Pick<Engine, 'store' | 'clock'>,
  host: string,
  what: keyof HostActivity,
): Promise<void> {
  // M-04. Callers may send any name; only known hosts are stored.
  if (!HOSTS.some((known) => known === host)) return
  const hosts = seen.get(engine.store) ?? new Map<string, Known>()
  seen.set(engine.store, hosts)
  const now = engine.clock.now()
  const known = hosts.get(host) ?? { activity: await readWritten(engine, host), writtenMs: 0 }
  hosts.set(host, known)
  const isFirst = known.activity[what] === null
  known.activity = { ...known.activity, [what]: now }
  if (!isFirst && Date.parse(now) - known.writtenMs < MIN_WRITE_GAP_MS) return
  known.writtenMs = Date.parse(now)
  await engine.store.notes.set(keyOf(host), JSON.stringify(known.activity))
}

export async function readHostActivity(
  engine: Pick<Engine, 'store'>,
  host: HostName,
): Promise<HostActivity> {
  return seen.get(engine.store)?.get(host)?.activity ?? readWritten(engine, host)
}

async function readWritten(engine: Pick<Engine, 'store'>, host: string): Promise<HostActivity> {
  const text = await engine.store.notes.get(keyOf(host))
  if (text === null) return NEVER
  const parsed = HostActivity.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : NEVER
}

function keyOf(host: string): string {
  return `host-activity:${host}`
}
