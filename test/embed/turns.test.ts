import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Turns } from '../../src/embed/turns.ts'

const question = (size = 1) => ({ isAwaited: true, size })
const passage = (size = 1) => ({ size })

it('D-13 one at a time, questions before passages, each kind in its order', async () => {
  const turns = new Turns()
  const order: string[] = []
  let inside = 0
  const take = (turn: Parameters<Turns['take']>[0], name: string) =>
    turns.take(turn, async () => {
      inside++
      expect(inside).toBe(1)
      await Promise.resolve()
      order.push(name)
      inside--
    })
  await Promise.all([
    take(passage(), 'p1'),
    take(passage(), 'p2'),
    take(passage(), 'p3'),
    take(question(), 'q1'),
    take(question(), 'q2'),
  ])
  expect(order).toEqual(['p1', 'q1', 'q2', 'p2', 'p3'])
})

it('D-13 a turn that fails passes on the turn', async () => {
  const turns = new Turns()
  const failing = turns.take(question(), async () => {
    throw new Error('no')
  })
  const next = turns.take(question(), async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await turns.take(passage(), async () => 'later')).toBe('later')
})

it('J-03 a short question goes before a long one that came first', async () => {
  const turns = new Turns()
  const order: number[] = []
  await Promise.all(
    [5, 128, 9, 128, 3].map((size) =>
      turns.take(question(size), async () => void order.push(size)),
    ),
  )
  expect(order).toEqual([5, 3, 9, 128, 128])
})

const BATCH_MS = 20

async function passagesDone(turns: Turns, batches: number): Promise<number> {
  const began = performance.now()
  const each = () => turns.take(passage(256), () => sleep(BATCH_MS))
  await Promise.all(Array.from({ length: batches }, each))
  return performance.now() - began
}

it('J-03 passages leave the model free for most of the time while questions come', async () => {
  const turns = new Turns()
  await turns.take(question(), async () => undefined)
  expect(await passagesDone(turns, 3)).toBeGreaterThan(3 * BATCH_MS + 2 * 2 * BATCH_MS - 10)
})

it('J-03 with no question about, passages follow one another at once', async () => {
  expect(await passagesDone(new Turns(), 5)).toBeLessThan(5 * BATCH_MS + 2 * 2 * BATCH_MS)
})

it('J-03 a question does not wait for the rest of passages', async () => {
  const turns = new Turns()
  await turns.take(question(), async () => undefined)
  const passages = passagesDone(turns, 2)
  await sleep(BATCH_MS + 10)
  const began = performance.now()
  await turns.take(question(), async () => undefined)
  expect(performance.now() - began).toBeLessThan(2 * BATCH_MS)
  await passages
})
