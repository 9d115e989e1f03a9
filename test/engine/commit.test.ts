import { expect, it } from 'vitest'
import { decideAndCommit } from '../../src/engine/journal/commit.ts'
import { MnemeError } from '../../src/errors.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { openHome } from '../support/opened-home.ts'

it('B-13 what was read and changed meanwhile is read and decided again', async () => {
  const home = await openHome()
  const { id } = await home.do('remember', { content: 'Deploys go out on Fridays.' })
  let decided = 0
  await decideAndCommit(home.engine, home.caller, 'test', async () => {
    decided += 1
    const memory = await home.stored(id)
    // Another process gets in between, the first two times.
    if (decided <= 2) await home.do('update', { id: memory.id, importance: decided / 10 })
    return { changes: [strengthened(memory)], result: {} }
  })
  expect(decided).toBe(3)
  expect(await home.stored(id)).toMatchObject({ strength: 1, importance: 0.2 })
})

it('B-13 a conflict that never ends is told after eight tries, and nothing is applied', async () => {
  const home = await openHome()
  const { id } = await home.do('remember', { content: 'Deploys go out on Fridays.' })
  let decided = 0
  const trying = decideAndCommit(home.engine, home.caller, 'test', async () => {
    decided += 1
    const memory = await home.stored(id)
    return { changes: [strengthened({ ...memory, importance: 0.123 })], result: {} }
  })
  await expect(trying).rejects.toMatchObject({ code: 'conflict' })
  expect(decided).toBe(8)
  expect((await home.stored(id)).strength).toBe(0)
})

it('B-13 another failure is no conflict: it is told at once', async () => {
  const home = await openHome()
  let decided = 0
  const trying = decideAndCommit(home.engine, home.caller, 'test', async () => {
    decided += 1
    throw new MnemeError('invalid_input', 'no')
  })
  await expect(trying).rejects.toMatchObject({ code: 'invalid_input' })
  expect(decided).toBe(1)
})

function strengthened(memory: Memory) {
  return {
    op: 'update',
    kind: 'memory',
    key: memory.id,
    set: { strength: memory.strength + 1 },
    expect: { importance: memory.importance },
  } as const
}
