/**
 * J-07, H-07. What a host told through a hook, handed to the bus. The agent waits only for what it is
 * given back: a context, or the word of a guard. Everything else happens behind its back.
 */
import type { HookEvent, HookReply, HostName } from '../../hosts/hook-event.ts'
import { EMPTY_REPLY } from '../../hosts/hook-event.ts'
import { ownWords } from '../../sessions/injected.ts'
import { toolCall } from '../../sessions/tools.ts'
import { promptEventId } from '../../sessions/transcript.ts'
import type { BusEvent, Report } from '../bus.ts'
import type { Verdict } from '../capabilities.ts'
import type { Caller, Engine } from '../engine.ts'
import { isOff } from '../projects/off.ts'

export interface HandleHookEventOptions {
  /** The event was spooled while the daemon was down: act on it, but nobody waits for an answer any more. */
  readonly late: boolean
  /** Called when everybody has had their turn. */
  readonly done?: () => void
}

export async function handleHookEvent(
  engine: Engine,
  caller: Caller,
  host: HostName,
  told: HookEvent,
  { late, done = () => {} }: HandleHookEventOptions = { late: false },
): Promise<HookReply> {
  if (told.kind === 'nothing' || (await isOff(engine, caller))) {
    done()
    return EMPTY_REPLY
  }
  const event = eventOf(engine, host, told)
  const publish = (hear?: (report: Report) => Promise<void>) =>
    engine.bus.publish(engine, caller, event, hear)
  // What was spooled, and the lifeboat before a compaction, must be done when the call returns.
  if (late || told.kind === 'compact:pre') {
    await publish()
    done()
    return EMPTY_REPLY
  }
  // Inside a subagent the parent's session speaks: it gets no context of its own, only guards.
  const answered =
    told.agent === null || told.kind === 'tool:pre' ? ANSWERED_BY[told.kind] : undefined
  return new Promise((resolve) => {
    const { background } = engine
    if (answered === undefined) resolve(EMPTY_REPLY)
    background.start(`hook ${told.kind}`, async () => {
      if (answered === undefined) await background.afterAnswer()
      await publish(async (report) => {
        if (report.subscriber !== answered) return
        resolve(answerFrom(report))
        await background.afterAnswer()
      })
      done()
      resolve(EMPTY_REPLY)
    })
  })
}

/** Whose word the agent waits for; all others have their turn after it. */
const ANSWERED_BY: Partial<Record<HookEvent['kind'], string>> = {
  'session:start': 'inject',
  'prompt:submit': 'inject',
  'tool:pre': 'guards',
}

function answerFrom({ subscriber, result }: Report): HookReply {
  if (subscriber === 'inject') {
    return { context: typeof result === 'string' && result !== '' ? result : null, guard: null }
  }
  // `guards` gives a verdict or nothing; the bus hands results on as it got them.
  const verdict = result as Verdict | null
  return { context: null, guard: verdict && { decision: verdict.decision, reason: verdict.reason } }
}

function eventOf(
  engine: Engine,
  host: HostName,
  told: Exclude<HookEvent, { kind: 'nothing' }>,
): BusEvent {
  const session = { host, id: told.session, parent: null }
  const { at } = told
  switch (told.kind) {
    case 'session:start':
      return { name: 'session:start', session, at, source: told.start }
    case 'prompt:submit': {
      const prompt = ownWords(told.prompt).text
      return {
        name: 'prompt:submit',
        session,
        at,
        prompt,
        eventId: promptEventId(told.promptId, prompt),
      }
    }
    case 'tool:pre':
      return {
        name: 'tool:pre',
        session,
        at,
        call: toolCall(engine.config.sessions, told.tool),
      }
    case 'tool:post': {
      const call = toolCall(engine.config.sessions, told.tool)
      const result = { callId: call.id, text: told.result, failed: told.failed }
      return { name: 'tool:post', session, at, call, result }
    }
    case 'compact:pre':
      return { name: 'compact:pre', session, at, trigger: told.trigger }
    case 'session:end':
      return { name: 'session:end', session, at, reason: told.reason }
  }
}
