/**
 * M-02. Changes to a person's memory proposed by an agent: stored beside it, one for each memory, until a
 * person decides. The person's version stays in force.
 */
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { isPersons } from '../../memory/origins.ts'
import type { Wanted } from '../../memory/revise.ts'
import { versionOf } from '../../memory/version.ts'
import type { Change } from '../../store/change.ts'
import type { Document } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'

/** The kind of document; its key is the memory's id, so that it goes when the memory is erased. */
const MEMORY_PROPOSAL = 'memory-proposal'

const Body = z.object({
  by: z.string(),
  cause: z.string(),
  /** M-08. The version the proposal is based on. */
  version: z.string(),
  wanted: z.record(z.string(), z.unknown()),
})

export interface MemoryProposal {
  readonly memory: Memory
  readonly at: string
  readonly by: string
  readonly cause: string
  readonly wanted: Wanted
  /** The memory has changed since. */
  readonly isOutdated: boolean
}

/** Combines the proposal with an earlier one: earlier fields are kept unless they differ. */
export async function proposalChange(
  engine: Engine,
  caller: Caller,
  memory: Memory,
  wanted: Wanted,
  cause: string,
): Promise<Change> {
  const known = await engine.store.documents.get(MEMORY_PROPOSAL, memory.id)
  const before = known ? Body.parse(known.body).wanted : {}
  const at = engine.clock.now()
  const body = {
    by: caller.actor,
    cause,
    version: versionOf(memory),
    wanted: { ...before, ...wanted },
  }
  const row: Document = {
    kind: MEMORY_PROPOSAL,
    key: memory.id,
    project: memory.project,
    session: caller.session,
    at,
    // Values of memories: plain JSON data.
    body: JSON.parse(JSON.stringify(body)),
  }
  if (!known) return { op: 'insert', kind: 'document', row }
  const key = `${MEMORY_PROPOSAL}/${memory.id}`
  return { op: 'update', kind: 'document', key, set: { at, body: row.body, session: row.session } }
}

export async function memoryProposals(
  engine: Engine,
  limit: number,
  isShown: (memory: Memory) => boolean,
): Promise<MemoryProposal[]> {
  const found = await engine.store.documents.list(MEMORY_PROPOSAL, {}, limit)
  const memories = await engine.store.memories.get(found.map(({ key }) => key))
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  return found.flatMap((document) => {
    const memory = byId.get(document.key)
    return memory && isShown(memory) ? [proposalFrom(document, memory)] : []
  })
}

export async function proposalFor(engine: Engine, memory: Memory): Promise<MemoryProposal | null> {
  const document = await engine.store.documents.get(MEMORY_PROPOSAL, memory.id)
  return document && proposalFrom(document, memory)
}

function proposalFrom(document: Document, memory: Memory): MemoryProposal {
  const { by, cause, version, wanted } = Body.parse(document.body)
  return {
    memory,
    at: document.at,
    by,
    cause,
    // Written by `proposalChange` from values of these very fields.
    wanted: wanted as Wanted,
    isOutdated: version !== versionOf(memory),
  }
}

export function dropProposal(memory: Memory): Change {
  return { op: 'delete', kind: 'document', key: `${MEMORY_PROPOSAL}/${memory.id}` }
}

/** The message that tells the caller that its change awaits approval. */
export function proposedNote(memory: Pick<Memory, 'name' | 'provenance' | 'validated'>): string {
  const why = isPersons(memory) ? 'is a person’s' : 'is for a person to confirm'
  return `"${memory.name}" ${why}: the change is proposed and waits for review (mneme review)`
}

export function notProposed(memory: Pick<Memory, 'name'>): MnemeError {
  return new MnemeError('invalid_input', `"${memory.name}" does not wait for review`, {
    hint: 'See what does: mneme review list',
  })
}
