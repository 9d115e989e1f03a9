/** K-18. Reading a team's memories; reads are not counted. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Changes } from '../../team/wire.ts'
import { forgetMemories } from '../memories/forget.ts'
import { findMemories } from '../recall/search.ts'
import { enter, perform, type TeamService, type TeamSession } from './service.ts'

export interface TeamHit {
  readonly memory: Memory
  readonly score: number
  readonly snippet: string
}

/** By words only: vectors are made on each member's machine. */
export async function search(
  service: TeamService,
  member: number,
  team: string,
  { query, limit }: { readonly query: string; readonly limit: number },
): Promise<TeamHit[]> {
  const { engine, caller } = await enter(service, member, team, 'read')
  const { hits } = await findMemories(engine, caller, {
    query,
    limit,
    strategy: 'auto',
    rank: 'scored',
    minScore: 0,
    meaning: 'never',
    filter: { sensitivities: ['public'] },
  })
  return hits.map(({ memory, score, snippet }) => ({ memory, score, snippet }))
}

export async function memory(
  service: TeamService,
  member: number,
  team: string,
  id: string,
): Promise<Memory> {
  return memoryById(await enter(service, member, team, 'read'), id)
}

async function memoryById({ engine }: TeamSession, id: string): Promise<Memory> {
  const [memory] = await engine.store.memories.get([id.toUpperCase()])
  if (memory) return memory
  throw new MnemeError('not_found', `the team has no memory "${id.slice(0, 60)}"`)
}

export interface TeamEvent {
  readonly at: string
  readonly by: string
  readonly what: string
  readonly fields: readonly string[]
}

const MAX_EVENTS = 200

/** Who did what and when, newest first. */
export async function history(
  service: TeamService,
  member: number,
  team: string,
  id: string,
): Promise<TeamEvent[]> {
  const entered = await enter(service, member, team, 'read')
  const { id: key } = await memoryById(entered, id)
  const entries = await entered.engine.store.journal.list({ key }, { limit: MAX_EVENTS })
  return entries.map(({ at, actor, cause, op, after }) => ({
    at,
    by: actor.replace(/^team:/, ''),
    what: op === 'insert' ? 'accepted' : cause,
    fields: op === 'update' ? Object.keys(after ?? {}) : [],
  }))
}

/** For maintainers. Idempotent. */
export async function forget(
  service: TeamService,
  member: number,
  team: string,
  id: string,
): Promise<{ readonly forgotten: boolean }> {
  const entered = await enter(service, member, team, 'forget')
  return perform(service, entered, { act: 'forget', subject: id }, async () => {
    const memory = await memoryById(entered, id)
    const { forgotten } = await forgetMemories(entered.engine, entered.caller, [memory.id])
    const isForgotten = forgotten.length > 0
    const note = isForgotten ? { subject: memory.id, detail: memory.name } : null
    return { result: { forgotten: isForgotten }, note }
  })
}

/**
 * Present state of everything changed after a position in the journal, for a machine's copy. Continuing from
 * the end of a page misses nothing, since writers of a team take turns.
 */
export async function changes(
  service: TeamService,
  member: number,
  team: string,
  after: number,
): Promise<Changes> {
  const { records, engine, ...entered } = await enter(service, member, team, 'read')
  const limit = service.settings.changesPage
  const changed = await records.changedSince(entered.team, after, limit)
  const ids = changed.map(({ id }) => id)
  const shown = (await engine.store.memories.get(ids)).filter(isShown)
  const there = new Set(shown.map(({ id }) => id))
  const next = changed.at(-1)?.seq ?? after
  return {
    memories: shown,
    gone: ids.filter((id) => !there.has(id)),
    next,
    more: changed.length === limit,
  }
}

function isShown({ state, supersededBy, held, quarantined, sensitivity }: Memory): boolean {
  const isLiving = state !== 'removed' && supersededBy === null
  return isLiving && !held && !quarantined && sensitivity === 'public'
}
