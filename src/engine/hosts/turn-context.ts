/** H-12. The context of a turn: the stable part at the start and when it changed, the tail with each prompt. */
import type { SessionRef } from '../../sessions/message.ts'
import { contextFor } from '../context/context.ts'
import { stablePrint } from '../context/stable-print.ts'
import { readTurn } from '../context/state.ts'
import type { Caller, Engine } from '../engine.ts'

interface Turn {
  readonly session: SessionRef
  /** Empty when a session begins. */
  readonly prompt: string
  /** How the session began, as its host reports; null within one. */
  readonly start: string | null
}

/** The host's kind of start, and what it means for what was shown before. */
const RESET_OF = {
  resume: 'resume',
  clear: 'clear',
  compact: 'compaction',
} as const satisfies Record<string, 'resume' | 'clear' | 'compaction'>

export async function turnContext(
  engine: Engine,
  caller: Caller,
  turn: Turn,
): Promise<string | null> {
  const { session, prompt, start } = turn
  const standing = { ...caller, session: session.id }
  const reset =
    start !== null && Object.hasOwn(RESET_OF, start)
      ? RESET_OF[start as keyof typeof RESET_OF]
      : null
  const stable = start !== null || (await stableChanged(engine, standing))
  const { text } = await contextFor(engine, standing, {
    prompt,
    files: [],
    part: stable ? 'all' : 'tail',
    format: 'xml',
    host: session.host,
    budgetTokens: null,
    requested: [],
    reset,
    preview: false,
    changesOnly: start === null,
    forSubagent: false,
  })
  return text === '' ? null : text
}

async function stableChanged(engine: Engine, caller: Caller): Promise<boolean> {
  const { stable } = await readTurn(engine, caller.session)
  return stable === null || stable !== (await stablePrint(engine, caller))
}
