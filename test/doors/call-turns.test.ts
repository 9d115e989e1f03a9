/** J-03. Whose call is begun when. */
import { expect, it } from 'vitest'
import { openCallTurns } from '../../src/doors/call-turns.ts'
import { questionIn } from '../../src/search/query.ts'

function holdUp(ms: number): void {
  for (const start = performance.now(); performance.now() - start < ms; );
}

it('J-03 a call comes between those that another client sent all at once', async () => {
  const turns = openCallTurns()
  const begun: string[] = []
  const flood = Array.from({ length: 8 }, (_, at) =>
    turns.take('noisy', () => {
      begun.push(`noisy ${at}`)
      holdUp(25)
    }),
  )
  await new Promise((resolve) => setImmediate(resolve))
  await turns.take('quiet', () => begun.push('quiet'))
  expect(begun.indexOf('quiet')).toBeLessThan(3)
  await Promise.all(flood)
  expect(begun.filter((each) => each !== 'quiet')).toEqual(
    Array.from({ length: 8 }, (_, at) => `noisy ${at}`),
  )
})

it('J-03 a call that fails or waits holds up no other of its client', async () => {
  const turns = openCallTurns()
  const never = turns.take('one', () => new Promise(() => undefined))
  await expect(turns.take('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take('one', () => 'answered')).toBe('answered')
  expect(never).toBeInstanceOf(Promise)
})

it('J-03 of a question as long as a document its beginning is searched for, in whole words', () => {
  const asked = questionIn('password '.repeat(10_000))
  expect(asked.length).toBeLessThanOrEqual(4000)
  expect(
    asked
      .trim()
      .split(' ')
      .every((word) => word === 'password'),
  ).toBe(true)
  expect(questionIn('which port?')).toBe('which port?')
})
