import { expect, it } from 'vitest'
import type { InTeam } from '../../src/engine/team/membership.ts'
import { replay, say, waitingWrites } from '../../src/engine/team/queue.ts'
import { MnemeError } from '../../src/errors.ts'
import type { TeamServer } from '../../src/team/server.ts'
import { testHome } from '../support/home.ts'

/** A team whose server answers or does not, and remembers what it was asked to forget. */
function team(name: string, answers: () => boolean) {
  const forgotten: string[] = []
  const server: Partial<TeamServer> = {
    async forget(id) {
      if (!answers()) throw new MnemeError('unavailable', 'no network')
      forgotten.push(id)
      return true
    },
  }
  const inTeam = { membership: { team: name }, server } as unknown as InTeam
  return { inTeam, forgotten }
}

it('K-18 what waits for one team is sent to that team alone, once, in order', async () => {
  const { engine, caller } = await testHome()
  let isOnline = false
  const red = team('red', () => isOnline)
  const blue = team('blue', () => isOnline)
  for (const id of ['m1', 'm2']) {
    const sent = await say(engine, caller, red.inTeam, { what: 'forget', id })
    expect(sent.outcome).toBe('waiting')
  }
  isOnline = true
  expect(await replay(engine, caller, blue.inTeam)).toEqual({ sent: 0, refused: 0, waiting: 0 })
  expect(blue.forgotten).toEqual([])
  expect(await replay(engine, caller, red.inTeam)).toEqual({ sent: 2, refused: 0, waiting: 0 })
  expect(red.forgotten).toEqual(['m1', 'm2'])
  expect(await waitingWrites(engine)).toEqual([])
})
