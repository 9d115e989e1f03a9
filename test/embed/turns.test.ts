import { expect, it } from 'vitest'
import { Turns } from '../../src/embed/turns.ts'

it('D-13 one at a time, questions before passages, each kind in its order', async () => {
  const turns = new Turns()
  const order: string[] = []
  let inside = 0
  const take = (kind: 'query' | 'passage', name: string) =>
    turns.take(kind, async () => {
      inside++
      expect(inside).toBe(1)
      await Promise.resolve()
      order.push(name)
      inside--
    })
  await Promise.all([
    take('passage', 'p1'),
    take('passage', 'p2'),
    take('passage', 'p3'),
    take('query', 'q1'),
    take('query', 'q2'),
  ])
  expect(order).toEqual(['p1', 'q1', 'q2', 'p2', 'p3'])
})

it('D-13 a turn that fails passes on the turn', async () => {
  const turns = new Turns()
  const failing = turns.take('query', async () => {
    throw new Error('no')
  })
  const next = turns.take('query', async () => 'yes')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  expect(await turns.take('passage', async () => 'later')).toBe('later')
})
