/** G-01. Who acts on what a host tells, and in which order: the one table of the bus. */
import { type BusEvents, openBus, subscriber } from '../bus.ts'
import type { Caller, Engine } from '../engine.ts'
import type { Heard, Spoken } from './spoken.ts'

/** A part that is not there leaves its turn empty (G-02). */
// biome-ignore format: a table reads best in columns
const TABLE = () => [
  subscriber('session:start', 'inject',         50, start),
  subscriber('prompt:submit', 'inject',         50, inject),
  subscriber('prompt:submit', 'capture',       100, capturePrompt),
  subscriber('tool:pre',      'guards',         50, guard),
  subscriber('tool:post',     'boundaries',     90, toolBoundaries),
  subscriber('tool:post',     'capture',       100, captureTool),
  subscriber('tool:post',     'temporal',      110, temporal),
  subscriber('compact:pre',   'lifeboat',      100, lifeboat),
  subscriber('session:end',   'summary',       100, summary),
  subscriber('session:end',   'extraction',    150, extraction),
  subscriber('session:end',   'consolidation', 200, consolidation),
  subscriber('session:end',   'compression',   300, compression),
] as const

export function openEventBus() {
  return openBus(TABLE())
}

type Run<Name extends keyof BusEvents> = (
  engine: Engine,
  caller: Caller,
  event: BusEvents[Name],
) => Promise<unknown>

const start: Run<'session:start'> = async (engine, caller, { session, source }) =>
  engine.capabilities.find('context')?.(engine, caller, {
    session,
    prompt: '',
    start: source ?? 'startup',
  })

const inject: Run<'prompt:submit'> = async (engine, caller, { session, prompt }) =>
  engine.capabilities.find('context')?.(engine, caller, { session, prompt, start: null })

const guard: Run<'tool:pre'> = async (engine, caller, { session, call }) => {
  const { name, input, filesRead, filesModified, command } = call
  const files = [...filesRead, ...filesModified]
  return engine.capabilities.find('guards')?.(engine, caller, {
    session,
    name,
    input,
    files,
    command,
  })
}

const capturePrompt: Run<'prompt:submit'> = async (engine, caller, event) =>
  captured(engine, caller, event.session, [promptOf(event)])

const toolBoundaries: Run<'tool:post'> = async (engine, caller, event) =>
  captured(engine, caller, event.session, toolMessages(event), 'boundaries')

const captureTool: Run<'tool:post'> = async (engine, caller, event) =>
  captured(engine, caller, event.session, toolMessages(event), 'memories')

const temporal: Run<'tool:post'> = async (engine, caller, { session }) =>
  (await import('./temporal.ts')).promoteScales(engine, caller, session)

const lifeboat: Run<'compact:pre'> = async (engine, caller, { session }) =>
  engine.capabilities.find('lifeboat')?.(engine, caller, session)

const summary: Run<'session:end'> = async (engine, caller, { session }) =>
  (await import('./session-end.ts')).keepSummary(engine, caller, session)

const extraction: Run<'session:end'> = async (engine, caller, { session }) =>
  engine.capabilities.find('extraction')?.(engine, caller, session)

const consolidation: Run<'session:end'> = async (engine, caller) =>
  engine.capabilities.find('consolidation')?.(engine, caller)

const compression: Run<'session:end'> = async (engine, caller) =>
  engine.capabilities.find('compression')?.(engine, caller)

/** Loaded when there is something to capture: a hook runs on every prompt. */
async function captured(
  engine: Engine,
  caller: Caller,
  session: Heard,
  messages: readonly Spoken[],
  only?: 'boundaries' | 'memories',
) {
  const { capture } = await import('./capture-messages.ts')
  return capture(engine, caller, session, messages, only === undefined ? {} : { only })
}

function promptOf({ prompt, eventId, at }: BusEvents['prompt:submit']): Spoken {
  const origin = 'user'
  return { messageId: eventId, eventId, role: 'user', origin, text: prompt, at, seq: null }
}

/** As a transcript would tell it: the call, then its answer. */
function toolMessages({ call, result, at }: BusEvents['tool:post']): Spoken[] {
  const common = { text: '', at, seq: null } as const
  return [
    {
      ...common,
      messageId: `${call.id}:call`,
      eventId: `${call.id}:call`,
      role: 'assistant',
      origin: 'agent',
      toolCalls: [call],
    },
    {
      ...common,
      messageId: call.id,
      eventId: call.id,
      role: 'tool',
      origin: 'tool-output',
      toolResult: { ...result, callId: call.id },
    },
  ]
}
