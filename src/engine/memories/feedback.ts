/** I-09. A verdict on a memory, applied. */
import type { Memory } from '../../memory/memory.ts'
import { mayChange } from '../../memory/origins.ts'
import { afterVerdict, type FeedbackVerdict } from '../../ranking/feedback.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { findMemory } from './find-memory.ts'

export async function giveFeedback(
  engine: Engine,
  caller: Caller,
  reference: string,
  verdict: FeedbackVerdict,
): Promise<{ id: string; confidence: number; strength: number; batch: string | null }> {
  return decideAndCommit(engine, caller, `feedback ${verdict}`, async () => {
    const memory = await findMemory(engine, caller, reference)
    const judged = believedAs(caller, memory, afterVerdict(engine.config.feedback, memory, verdict))
    const now = engine.clock.now()
    const reinforced = judged.strength > memory.strength ? { lastReinforcedAt: now } : {}
    const set = { ...judged, ...reinforced, updatedAt: now }
    const expect = { confidence: memory.confidence, strength: memory.strength }
    return {
      changes: [{ op: 'update', kind: 'memory', key: memory.id, set, expect }],
      result: { id: memory.id, ...judged },
    }
  })
}

/** M-02. What an agent says of a person's memory is recorded, and changes nothing about how far it is believed. */
function believedAs<Judged extends { readonly confidence: number }>(
  { speaker }: Caller,
  memory: Memory,
  judged: Judged,
): Judged {
  return mayChange(speaker, memory) ? judged : { ...judged, confidence: memory.confidence }
}
