import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { leaseHolder, takeLease } from '../../src/upkeep/lease.ts'
import { testHome } from '../support/home.ts'

/** No process of Linux or macOS has an id this high. */
const DEAD_PID = 2 ** 30

async function heldBy(holder: { readonly pid: number; readonly host: string }) {
  const home = await testHome()
  const until = '2026-01-01T00:01:00.000Z'
  const held = JSON.stringify({ owner: 'another', until, ...holder })
  await home.engine.store.notes.set('upkeep:lease', held)
  return home
}

it('I-12 a process of this machine that has ended holds nothing', async () => {
  const { engine } = await heldBy({ pid: DEAD_PID, host: hostname() })
  expect(await leaseHolder(engine)).toBeNull()
  await expect(takeLease(engine)).resolves.toBeDefined()
})

it('I-12 of another machine only the time is known', async () => {
  const { engine, clock } = await heldBy({ pid: DEAD_PID, host: `not-${hostname()}` })
  await expect(takeLease(engine)).rejects.toMatchObject({ code: 'store_busy' })
  clock.advance(61_000)
  await expect(takeLease(engine)).resolves.toBeDefined()
})

it('I-12 a process that lives holds it until its time is over', async () => {
  const { engine } = await heldBy({ pid: process.pid, host: hostname() })
  expect(await leaseHolder(engine)).toMatchObject({ pid: process.pid })
  await expect(takeLease(engine)).rejects.toMatchObject({ code: 'store_busy' })
})
