/** One command of the CLI: an operation, how it is typed, and how its result reads. */
import type * as z from 'zod'
import type { AnyOperation, Operation } from '../../operations/operation.ts'

interface CommandOptions<Output> {
  /** Fields given without a flag, in order; the last may end in `…` to take all that is left. */
  readonly positional?: readonly string[]
  readonly short?: Readonly<Record<string, string>>
  /** Field that is read from standard input when it is not given (or given as `-`). */
  readonly stdin?: string
  /** A word given as a file name, read into a field: `{ file: 'text' }`; `-` is standard input. */
  readonly fileFor?: Readonly<Record<string, string>>
  /** Fields that hold a path, or may hold one: when the file is there, or when it looks like one. */
  readonly paths?: Readonly<Record<string, 'always' | 'if-there' | 'if-path'>>
  /** Shown under --help, and run by the tests. */
  readonly examples: readonly string[]
  readonly print: (output: Output, shown: PrintOptions) => string
  /** What is printed is for programs: in a pipe it is written as it is. */
  readonly isData?: boolean
  /** Not 0 when the answer is a no. */
  readonly exitCode?: (output: Output) => number
  /** Options of this door alone, with what they do to the input. */
  readonly extra?: readonly ExtraOption[]
}

interface ExtraOption {
  readonly flags: string
  readonly about: string
  readonly apply: (input: Record<string, unknown>, value: unknown) => void
}

export interface PrintOptions {
  readonly input: Readonly<Record<string, unknown>>
  readonly width: number
}

export interface Command extends CommandOptions<unknown> {
  readonly op: AnyOperation
}

/** A command that is no operation: it needs no home, or serves one. */
export interface BareCommand {
  readonly summary: string
  readonly help: string
  /** Words that may follow, for completion. */
  readonly words?: readonly string[]
  /** `commands` is the whole table of commands, including this one. */
  readonly run: (argv: readonly string[], commands?: Loaders) => Promise<number>
}

export type Loaders = Readonly<Record<string, () => Promise<Command | BareCommand>>>

export function command<Input extends z.ZodObject, Output extends z.ZodObject>(
  op: Operation<Input, Output>,
  options: CommandOptions<z.output<Output>>,
): Command {
  return { op, ...options } as unknown as Command
}
