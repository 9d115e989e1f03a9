/**
 * The library: every operation as a method.
 *
 *     import { openMneme } from 'mneme'
 *     const mneme = await openMneme({ project: process.cwd() })
 *     await mneme.remember({ content: 'We deploy on Fridays', type: 'policy' })
 *     const { hits } = await mneme.search({ query: 'when do we deploy' })
 *     await mneme.close()
 */
import type * as z from 'zod'
import { openMneme as open } from './compose.ts'
import {
  DEFAULT_LIMIT_MS,
  type EventName,
  type Given,
  SUBSCRIBER_PRIORITY,
} from './engine/handlers.ts'
import { type AnyOperation, call, type Progress } from './operations/operation.ts'
import { OPERATIONS, type OperationName, type OperationOf } from './operations/table.ts'

export type { EventName, Given } from './engine/handlers.ts'
export { type FailureCode, MnemeError } from './errors.ts'
export type { Memory } from './memory/memory.ts'

export interface LibraryOptions {
  /** The home folder. Default: MNEME_HOME or ~/.mneme. */
  readonly home?: string
  /** A folder of the project to work in. Default: only global memories are visible. */
  readonly project?: string
  readonly session?: string
  /**
   * M-01. Who this code acts for: an agent unless stated otherwise. What an agent stores is served as
   * reference, and its changes to a person's memories are proposals.
   */
  readonly speaker?: 'person' | 'agent'
  /** For the journal. */
  readonly actor?: string
}

type Method<Name extends OperationName> = (
  input: z.input<OperationOf<Name>['input']>,
  progress?: Progress,
) => Promise<z.output<OperationOf<Name>['output']>>

type Camel<Name extends string> = Name extends `${infer First}${' ' | '-'}${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

export type Mneme = { readonly [Name in OperationName as Camel<Name>]: Method<Name> } & {
  /**
   * G-01. Calls `listener` whenever the event reaches this process (see `hook`), after Mneme's own
   * handlers unless a lower priority is given. Returns how to leave.
   */
  subscribe<Name extends EventName>(
    name: Name,
    listener: (given: Given<Name>) => Promise<void> | void,
    options?: SubscribeOptions,
  ): () => void
  /** Finishes running work and closes the store. */
  close(): Promise<void>
}

export interface SubscribeOptions {
  /** Lower runs first; Mneme's own handlers are between 50 and 300. */
  readonly priority?: number
  /** Time limit: after this the event continues without this listener. */
  readonly limitMs?: number
}

export async function openMneme(options: LibraryOptions = {}): Promise<Mneme> {
  const { project, ...rest } = options
  const { engine, caller, close } = await open({ ...rest, folder: project ?? null })
  const methods = Object.entries(OPERATIONS).map(([name, load]) => {
    const method = async (input: unknown = {}, progress?: Progress) =>
      call((await load()) as AnyOperation, engine, caller, input, progress)
    return [camel(name), method]
  })
  const subscribe: Mneme['subscribe'] = (name, listener, options = {}) =>
    engine.handlers.subscribe(name, {
      name: 'library',
      priority: options.priority ?? SUBSCRIBER_PRIORITY,
      limitMs: options.limitMs ?? DEFAULT_LIMIT_MS,
      run: async (_engine, _caller, given) => {
        await listener(given)
      },
    })
  // Built from the very table that the type is derived from.
  return { ...Object.fromEntries(methods), subscribe, close } as Mneme
}

function camel(name: string): string {
  return name.replace(/[ -]([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
