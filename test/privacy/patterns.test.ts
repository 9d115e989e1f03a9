import vm from 'node:vm'
import { expect, it } from 'vitest'
import { hostileInputs } from '../support/hostile-inputs.ts'
import { allPatterns } from '../support/patterns.ts'

/**
 * A pattern that looks at ten thousand hostile letters within 15 ms of processor time is linear, and
 * looks at a megabyte in the same proportion; a quadratic one takes a hundred, others never end.
 */
const CHARACTERS = 10_000
const MAX_MS = 15
const GIVE_UP_MS = 400
/** Those that are asked about one sentence at a time, in the rules and contradictions. May only shrink. */
const MAX_SLOW = 20

const inside = vm.createContext({})
const trial = new vm.Script(`
  if (pattern.sticky) {
    for (let start = 0; start < 100; start++) {
      pattern.lastIndex = start
      pattern.exec(input)
    }
  } else {
    pattern.lastIndex = 0
    if (pattern.global) for (const _ of input.matchAll(pattern)) continue
    else pattern.exec(input)
  }
`)

/** The seed of the first input that takes too long. */
function slowSeed(source: string, flags: string): string | null {
  for (const input of hostileInputs(source, CHARACTERS)) {
    if (isSlow(source, flags, input) && isSlow(source, flags, input)) return input.slice(0, 24)
  }
  return null
}

function isSlow(source: string, flags: string, input: string): boolean {
  Object.assign(inside, { pattern: new RegExp(source, flags), input })
  const started = process.cpuUsage()
  try {
    trial.runInContext(inside, { timeout: GIVE_UP_MS })
  } catch {
    return true // It did not come to an end.
  }
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000 > MAX_MS
}

it('G-10 no pattern of the source takes more than its share on hostile text', {
  timeout: 300_000,
}, async () => {
  const slow = (await allPatterns()).flatMap(({ source, flags, at }) => {
    const seed = slowSeed(source, flags)
    return seed === null ? [] : [`${at} on ${JSON.stringify(seed)}: /${source.slice(0, 80)}/`]
  })
  console.info(slow.join('\n'))
  expect(slow.length).toBeLessThanOrEqual(MAX_SLOW)
})
