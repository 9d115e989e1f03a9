/**
 * Whether a regular expression stays linear on hostile text: by proof where there is one, else the
 * worst inputs that anyone can think of are measured at two lengths.
 */
import vm from 'node:vm'
import { hostileInputs } from './hostile-inputs.ts'
import type { Pattern } from './patterns.ts'

/** `safe` by proof, `measured` where there is none, `slow` where it grows faster than its input. */
export type Verdict = 'safe' | 'measured' | 'slow'

/** What `recheck` says of a pattern, as far as we use it. */
export interface Proof {
  readonly status: 'safe' | 'vulnerable' | 'unknown'
  readonly attack?: Attack
}

interface Attack {
  readonly pumps: readonly { readonly prefix: string; readonly pump: string }[]
  readonly suffix: string
}

const SHORT = 16_000
const LONG = 4 * SHORT
/** Four times the text may take four times as long; a quadratic pattern takes sixteen. */
const MAX_GROWTH = 9
/** Below this a clock says more about the machine than about the pattern. */
const MIN_MS = 60
const GIVE_UP_MS = 5_000

export function judgePattern(pattern: Pattern, proof: Proof | null = null): Verdict {
  if (proof?.status === 'safe') return 'safe'
  const attack = proof?.attack
  const long = hostileInputs(pattern.source, LONG)
  const short = hostileInputs(pattern.source, SHORT)
  const inputs = long.map((input, index) => ({ long: input, short: short[index] ?? '' }))
  if (attack) inputs.unshift({ long: attackOf(attack, LONG), short: attackOf(attack, SHORT) })
  return inputs.some((input) => growsTooFast(pattern, input)) ? 'slow' : 'measured'
}

interface Inputs {
  readonly short: string
  readonly long: string
}

function growsTooFast({ source, flags }: Pattern, { short, long }: Inputs): boolean {
  const time = fastest(source, flags, long)
  if (time === Number.POSITIVE_INFINITY) return true
  return time >= MIN_MS && time > MAX_GROWTH * fastest(source, flags, short)
}

const inside = vm.createContext({})
const trial = new vm.Script(`
  pattern.lastIndex = 0
  if (pattern.global) for (const _ of input.matchAll(pattern)) continue
  else pattern.exec(input)
`)

/** Processor time, the best of three; one that does not come to an end is endless. */
function fastest(source: string, flags: string, input: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    Object.assign(inside, { pattern: new RegExp(source, flags), input })
    const started = process.cpuUsage()
    try {
      trial.runInContext(inside, { timeout: GIVE_UP_MS })
    } catch {
      return best
    }
    const { user, system } = process.cpuUsage(started)
    best = Math.min(best, (user + system) / 1000)
    if (best < MIN_MS) return best
  }
  return best
}

/** What `recheck` would send, made as long as we ask. */
function attackOf({ pumps, suffix }: Attack, length: number): string {
  const fixed = pumps.reduce((sum, { prefix }) => sum + prefix.length, suffix.length)
  const share = Math.max(0, length - fixed) / Math.max(1, pumps.length)
  const pumped = pumps.map(
    ({ prefix, pump }) => prefix + pump.repeat(Math.ceil(share / pump.length)),
  )
  return pumped.join('') + suffix
}
