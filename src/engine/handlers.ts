/**
 * G-01, G-02. The table of events and their handlers, in order of priority. A handler that fails or exceeds its
 * time limit is counted and skipped; the others still run.
 */
import type { Message, SessionRef, ToolCall } from '../sessions/message.ts'
import type { StoredMessage, StoredSession } from '../store/sessions.ts'
import type { Caller, Engine } from './engine.ts'

interface InSession {
  readonly session: SessionRef
}

export interface GuardVerdict {
  readonly decision: 'warn' | 'block'
  readonly reason: string
  readonly memory: string
}

/** Every event with its input and its answer. A new event is a new row. */
interface HandledEvents {
  /** Answered with text to put before the agent. */
  'session:start': {
    readonly given: InSession & { readonly start: string }
    readonly answer: string
  }
  'prompt:submit': {
    readonly given: InSession & { readonly message: Message }
    readonly answer: string
  }
  /** M-37. Answered with text to put before the subagent. */
  'subagent:start': {
    readonly given: InSession & {
      readonly agentType: string | null
      readonly prompt: string | null
    }
    readonly answer: string
  }
  /** Answered by guards, before the tool runs (K-07). */
  'tool:pre': {
    readonly given: InSession & {
      readonly call: ToolCall
      /** The complete call. */
      readonly text: string
    }
    readonly answer: GuardVerdict
  }
  /** The call and its result, of failed tools too. */
  'tool:post': {
    readonly given: InSession & { readonly messages: readonly Message[] }
    readonly answer: never
  }
  'compact:pre': {
    readonly given: InSession & { readonly trigger: string | null }
    readonly answer: never
  }
  'session:end': {
    readonly given: InSession & { readonly reason: string | null }
    readonly answer: never
  }
  /** New messages of a transcript are in the store; answered with the number of memories made of them. */
  'transcript:grown': {
    readonly given: { readonly session: StoredSession; readonly messages: readonly StoredMessage[] }
    readonly answer: number
  }
}

export type EventName = keyof HandledEvents
export type Given<Name extends EventName> = HandledEvents[Name]['given']
export type HandlerAnswer<Name extends EventName> = HandledEvents[Name]['answer']

export interface Handler<Name extends EventName> {
  readonly name: string
  /** Lower comes first. */
  readonly priority: number
  /** After this long the next handler runs, and this one's answer is ignored. */
  readonly limitMs: number
  readonly run: (
    engine: Engine,
    caller: Caller,
    given: Given<Name>,
  ) => Promise<HandlerAnswer<Name> | null | undefined> | Promise<void>
  /** The agent waits for this one's answer, and for no other. */
  readonly answers?: boolean
}

export type HandlerTable = { readonly [Name in EventName]: readonly Handler<Name>[] }

interface HandlerReport<Name extends EventName> {
  readonly handler: string
  readonly priority: number
  readonly ms: number
  readonly outcome: 'done' | 'failed' | 'timed-out'
  readonly answer: HandlerAnswer<Name> | null
  readonly failure: string | null
}

/** Counts of one handler since the start. */
interface HandlerCounts {
  readonly event: EventName
  readonly handler: string
  readonly runs: number
  readonly failures: number
  readonly totalMs: number
  readonly slowestMs: number
  readonly lastFailure: string | null
}

export interface Handlers {
  /**
   * Resolves when all handlers are done; never rejects because of one. `onAnswer` is called once, when the last
   * answering handler is done, with the first answer; the others run after it. Null: no agent waits, so
   * answering handlers are skipped.
   */
  dispatch<Name extends EventName>(
    engine: Engine,
    caller: Caller,
    name: Name,
    given: Given<Name>,
    onAnswer?: ((answer: HandlerAnswer<Name> | null) => Promise<void>) | null,
  ): Promise<readonly HandlerReport<Name>[]>
  /** Whether there is anyone to dispatch it to. */
  handles(name: EventName): boolean
  /** Returns a function that unsubscribes. */
  subscribe<Name extends EventName>(name: Name, handler: Handler<Name>): () => void
  counts(): readonly HandlerCounts[]
}

