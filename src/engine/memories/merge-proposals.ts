/**
 * M-10. Two memories that seem to say the same: both stay, and a person is asked whether to merge them. A "no"
 * is remembered, so that the same two are never proposed again.
 */
import * as z from 'zod'
import { isWorthAsking, type Judgement } from '../../memory/judge-pair.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Change } from '../../store/change.ts'
import type { Document } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'
import type { Related } from '../graph/related.ts'
import { type DecidedChanges, decideAndCommit } from '../journal/commit.ts'
import { requirePerson } from '../person.ts'
import { findMemory, isVisible } from './find-memory.ts'

/** The kind of document; its key is the newer memory's id, so that it goes when that is erased. */
const MERGE_PROPOSAL = 'merge-proposal'

const Body = z.object({
  older: z.string(),
  reason: z.string(),
  score: z.number(),
  answer: z.enum(['open', 'two']),
})

export interface MergeProposal {
  readonly newer: Memory
  readonly older: Memory
  readonly reason: string
  readonly at: string
}

/** The most similar candidate, as a proposal for a person. */
export function mergeProposalChanges(newer: Memory, related: readonly Related[]): Change[] {
  const [best] = related.filter(({ is }) => isWorthAsking(is))
  return best
    ? [{ op: 'insert', kind: 'document', row: proposalRow(newer, best.memory, best.is) }]
    : []
}

function proposalRow(newer: Memory, older: Memory, { reason, score }: Judgement): Document {
  return {
    kind: MERGE_PROPOSAL,
    key: newer.id,
    project: newer.project,
    session: newer.session,
    at: newer.updatedAt,
    body: { older: older.id, reason, score, answer: 'open' },
  }
}

export async function hasMergeProposal(engine: Engine, newer: Memory): Promise<boolean> {
  return (await engine.store.documents.get(MERGE_PROPOSAL, newer.id)) !== null
}

/** Newest first; without those of which one memory is gone. */
export async function mergeProposals(
  engine: Engine,
  caller: Caller,
  limit: number,
): Promise<MergeProposal[]> {
  const found = await engine.store.documents.list(MERGE_PROPOSAL, {}, limit)
  const open = found.flatMap((document) => {
    const body = Body.parse(document.body)
    return body.answer === 'open' ? [{ ...body, newer: document.key, at: document.at }] : []
  })
  const ids = [...new Set(open.flatMap(({ newer, older }) => [newer, older]))]
  const memories = await engine.store.memories.get(ids)
  const living = new Map(
    memories
      .filter((memory) => isInForce(memory) && isVisible(memory, caller))
      .map((memory) => [memory.id, memory]),
  )
  return open.flatMap(({ newer, older, reason, at }) => {
    const [mine, theirs] = [living.get(newer), living.get(older)]
    return mine && theirs ? [{ newer: mine, older: theirs, reason, at }] : []
  })
}

function isInForce({ state, supersededBy }: Memory): boolean {
  return state !== 'removed' && supersededBy === null
}

/** The memory this one is proposed to be merged with, if any. */
export async function findMergeProposal(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<MergeProposal | null> {
  const newer = await findMemory(engine, caller, reference)
  const document = await engine.store.documents.get(MERGE_PROPOSAL, newer.id)
  if (!document) return null
  const { older: id, reason, answer } = Body.parse(document.body)
  const [older] = await engine.store.memories.get([id])
  if (answer !== 'open' || !older || !isInForce(older) || !isInForce(newer)) return null
  return { newer, older, reason, at: document.at }
}

/** The newer wording stays in force with the labels of both; the older one is superseded by it. */
export async function acceptMerge(
  engine: Engine,
  caller: Caller,
  { newer, older }: MergeProposal,
): Promise<{ readonly memory: Memory; readonly batch: string | null }> {
  requirePerson(caller, 'merging two memories')
  return decideAndCommit(engine, caller, 'review accept', async () =>
    decideMerge(engine, newer, older),
  )
}

function decideMerge(
  engine: Engine,
  newer: Memory,
  older: Memory,
): DecidedChanges<{ memory: Memory }> {
  const now = engine.clock.now()
  const together = <T>(a: readonly T[], b: readonly T[]) => [...new Set([...a, ...b])]
  const set: Partial<Memory> = {
    strength: newer.strength + older.strength + 1,
    importance: Math.max(newer.importance, older.importance),
    tags: together(newer.tags, older.tags),
    concepts: together(newer.concepts, older.concepts),
    filesRead: together(newer.filesRead, older.filesRead),
    filesModified: together(newer.filesModified, older.filesModified),
    globs: together(newer.globs, older.globs),
    triggers: together(newer.triggers, older.triggers),
    validated: newer.validated || older.validated,
    lastReinforcedAt: now,
    updatedAt: now,
  }
  const link = { from: newer.id, to: older.id, kind: 'supersedes', weight: 1 } as const
  return {
    changes: [
      { op: 'update', kind: 'memory', key: newer.id, set },
      {
        op: 'update',
        kind: 'memory',
        key: older.id,
        set: { supersededBy: newer.id, updatedAt: now },
        expect: { contentHash: older.contentHash, supersededBy: null },
      },
      { op: 'insert', kind: 'link', row: { ...link, createdAt: now, by: 'review' } },
      { op: 'delete', kind: 'document', key: `${MERGE_PROPOSAL}/${newer.id}` },
    ],
    result: { memory: { ...newer, ...set } },
  }
}

/** A person decided that these are two memories: neither changes, and they are not proposed again. */
export async function rejectMerges(
  engine: Engine,
  caller: Caller,
  proposals: readonly MergeProposal[],
): Promise<{ readonly batch: string | null }> {
  requirePerson(caller, 'keeping two memories apart')
  return decideAndCommit(engine, caller, 'review reject', async () => ({
    changes: proposals.map(({ newer, older, reason }) => ({
      op: 'update',
      kind: 'document',
      key: `${MERGE_PROPOSAL}/${newer.id}`,
      set: { body: { older: older.id, reason, score: 0, answer: 'two' } },
    })),
    result: {},
  }))
}
