/** J-03. A prompt as long as a document is read in time that grows with it, not with its square. */
import { expect, it } from 'vitest'
import { maskedProse } from '../../src/capture/prose.ts'

const SHORT = 20_000
const GROWTH = 10
/** A square would be a hundred times. */
const MAX_GROWTH = 40

function fastestMs(text: string): number {
  const rounds = [1, 2, 3].map(() => {
    const start = process.cpuUsage()
    maskedProse(text)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  return Math.min(...rounds)
}

it.each(['\n\n> ', '<ab>\n', 'explain it\n\n', 'use tabs\n> no\n'])(
  'M-03 brought-in passages of %j are blanked in linear time',
  { retry: 2 },
  (seed) => {
    const text = (length: number) => `${seed.repeat(Math.ceil(length / seed.length))}\nfor us`
    fastestMs(text(SHORT))
    const short = Math.max(1, fastestMs(text(SHORT)))
    expect(fastestMs(text(GROWTH * SHORT))).toBeLessThan(MAX_GROWTH * short)
  },
)
