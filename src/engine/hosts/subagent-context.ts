/**
 * M-37. The context of a starting subagent: the standing rules, and what its task needs. Claude Code names the
 * task in the call that starts the subagent and not at its start, so it is stored in between.
 */
import { BoundedMap } from '../../bounded-map.ts'
import { scrubText } from '../../capture/scrub.ts'
import { contextFor } from '../context/context.ts'
import type { Caller, Engine } from '../engine.ts'
import type { Given } from '../handlers.ts'

interface Task {
  readonly agentType: string | null
  readonly prompt: string
}

const MAX_SESSIONS = 64
/** A call that a person denied starts nothing; its task expires. */
const MAX_TASKS = 16
const waiting = new BoundedMap<string, readonly Task[]>(MAX_SESSIONS)

export function noteSubagentTask(session: string, input: unknown): void {
  const task = taskOf(input)
  if (task === null) return
  waiting.set(session, [...(waiting.get(session) ?? []), task].slice(-MAX_TASKS))
}

export async function subagentContext(
  engine: Engine,
  caller: Caller,
  { session, agentType, prompt }: Given<'subagent:start'>,
): Promise<string | null> {
  const task = takeTask(session.id, agentType)
  const { text } = await contextFor(
    engine,
    { ...caller, session: session.id },
    {
      prompt: prompt ?? task?.prompt ?? '',
      files: [],
      part: 'all',
      format: 'xml',
      host: session.host,
      budgetTokens: null,
      requested: [],
      reset: null,
      preview: false,
      changesOnly: false,
      forSubagent: true,
    },
  )
  return text === '' ? null : text
}

/** Matched in the order of the calls, within each kind of agent. */
function takeTask(session: string, agentType: string | null): Task | null {
  const tasks = waiting.get(session) ?? []
  const found = tasks.find((task) => task.agentType === agentType)
  if (found === undefined) return null
  waiting.set(
    session,
    tasks.filter((task) => task !== found),
  )
  return found
}

/** The kind may be missing in the call; the host then starts a general agent. */
const DEFAULT_TYPE = 'general-purpose'

function taskOf(input: unknown): Task | null {
  const { prompt, subagent_type: type } = (input ?? {}) as Record<string, unknown>
  if (typeof prompt !== 'string') return null
  return {
    agentType: typeof type === 'string' ? type : DEFAULT_TYPE,
    prompt: scrubText(prompt).text,
  }
}
