/**
 * J-07, H-07. Passes a host's hook event to the handlers. The agent waits only for its answer: a context, or
 * the verdict of a guard. Everything else runs in the background.
 */
import { scrub, scrubText } from '../../capture/scrub.ts'
import type { KnownValues } from '../../capture/secrets/known-values.ts'
import type { HookEvent, HookReply, HostName } from '../../hosts/hook-event.ts'
import { EMPTY_REPLY } from '../../hosts/hook-event.ts'
import { ownWords } from '../../sessions/injected.ts'
import { promptMessage, toolMessages } from '../../sessions/message.ts'
import { resultOrigin, toolCall, wholeText } from '../../sessions/tools.ts'
import { promptEventId } from '../../sessions/transcript.ts'
import { wholeWords } from '../../text/shorten.ts'
import { takeUnreported } from '../capture/unreported.ts'
import type { Caller, Engine } from '../engine.ts'
import type { EventName, Given, HandlerAnswer } from '../handlers.ts'
import { isOff, isOffByPerson } from '../projects/off.ts'
import { keepKnownValues, readKnownValues } from '../sessions/known-values.ts'
import { noteHostActivity } from './host-activity.ts'

interface HandleHookEventOptions {
  /** Spooled while no daemon was running: handle it, but no agent waits for an answer. */
  readonly late: boolean
  /** Called when every handler is done. */
  readonly done?: () => void
  /** M-04. As `knownValuesFor` gives them; looked up when missing. */
  readonly known?: KnownValues | null
}

/** What the session of an event has shown before; null for what is not stored. */
export async function knownValuesFor(
  engine: Engine,
  event: HookEvent,
): Promise<KnownValues | null> {
  if (event.kind === 'nothing' || event.kind === 'tool:pre') return null
  return readKnownValues(engine, sessionOf(event.session))
}

function sessionOf(id: string) {
  return { id: scrubText(id).text, parent: null }
}

export async function handleHookEvent(
  engine: Engine,
  caller: Caller,
  host: HostName,
  received: HookEvent,
  options: HandleHookEventOptions = { late: false },
): Promise<HookReply> {
  const { late, done = () => {} } = options
  const off = received.kind === 'tool:pre' ? isOffByPerson : isOff
  if (received.kind === 'nothing' || (await off(engine, caller))) {
    done()
    return EMPTY_REPLY
  }
  engine.background.start('host activity', async () => {
    await engine.background.afterAnswer()
    await noteHostActivity(engine, host, 'eventAt')
  })
  // M-04. Handlers may store their input, so credentials are removed; guards see the original call.
  const known = options.known ?? (await knownValuesFor(engine, received))
  const event = known === null ? received : scrub(shortenPrompt(received), known).fields
  const session = { host, ...sessionOf(received.session) }
  if (known !== null) await keepKnownValues(engine, session, known)
  const { agent, at } = event
  // Inside a subagent the parent's session is named: it gets context when it starts, then only guards.
  const isForSubagents = event.kind === 'tool:pre' || event.kind === 'subagent:start'
  const waits = !late && (agent === null || isForSubagents)
  const run = <Name extends EventName>(
    name: Name,
    given: Given<Name>,
    replyWith: ((answer: HandlerAnswer<Name>) => HookReply) | null,
  ) => dispatch(engine, caller, { name, given, replyWith: waits ? replyWith : null, late, done })
  switch (event.kind) {
    case 'session:start':
      return run('session:start', { session, start: event.start }, contextReply)
    case 'prompt:submit': {
      const text = ownWords(event.prompt).text
      // The transcript's reader derives the same id from the words as typed.
      const typed = received.kind === 'prompt:submit' ? received.prompt : event.prompt
      const eventId = promptEventId(event.promptId, ownWords(typed).text)
      const message = promptMessage({
        eventId,
        text,
        at,
        origin: agent === null && (await isPersonsPrompt(engine, caller)) ? 'user' : 'agent',
      })
      const reply = await run('prompt:submit', { session, message }, contextReply)
      // The client has disconnected: the notice is kept for the next reply.
      const isHeard = waits && caller.gone?.aborted !== true
      const notice = isHeard ? takeUnreported(session.id) : null
      return notice === null ? reply : { ...reply, notice }
    }
    case 'subagent:start': {
      const { agentType, prompt } = event
      return run('subagent:start', { session, agentType, prompt }, contextReply)
    }
    case 'tool:pre':
      if (event.tool.name === 'Task' || event.tool.name === 'Agent') {
        const { noteSubagentTask } = await import('./subagent-context.ts')
        noteSubagentTask(session.id, event.tool.input)
      }
      return run(
        'tool:pre',
        {
          session,
          call: toolCall(engine.config.sessions, event.tool),
          text: wholeText(event.tool),
        },
        guardReply,
      )
    case 'tool:post': {
      const call = toolCall(engine.config.sessions, event.tool)
      const result = { callId: call.id, text: event.result, failed: event.failed }
      const messages = toolMessages({ call, result, at, origin: resultOrigin(call.name) })
      return run('tool:post', { session, messages }, null)
    }
    case 'compact:pre':
      return run('compact:pre', { session, trigger: event.trigger }, null)
    case 'session:end':
      return run('session:end', { session, reason: event.reason }, null)
  }
}

