/** K-18. Proposals to a team and decisions on them. */

import { MnemeError } from '../../errors.ts'
import { maySeeProposal } from '../../team/roles.ts'
import type { Decision, Proposal, Proposed, SharedDraft } from '../../team/wire.ts'
import type { Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { type Remembered, remember } from '../memories/remember.ts'
import { reviseMemory } from '../memories/revise-memory.ts'
import { refuseWithheld } from '../team/refuse-withheld.ts'
import { enter, perform, type TeamService, type TeamSession } from './service.ts'

/** The same id is the same proposal, so a client that got no answer may send it again. */
export async function propose(
  service: TeamService,
  member: number,
  team: string,
  { id, draft }: { readonly id: string; readonly draft: SharedDraft },
): Promise<Proposed> {
  const entered = await enter(service, member, team, 'propose')
  return perform(service, entered, { act: 'propose', subject: id }, async () => {
    // The member's machine is not trusted to have checked.
    refuseWithheld(draft)
    const known = await entered.records.proposal(entered.team, id, { by: member })
    const proposal = known ?? (await entered.records.propose(entered.team, entered, id, draft))
    const note = known ? null : { subject: id, detail: draft.title ?? null }
    return { result: { proposal, notes: [] }, note }
  })
}

/** Writers see their own, maintainers all. */
export async function proposals(
  service: TeamService,
  member: number,
  team: string,
  { state, limit }: { readonly state?: Proposal['state']; readonly limit: number },
): Promise<Proposal[]> {
  const entered = await enter(service, member, team, 'read')
  const seesAll = entered.role === null || maySeeProposal(entered.role, false)
  return entered.records.proposals(entered.team, {
    limit,
    ...(state ? { state } : {}),
    ...(seesAll ? {} : { by: entered.member }),
  })
}

/**
 * Approves or rejects, once. The decider claims the proposal first, so that it cannot be both approved and
 * rejected; the memory is written before the mark on the proposal, and found again by its text if the two were
 * interrupted.
 */
export async function decide(
  service: TeamService,
  member: number,
  team: string,
  id: string,
  { verdict, reason = '' }: Decision,
): Promise<Proposed> {
  if (verdict === 'withdraw') return withdraw(service, member, team, id)
  const entered = await enter(service, member, team, verdict)
  const subject = id
  return perform(service, entered, { act: verdict, subject }, async () => {
    const { decided, detail } = await settle(entered, id, verdict, reason)
    return { result: decided, note: detail === null ? null : { subject, detail } }
  })
}

interface SettledNow {
  readonly decided: Proposed
  /** For the audit: the resulting memory, or the reason. Null where it was decided before. */
  readonly detail: string | null
}

async function settle(
  entered: TeamSession,
  id: string,
  verdict: 'accept' | 'reject',
  reason: string,
): Promise<SettledNow> {
  const { records } = entered
  const already = (before: Proposal, now: Proposal): SettledNow => ({
    decided: settledAlready(before, now, verdict),
    detail: null,
  })
  const proposal = await visible(entered, id)
  if (!(await records.claim(entered.team, id, entered))) {
    return already(proposal, await visible(entered, id))
  }
  const kept = verdict === 'accept' ? await keep(entered, proposal) : null
  const state = verdict === 'accept' ? 'accepted' : 'rejected'
  const settled = { state, reason: reason || null, memory: kept?.id ?? null } as const
  if (!(await records.settle(entered.team, id, entered, settled))) {
    return already(proposal, await visible(entered, id))
  }
  const decided = { proposal: await visible(entered, id), notes: [...(kept?.notes ?? [])] }
  return { decided, detail: kept ? `${kept.name} (${kept.id})` : reason }
}

async function withdraw(
  service: TeamService,
  member: number,
  team: string,
  id: string,
): Promise<Proposed> {
  const entered = await enter(service, member, team, 'propose')
  return perform(service, entered, { act: 'withdraw', subject: id }, async () => {
    const proposal = await visible(entered, id)
    if (!(await entered.records.withdraw(entered.team, id, entered))) {
      throw new MnemeError('conflict', `this proposal cannot be withdrawn: it is ${proposal.state}`)
    }
    const result = { proposal: await visible(entered, id), notes: [] }
    return { result, note: { subject: id, detail: null } }
  })
}

async function visible(
  { records, role, team, member }: TeamSession,
  id: string,
): Promise<Proposal> {
  const filter = role === null || maySeeProposal(role, false) ? {} : { by: member }
  const found = await records.proposal(team, id, filter)
  if (found) return found
  throw new MnemeError('not_found', `there is no proposal "${id.slice(0, 60)}" here`, {
    hint: 'See what waits: mneme review list',
  })
}

function settledAlready(before: Proposal, now: Proposal, verdict: 'accept' | 'reject'): Proposed {
  const wanted = verdict === 'accept' ? 'accepted' : 'rejected'
  if (now.state === wanted) return { proposal: now, notes: [`it was ${wanted} already`] }
  const who = now.decidedBy ?? before.decidedBy
  throw new MnemeError(
    'conflict',
    now.state === 'waiting'
      ? 'another maintainer is deciding on this proposal now'
      : `this proposal was ${now.state}${who ? ` by ${who}` : ''}`,
  )
}

/** Stored like any other memory: secrets, names, duplicates, contradictions (L). */
async function keep(
  { engine, caller, name }: TeamSession,
  proposal: Proposal,
): Promise<Remembered> {
  const { procedure, ...draft } = proposal.draft
  const made = await remember(
    engine,
    caller,
    { ...draft, scope: 'team' },
    {
      at: proposal.at,
      confidenceReason: `proposed by ${proposal.by}, accepted by ${name}`,
      ...(procedure ? { procedure } : {}),
    },
  )
  if (made.outcome === 'refused' || made.id === null) {
    throw new MnemeError('secret_found', made.notes.join('; ') || 'it was not kept')
  }
  if (made.held) await release(engine, caller, made.id)
  return made
}

/** K-11. The maintainer's approval releases a held memory. */
async function release(engine: Engine, caller: TeamSession['caller'], id: string): Promise<void> {
  await decideAndCommit(engine, caller, 'review accept', async () => {
    const [memory] = await engine.store.memories.get([id])
    if (!memory?.held) return { changes: [], result: {} }
    const yes = { held: false, validated: true }
    const cause = 'review accept'
    const { changes } = await reviseMemory(engine, caller, memory, yes, { cause })
    return { changes, result: {} }
  })
}
