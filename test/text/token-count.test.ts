import { beforeAll, describe, expect, it } from 'vitest'
import {
  approximateCounter,
  approximateTokens,
  loadTokenCounter,
  type TokenCounter,
} from '../../src/text/token-count.ts'

describe('token counts', () => {
  let real: TokenCounter
  beforeAll(async () => {
    real = await loadTokenCounter()
  })

  it.each([
    ['', 0],
    ['abcd', 1],
    ['abcde', 2],
    ['数据库', 3],
    ['数据库 abcd', 5],
  ])('H-03 %j costs about %d', (text, tokens) => {
    expect(approximateTokens(text)).toBe(tokens)
    expect(approximateCounter.count(text)).toBe(tokens)
  })

  it('H-03 the real table is loaded once and counts exactly', async () => {
    expect(await loadTokenCounter()).toBe(real)
    expect(real.count('')).toBe(0)
    expect(real.count('hello world')).toBe(2)
  })

  it('H-03 words that look like commands are words', () => {
    expect(real.count('<|endoftext|>')).toBeGreaterThan(1)
  })

  it('H-03 a run without spaces is counted in time', () => {
    const count = real.count('ab1'.repeat(40_000))
    expect(count).toBeGreaterThan(10_000)
    expect(count).toBeLessThan(120_000)
  })

  it('H-03 counting in pieces stays near the whole', () => {
    const text = `${'a quick note about the store. '.repeat(50)}${'x'.repeat(300)}`
    const inPieces = real.count(text)
    const apart =
      real.count('a quick note about the store. '.repeat(50)) + real.count('x'.repeat(255))
    expect(Math.abs(inPieces - apart)).toBeLessThan(20)
  })
})