/** After all handlers of ours (G-01): a subscriber sees their results. */
export const SUBSCRIBER_PRIORITY = 500
export const DEFAULT_LIMIT_MS = 10_000

export function openHandlers(table: HandlerTable, elapsedMs = () => performance.now()): Handlers {
  const handlers = copyOf(table)
  const counts = new Map<string, HandlerCounts>()

  async function run<Name extends EventName>(
    engine: Engine,
    caller: Caller,
    name: Name,
    given: Given<Name>,
    handler: Handler<Name>,
  ): Promise<HandlerReport<Name>> {
    const start = elapsedMs()
    let answer: HandlerAnswer<Name> | null = null
    let failure: string | null = null
    let outcome: HandlerReport<Name>['outcome'] = 'done'
    try {
      const work = async () => (await handler.run(engine, caller, given)) ?? null
      const result = await withinLimit(work(), handler.limitMs)
      if (result === TIMED_OUT) {
        outcome = 'timed-out'
        failure = `no result within ${handler.limitMs} ms`
      } else answer = result
    } catch (thrown) {
      outcome = 'failed'
      failure = thrown instanceof Error ? thrown.message : String(thrown)
    }
    if (failure !== null) {
      const data = { event: name, handler: handler.name, message: failure }
      engine.events.emit({ name: 'handler_error', at: engine.clock.now(), data })
    }
    const ms = elapsedMs() - start
    const key = `${name} ${handler.name}`
    const before = counts.get(key)
    counts.set(key, {
      event: name,
      handler: handler.name,
      runs: (before?.runs ?? 0) + 1,
      failures: (before?.failures ?? 0) + Number(failure !== null),
      totalMs: (before?.totalMs ?? 0) + ms,
      slowestMs: Math.max(before?.slowestMs ?? 0, ms),
      lastFailure: failure ?? before?.lastFailure ?? null,
    })
    return { handler: handler.name, priority: handler.priority, ms, outcome, answer, failure }
  }

  return {
    async dispatch(engine, caller, name, given, onAnswer) {
      const inOrder = handlers[name]
        .filter(({ answers }) => onAnswer !== null || answers !== true)
        .sort((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1))
      const lastAnswering = inOrder.findLastIndex(({ answers }) => answers === true)
      const reports = []
      for (const [index, handler] of inOrder.entries()) {
        reports.push(await run(engine, caller, name, given, handler))
        if (index !== lastAnswering) continue
        await onAnswer?.(reports.find(({ answer }) => answer !== null)?.answer ?? null)
      }
      return reports
    },
    handles: (name) => handlers[name].length > 0,
    subscribe(name, handler) {
      handlers[name].push(handler)
      return () => {
        const place = handlers[name].indexOf(handler)
        if (place >= 0) handlers[name].splice(place, 1)
      }
    },
    counts: () => [...counts.values()],
  }
}

/** G-02. A table without handlers: events are acknowledged and ignored. */
export const NO_HANDLERS: HandlerTable = {
  'session:start': [],
  'prompt:submit': [],
  'subagent:start': [],
  'tool:pre': [],
  'tool:post': [],
  'compact:pre': [],
  'session:end': [],
  'transcript:grown': [],
}

function copyOf(table: HandlerTable): { [Name in EventName]: Handler<Name>[] } {
  return {
    'session:start': [...table['session:start']],
    'prompt:submit': [...table['prompt:submit']],
    'subagent:start': [...table['subagent:start']],
    'tool:pre': [...table['tool:pre']],
    'tool:post': [...table['tool:post']],
    'compact:pre': [...table['compact:pre']],
    'session:end': [...table['session:end']],
    'transcript:grown': [...table['transcript:grown']],
  }
}

const TIMED_OUT = Symbol('timed out')

async function withinLimit<Result>(
  work: Promise<Result>,
  limitMs: number,
): Promise<Result | typeof TIMED_OUT> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<typeof TIMED_OUT>((resolve) => {
    timer = setTimeout(resolve, limitMs, TIMED_OUT)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
