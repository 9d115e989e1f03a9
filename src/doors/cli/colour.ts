/** Whether to use colour: on a terminal only, unless set otherwise. */

interface Circumstances {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isTerminal: boolean
  /** `--no-color` was given. */
  readonly isRefused: boolean
}

/** What was typed comes before FORCE_COLOR, that before NO_COLOR, that before the terminal. */
export function wantsColour({ env, isTerminal, isRefused }: Circumstances): boolean {
  if (isRefused) return false
  if (env.FORCE_COLOR !== undefined) return !/^(?:0|false|)$/.test(env.FORCE_COLOR)
  if (env.NO_COLOR) return false
  return isTerminal && env.TERM !== 'dumb'
}

const REFUSAL = '--no-color'

/** Takes the flag out of what was typed; behind `--` it is a word like any other. */
export function withoutColourFlag(argv: readonly string[]): {
  readonly argv: readonly string[]
  readonly isRefused: boolean
} {
  const end = argv.indexOf('--')
  const flags = end === -1 ? argv : argv.slice(0, end)
  const kept = flags.filter((word) => word !== REFUSAL)
  return {
    argv: [...kept, ...argv.slice(flags.length)],
    isRefused: kept.length < flags.length,
  }
}
