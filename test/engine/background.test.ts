import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openBackground } from '../../src/engine/background.ts'

it('H-07 the work behind an answer waits until whoever was answered has gone on', async () => {
  const background = openBackground(() => {})
  let done = false
  background.start('after an answer', async () => {
    await background.afterAnswer()
    done = true
  })
  await sleep(5)
  expect(done).toBe(false)
  for (let tries = 0; !done && tries < 200; tries += 1) await sleep(10)
  expect(done).toBe(true)
})

it('H-07 whoever settles or closes does not wait for that', async () => {
  const background = openBackground(() => {})
  const order: string[] = []
  const work = (name: string) =>
    background.start(name, async () => {
      await background.afterAnswer()
      order.push(name)
      await background.afterAnswer()
      order.push(`${name} again`)
    })
  work('first')
  await sleep(1)
  const timer = setTimeout(() => order.push('a timer of 30 ms'), 30)
  await background.settle()
  work('second')
  await background.close()
  expect(order).toEqual(['first', 'first again', 'second', 'second again'])
  clearTimeout(timer)
})
