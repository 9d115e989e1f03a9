/** J-01. An operation is defined once and offered by every door. */
import type * as z from 'zod'
import type { Caller, Engine } from '../engine/engine.ts'
import type { Progress } from '../engine/progress.ts'
import { MnemeError } from '../errors.ts'

export type { Progress }
export type Effect = 'reads' | 'writes' | 'destroys'

export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  /** One name in every door; two words for a group: `fact add`. */
  readonly name: string
  /** For --help and for a model: what it does and when to use it. */
  readonly summary: string
  readonly effect: Effect
  /** B-12. Whether it works while memory is disabled here. */
  readonly whenOff?: 'answers' | 'refuses'
  /** M-01. Requires a person at a terminal or on the page; a function where that depends on the input. */
  readonly needsPerson?: string | ((input: z.output<Input>) => string | null)
  /** H-05. Its texts are cleaned where they are composed, and the result must not be cleaned again. */
  readonly cleansItself?: true
  readonly http: {
    readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
    readonly path: string
  }
  readonly input: Input
  readonly output: Output
  readonly run: (
    engine: Engine,
    caller: Caller,
    input: z.output<Input>,
    progress?: Progress,
  ) => Promise<z.output<Output>>
}

export function operation<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Operation<Input, Output>,
): Operation<Input, Output> {
  return definition
}

/** Any operation, for lists of them. */
// biome-ignore lint/suspicious/noExplicitAny: inputs are contravariant; `call` parses before it runs
export type AnyOperation = Operation<any, any>

/** Loaded with the first call: listing operations does not need it. */
let permission: typeof import('./permission.ts') | undefined
let labels: typeof import('./changed-labels.ts') | undefined
let cleaning: typeof import('./clean-answer.ts') | undefined

/**
 * Calls an operation: parses, checks permission, runs it, and cleans the answer to an agent. Every door uses
 * this.
 */
export async function call<Input extends z.ZodObject, Output extends z.ZodObject>(
  op: Operation<Input, Output>,
  engine: Engine,
  caller: Caller,
  input: unknown,
  progress?: Progress,
): Promise<z.output<Output>> {
  permission ??= await import('./permission.ts')
  const given = parseInput(op, input)
  if (op.effect !== 'reads') {
    labels ??= await import('./changed-labels.ts')
    labels.refuseHiddenCredentials(input, given)
  }
  permission.checkPerson(op, caller, given)
  await permission.checkAllowed(op, engine, caller, given)
  if (caller.speaker !== 'agent' || op.cleansItself) return op.run(engine, caller, given, progress)
  cleaning ??= await import('./clean-answer.ts')
  const { cleanAnswer } = cleaning
  try {
    return cleanAnswer(await op.run(engine, caller, given, progress))
  } catch (thrown) {
    if (!(thrown instanceof MnemeError) || thrown.details === undefined) throw thrown
    throw thrown.withDetails(cleanAnswer(thrown.details))
  }
}

/** Parses untrusted input, or fails with one line that says what is wrong. */
function parseInput<Input extends z.ZodObject>(
  op: Operation<Input, z.ZodObject>,
  input: unknown,
): z.output<Input> {
  const result = strictInput(op).safeParse(input)
  if (result.success) return result.data as z.output<Input>
  throw new MnemeError('invalid_input', describeIssue(result.error.issues[0], input), {
    hint: `See: mneme ${op.name} --help`,
  })
}

/** Making a schema strict builds it anew, which costs more than parsing with it. */
const strictInputs = new WeakMap<z.ZodObject, z.ZodObject>()

function strictInput({ input }: Operation): z.ZodObject {
  let strict = strictInputs.get(input)
  if (!strict) {
    strict = input.strict()
    strictInputs.set(input, strict)
  }
  return strict
}

function describeIssue(issue: z.core.$ZodIssue | undefined, input: unknown): string {
  if (!issue) return 'the input is not valid'
  if (issue.code === 'unrecognized_keys') {
    return `there is no field ${issue.keys.map((key) => `"${key}"`).join(', ')} here`
  }
  const where = issue.path.join('.')
  if (where === '') return issue.message
  const [field] = issue.path
  const isMissing =
    issue.path.length === 1 && field !== undefined && !Object.hasOwn(Object(input), field)
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map(String).join(', ')
    return isMissing
      ? `${where} is missing: one of ${choices}`
      : `${where} must be one of ${choices}`
  }
  return isMissing ? `${where} is missing` : `${where}: ${issue.message}`
}
