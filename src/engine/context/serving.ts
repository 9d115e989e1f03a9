/** B-10, J-04, K-08. What was served is counted and told, after it is on its way. */
import { noteOwnWords } from '../capture/echoes.ts'
import { noteGap } from '../capture/gaps.ts'
import type { Caller, Engine } from '../engine.ts'
import { noteHostActivity } from '../hosts/host-activity.ts'
import type { Context, ContextRequest } from './context.ts'
import { recordInjection } from './ledger.ts'

export async function recordServing(
  engine: Engine,
  caller: Caller,
  request: ContextRequest,
  context: Context,
): Promise<void> {
  const ids = context.injected.map(({ id }) => id)
  if (ids.length > 0) await engine.store.memories.countInjections(ids)
  await recordInjection(engine, caller, context)
  if (context.text !== '') {
    await noteOwnWords(engine, caller.session, context.text)
    if (request.host !== null) await noteHostActivity(engine, request.host, 'injectionAt')
  }
  if (request.part !== 'stable' && !context.late) {
    const served = { prompt: request.prompt, candidates: ids.length, served: ids.length }
    await noteGap(engine, caller, served)
  }
  engine.events.emit({
    name: 'context_served',
    at: engine.clock.now(),
    data: {
      session: caller.session,
      project: caller.project?.id ?? null,
      host: request.host,
      part: request.part,
      turn: context.turn,
      tokens: context.tokens,
      injected: context.injected,
      late: context.late,
    },
  })
}