/** M-01. A prompt counts as a person's if the host's hook sent it and no agent's command started that hook. */
async function isPersonsPrompt(engine: Engine, { door }: Caller): Promise<boolean> {
  if (door !== 'hook') return false
  return !(await (await import('../vault/agent-edits.ts')).maySpeakByHook(engine))
}

const contextReply = (context: string): HookReply => ({ context: context || null, guard: null })

function guardReply({ decision, reason }: HandlerAnswer<'tool:pre'>): HookReply {
  return { context: null, guard: { decision, reason } }
}

interface Dispatched<Name extends EventName> {
  readonly name: Name
  readonly given: Given<Name>
  /** Null when no agent waits. */
  readonly replyWith: ((answer: HandlerAnswer<Name>) => HookReply) | null
  readonly late: boolean
  readonly done: () => void
}

async function dispatch<Name extends EventName>(
  engine: Engine,
  caller: Caller,
  { name, given, replyWith, late, done }: Dispatched<Name>,
): Promise<HookReply> {
  // Spooled events, and the lifeboat before a compaction, must be handled when the call returns.
  if (late || name === 'compact:pre') {
    // Nothing is injected late: only a view that started over must be recorded.
    const absent = { ...caller, gone: AbortSignal.abort() }
    if (name === 'session:start') await engine.handlers.dispatch(engine, absent, name, given)
    else await engine.handlers.dispatch(engine, caller, name, given, null)
    done()
    return EMPTY_REPLY
  }
  return new Promise((resolve) => {
    const { background } = engine
    if (replyWith === null) resolve(EMPTY_REPLY)
    background.start(`hook ${name}`, async () => {
      if (replyWith === null) await background.afterAnswer()
      const reply = async (answer: HandlerAnswer<Name> | null) => {
        resolve(answer === null ? EMPTY_REPLY : (replyWith?.(answer) ?? EMPTY_REPLY))
        await background.afterAnswer()
      }
      await engine.handlers.dispatch(engine, caller, name, given, replyWith === null ? null : reply)
      done()
      resolve(EMPTY_REPLY)
    })
  })
}

/** Longer prompts are documents; the rest could not be distinguished from pasted text. */
const MAX_PROMPT_CHARACTERS = 100_000

function shortenPrompt<Event extends HookEvent>(event: Event): Event {
  if (event.kind !== 'prompt:submit') return event
  return { ...event, prompt: wholeWords(event.prompt, MAX_PROMPT_CHARACTERS) }
}
