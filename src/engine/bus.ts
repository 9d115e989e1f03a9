/**
 * G-01. What happens in a host, told to whoever has to act on it, in order of priority. Each is on its
 * own: one that fails or is slow is counted, and the others do not notice.
 */
import type { ToolCall, ToolResult } from '../capture/message.ts'
import type { SessionRef } from './capabilities.ts'
import type { Caller, Engine } from './engine.ts'

interface Happening {
  readonly session: SessionRef
  /** As the host says; null where it does not. */
  readonly at: string | null
}

/** Every event there is, with what it tells. */
export interface BusEvents {
  'session:start': Happening & { readonly source: string | null }
  'prompt:submit': Happening & {
    readonly prompt: string
    /** F-08. The host's id of the prompt, or one made of its words. */
    readonly eventId: string
  }
  'tool:pre': Happening & { readonly call: ToolCall }
  /** Failed tools too. */
  'tool:post': Happening & { readonly call: ToolCall; readonly result: ToolResult }
  'compact:pre': Happening & { readonly trigger: string | null }
  'session:end': Happening & { readonly reason: string | null }
}

export type BusEventName = keyof BusEvents

export type BusEvent = {
  readonly [Name in BusEventName]: { readonly name: Name } & BusEvents[Name]
}[BusEventName]

export interface Subscriber<Name extends BusEventName = BusEventName> {
  readonly event: Name
  readonly name: string
  /** Lower comes first. */
  readonly priority: number
  /** Whatever it gives is handed back to the publisher under its name. */
  readonly run: (engine: Engine, caller: Caller, event: BusEvents[Name]) => Promise<unknown>
}

/** What came of one subscriber. */
export interface Report {
  readonly subscriber: string
  readonly priority: number
  readonly ms: number
  readonly outcome: 'done' | 'failed'
  readonly result: unknown
}

/** How one subscriber has done since the start. */
export interface Counts {
  readonly event: BusEventName
  readonly subscriber: string
  readonly priority: number
  readonly runs: number
  readonly failures: number
  readonly totalMs: number
  readonly slowestMs: number
  readonly lastFailure: string | null
}

export interface Bus {
  /**
   * Resolves when all have had their turn; never rejects because of one of them. `told` hears of each
   * as it ends, for whoever needs only the first; the next one waits for it.
   */
  publish(
    engine: Engine,
    caller: Caller,
    event: BusEvent,
    told?: (report: Report) => Promise<void>,
  ): Promise<readonly Report[]>
  /** Beside the table: for tests and for parts that come and go. Returns how to leave. */
  subscribe(subscriber: AnySubscriber): () => void
  counts(): readonly Counts[]
}

/** Any subscriber: each takes the event that it names, which `publish` sees to. */
export type AnySubscriber = {
  readonly [Name in BusEventName]: Subscriber<Name>
}[BusEventName]

export function openBus(table: readonly AnySubscriber[], elapsedMs = () => performance.now()): Bus {
  const subscribers = new Set<AnySubscriber>(table)
  const counts = new Map<AnySubscriber, Counts>()
  const inOrder = (event: BusEventName) =>
    [...subscribers]
      .filter((subscriber) => subscriber.event === event)
      .sort((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1))

  async function turnOf(
    subscriber: AnySubscriber,
    engine: Engine,
    caller: Caller,
    event: BusEvent,
  ): Promise<Report> {
    const { name, priority } = subscriber
    const start = elapsedMs()
    let failure: string | null = null
    let result: unknown = null
    try {
      // `inOrder` chose subscribers of this very event.
      const run = subscriber.run as Subscriber['run']
      result = (await run(engine, caller, event as unknown as BusEvents[BusEventName])) ?? null
    } catch (thrown) {
      failure = thrown instanceof Error ? thrown.message : String(thrown)
      const data = { event: event.name, subscriber: name, message: failure }
      engine.events.emit({ name: 'subscriber_error', at: engine.clock.now(), data })
    }
    const ms = elapsedMs() - start
    counts.set(subscriber, counted(counts.get(subscriber), subscriber, ms, failure))
    return { subscriber: name, priority, ms, outcome: failure === null ? 'done' : 'failed', result }
  }

  return {
    async publish(engine, caller, event, told) {
      const reports: Report[] = []
      for (const subscriber of inOrder(event.name)) {
        const report = await turnOf(subscriber, engine, caller, event)
        reports.push(report)
        await told?.(report)
      }
      return reports
    },
    subscribe(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    counts: () => [...counts.values()],
  }
}

function counted(
  before: Counts | undefined,
  { event, name, priority }: AnySubscriber,
  ms: number,
  failure: string | null,
): Counts {
  return {
    event,
    subscriber: name,
    priority,
    runs: (before?.runs ?? 0) + 1,
    failures: (before?.failures ?? 0) + Number(failure !== null),
    totalMs: (before?.totalMs ?? 0) + ms,
    slowestMs: Math.max(before?.slowestMs ?? 0, ms),
    lastFailure: failure ?? before?.lastFailure ?? null,
  }
}

/** Ties a subscriber to its event, so that its `run` knows what it is told. */
export function subscriber<Name extends BusEventName>(
  event: Name,
  name: string,
  priority: number,
  run: Subscriber<Name>['run'],
): AnySubscriber {
  return { event, name, priority, run } as unknown as AnySubscriber
}
