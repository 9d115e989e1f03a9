/**
 * I-12. One runner across all processes. The invariant: a process that changes memories for upkeep holds the
 * lease, renews it while at work, and one that died is followed by another when its time is over.
 */
import { hostname } from 'node:os'
import * as z from 'zod'
import { addDays } from '../clock.ts'
import type { Engine } from '../engine/engine.ts'
import { MnemeError } from '../errors.ts'
import { isAlive } from '../machine/is-alive.ts'

const KEY = 'upkeep:lease'
const LEASE_SECONDS = 60
const RENEW_SECONDS = 10
const SECONDS_PER_DAY = 86_400

const Held = z.object({
  owner: z.string(),
  pid: z.int(),
  host: z.string().optional(),
  until: z.string(),
})

export interface Lease {
  /** Cheap while there is time left; throws when another process took over. */
  renew(): Promise<void>
  release(): Promise<void>
}

export async function takeLease(engine: Engine): Promise<Lease> {
  const { notes } = engine.store
  const owner = engine.clock.newId()
  let mine = leaseOf(engine, owner)
  let renewedAt = engine.clock.now()
  const present = await notes.get(KEY)
  const holder = present === null ? null : Held.safeParse(JSON.parse(present)).data
  if (holder && isHeld(engine, holder)) throw underWay(holder.pid)
  if (!(await notes.compareAndSet(KEY, present, mine))) throw underWay(null)
  return {
    async renew() {
      const now = engine.clock.now()
      if (now < later(renewedAt, RENEW_SECONDS)) return
      const next = leaseOf(engine, owner)
      if (!(await notes.compareAndSet(KEY, mine, next))) throw underWay(null)
      mine = next
      renewedAt = now
    },
    async release() {
      // A lease that is over needs no release.
      await notes.compareAndSet(KEY, mine, leaseOf(engine, owner, 0))
    },
  }
}

/** Who is at work now, if anybody. */
export async function leaseHolder(engine: Engine): Promise<{ pid: number; until: string } | null> {
  const present = await engine.store.notes.get(KEY)
  const holder = present === null ? null : Held.safeParse(JSON.parse(present)).data
  return holder && isHeld(engine, holder) ? { pid: holder.pid, until: holder.until } : null
}

/** A process of this machine that has ended holds nothing, whatever its lease says. */
function isHeld(engine: Engine, holder: z.infer<typeof Held>): boolean {
  if (holder.until <= engine.clock.now()) return false
  // Of a process on another machine, with a shared store, only the time is known.
  if (holder.host !== undefined && holder.host !== hostname()) return true
  return isAlive(holder.pid)
}

function leaseOf(engine: Engine, owner: string, seconds = LEASE_SECONDS): string {
  const until = later(engine.clock.now(), seconds)
  return JSON.stringify({ owner, pid: process.pid, host: hostname(), until })
}

function later(at: string, seconds: number): string {
  return addDays(at, seconds / SECONDS_PER_DAY)
}

function underWay(pid: number | null): MnemeError {
  const where = pid === null ? 'in another process' : `in process ${pid}`
  return new MnemeError('store_busy', `upkeep is under way ${where}`, {
    hint: 'Try again when it is done: mneme upkeep status',
  })
}
