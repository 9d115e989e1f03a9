/** Counts a success or failure for a procedure whose steps were run again. */
import { commandShape, outcomeOf } from '../../capture/commands.ts'
import { toolEventsOf } from '../../capture/tool-events.ts'
import type { Message } from '../../sessions/message.ts'
import { eventKey } from '../../sessions/transcript.ts'
import type { StoredSession } from '../../store/sessions.ts'
import { once } from '../capture/once.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleFilter } from '../memories/find-memory.ts'
import { recordOutcome } from '../memories/procedures.ts'

const MAX_PROCEDURES = 200
/** A single command is run for many reasons. */
const MIN_STEPS = 2

interface Run {
  readonly shape: string
  readonly failed: boolean
  readonly callId: string
}

export async function countOutcomes(
  engine: Engine,
  caller: Caller,
  session: StoredSession,
  messages: readonly Message[],
): Promise<number> {
  const runs = toolEventsOf(messages).flatMap(({ call, result }): Run[] => {
    const shape = call.command === null ? '' : commandShape(call.command)
    if (shape === '' || result === null) return []
    return [{ shape, failed: outcomeOf(result) === 'failed', callId: call.id }]
  })
  if (runs.length < MIN_STEPS) return 0
  const filter = { ...visibleFilter(caller), types: ['procedure', 'skill'], held: false }
  const living = { ...filter, states: ['new', 'high', 'low'] as const }
  const known = await engine.store.memories.list(living, { limit: MAX_PROCEDURES })
  let counted = 0
  for (const { id, procedure, provenance } of known) {
    // The run it was learned from does not count.
    if (procedure === null || provenance.session === session.id) continue
    const shapes = procedure.steps.map(commandShape).filter((shape) => shape !== '')
    if (shapes.length < MIN_STEPS) continue
    for (const last of runsOf(shapes, runs)) {
      const result = last.failed ? 'failure' : 'success'
      const key = `${eventKey(session, last.callId)}:outcome:${id}`
      const made = await once(engine, key, () => recordOutcome(engine, caller, id, result))
      if (made !== null) counted += 1
    }
  }
  return counted
}

/** The last step of each run through all steps in order; a step that fails ends its run. */
function runsOf(shapes: readonly string[], runs: readonly Run[]): Run[] {
  const ends: Run[] = []
  let step = 0
  for (const run of runs) {
    if (run.shape !== shapes[step]) continue
    step += 1
    const isLast = step === shapes.length
    if (isLast || (run.failed && step > 1)) ends.push(run)
    if (isLast || run.failed) step = 0
  }
  return ends
}
