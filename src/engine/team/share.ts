/** K-18. Proposes a memory to the team, and decides on proposals of others. */

import { MnemeError } from '../../errors.ts'
import type { MemoryDraft } from '../../memory/draft.ts'
import type { Memory } from '../../memory/memory.ts'
import { admitOrigin } from '../../memory/origins.ts'
import { draftOf, whyNotShared } from '../../team/sharing.ts'
import type { Proposal, SharedDraft } from '../../team/wire.ts'
import type { Caller, Engine } from '../engine.ts'
import { findMemory } from '../memories/find-memory.ts'
import { pull } from './copy.ts'
import { type InTeam, isOffline, requireTeam } from './membership.ts'
import { type Sent, say } from './queue.ts'
import { refuseWithheld } from './refuse-withheld.ts'

interface Shared {
  readonly outcome: 'proposed' | 'waiting'
  readonly proposal: string
  readonly title: string
  readonly team: string
  readonly notes: readonly string[]
}

export async function shareMemory(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<Shared> {
  const inTeam = requireTeam(engine)
  const memory = await findMemory(engine, caller, reference)
  const why = whyNotShared(memory)
  if (why !== null) {
    throw new MnemeError('not_allowed', `"${memory.name}" is not shared: ${why}`, {
      hint:
        memory.sensitivity === 'public'
          ? 'See it: mneme get'
          : 'Only public memories are shared. If this one is public: mneme update ID --sensitivity public',
    })
  }
  return proposeShare(engine, caller, inTeam, draftOf(memory))
}

/** `remember --scope team`: proposed directly, without a local memory. */
export async function proposeDraft(
  engine: Engine,
  caller: Caller,
  draft: MemoryDraft,
): Promise<Shared> {
  const inTeam = requireTeam(engine)
  const { scope: _, redact: __, ttlDays: ___, sensitivity, files, filesModified, ...rest } = draft
  if (sensitivity !== undefined && sensitivity !== 'public') {
    throw new MnemeError('not_allowed', `not shared: it is marked ${sensitivity}`)
  }
  const shared = { ...rest, origin: admitOrigin(caller.speaker, draft.origin) } as SharedDraft
  return proposeShare(engine, caller, inTeam, {
    ...shared,
    ...(files ? { files } : {}),
    ...(filesModified ? { filesModified } : {}),
  })
}

async function proposeShare(
  engine: Engine,
  caller: Caller,
  inTeam: InTeam,
  draft: SharedDraft,
): Promise<Shared> {
  refuseWithheld(draft)
  const id = engine.clock.newId()
  const title = draft.title ?? draft.content.slice(0, 80)
  const sent = await say(engine, caller, inTeam, { what: 'propose', id, title, draft })
  return {
    outcome: sent.outcome === 'sent' ? 'proposed' : 'waiting',
    proposal: id,
    title,
    team: inTeam.membership.team,
    notes: notesOf(sent),
  }
}

interface Decided {
  readonly outcome: 'done' | 'waiting'
  readonly proposal: Proposal | null
  /** The local copy of the resulting memory, once synced. */
  readonly memory: Memory | null
  readonly notes: readonly string[]
}

/** K-11. Reserved to a person, as everywhere. */
export async function decideProposal(
  engine: Engine,
  caller: Caller,
  id: string,
  decision: { readonly verdict: 'accept' | 'reject' | 'withdraw'; readonly reason?: string },
): Promise<Decided> {
  const inTeam = requireTeam(engine)
  const sent = await say(engine, caller, inTeam, { what: 'decide', id, decision })
  const proposal = sent.outcome === 'sent' ? (sent.answer?.proposal ?? null) : null
  let memory: Memory | null = null
  if (proposal?.memory) {
    await pull(engine, inTeam).catch((thrown) => {
      if (!isOffline(thrown)) throw thrown // the next sync fetches it
    })
    memory = (await engine.store.memories.get([proposal.memory]))[0] ?? null
  }
  const outcome = sent.outcome === 'sent' ? 'done' : 'waiting'
  return { outcome, proposal, memory, notes: notesOf(sent) }
}

export async function forgetInTeam(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<{ readonly outcome: 'done' | 'waiting'; readonly memory: Memory }> {
  const inTeam = requireTeam(engine)
  const memory = await findMemory(engine, caller, reference)
  if (memory.scope !== 'team') {
    throw new MnemeError('invalid_input', `"${memory.name}" is your own, not the team’s`, {
      hint: 'To forget your own: mneme forget',
    })
  }
  const sent = await say(engine, caller, inTeam, { what: 'forget', id: memory.id })
  if (sent.outcome === 'sent') await pull(engine, inTeam)
  return { outcome: sent.outcome === 'sent' ? 'done' : 'waiting', memory }
}

/** Open proposals that this member can see; empty where the server cannot be reached. */
export async function waitingProposals(
  engine: Engine,
  limit: number,
): Promise<{ readonly proposals: readonly Proposal[]; readonly note: string | null }> {
  const inTeam = engine.team?.membership() ? requireTeam(engine) : null
  if (!inTeam) return { proposals: [], note: null }
  try {
    return { proposals: await inTeam.server.proposals('waiting', limit), note: null }
  } catch (thrown) {
    if (!isOffline(thrown)) throw thrown
    return { proposals: [], note: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}

function notesOf(sent: Sent): readonly string[] {
  if (sent.outcome === 'sent') return sent.answer?.notes ?? []
  return [`it waits and is sent when the server answers: ${sent.why}`]
}
