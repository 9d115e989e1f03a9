/** What a regular expression costs on the worst text anyone can think of for it, as long as it may get one. */
import vm from 'node:vm'
import { hostileInputs } from './hostile-inputs.ts'
import type { Pattern } from './patterns.ts'

const ROUNDS = 5
const GIVE_UP_MS = 10_000

const inside = vm.createContext({})
const trial = new vm.Script(`
  pattern.lastIndex = 0
  if (pattern.global) input.replace(pattern, '')
  else pattern.exec(input)
`)

/** Milliseconds of processor time for one pass over the worst of them; what takes `enoughMs` is not tried again. */
export function slowestMs(pattern: Pattern, characters: number, enoughMs: number): number {
  const inputs = hostileInputs(pattern.source, characters)
  return Math.max(0, ...inputs.map((input) => fastestMs(pattern, input, enoughMs)))
}

/** The best of five: the first is interpreted, and what disturbs one of them is no part of the pattern. */
function fastestMs({ source, flags }: Pattern, input: string, enoughMs: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && best > enoughMs; round++) {
    Object.assign(inside, { pattern: new RegExp(source, flags), input })
    const started = process.cpuUsage()
    try {
      trial.runInContext(inside, { timeout: GIVE_UP_MS })
    } catch {
      // It did not come to an end, or the whole process was held up.
    }
    const { user, system } = process.cpuUsage(started)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
