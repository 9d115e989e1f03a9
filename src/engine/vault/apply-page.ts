/** C-02. Applies a page that a person wrote or changed to its memory: scanned, archived, journaled. */

import { scrub } from '../../capture/scrub.ts'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { contentHash } from '../../memory/normalise.ts'
import { isForeign } from '../../memory/origins.ts'
import { revise, type Wanted } from '../../memory/revise.ts'
import type { Place } from '../../store/store.ts'
import { isMirrored } from '../../vault/mirrored.ts'
import type { Page } from '../../vault/page.ts'
import { readWantedFields } from '../../vault/page-fields.ts'
import type { Caller, Engine } from '../engine.ts'
import { relatedMemories } from '../graph/related.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { conflictChanges } from '../memories/conflict-changes.ts'
import { newMemory } from '../memories/new-memory.ts'
import { reviseMemory, reviserOf } from '../memories/revise-memory.ts'
import { VAULT_CALLER, type VaultWork } from './places.ts'

/** Why it cannot be stored, for the person whose file it is. */
export class PageRefused extends Error {}

export interface Applied {
  readonly memory: Memory
  /** M-02. The memory is unchanged: the edit awaits approval. */
  readonly isProposed: boolean
}

export interface Target {
  readonly place: Place
  readonly name: string
  /** M-01. `agent` if a tool call was seen to write the file. */
  readonly speaker?: 'file' | 'agent'
  /** The row has changed too since the last sync: the file wins, the row's version is archived. */
  readonly conflict?: boolean
  readonly cause: string
}

/** G-10. Credentials are not stored; the person's file is left unchanged. */
export function scanPage(page: Page): Page {
  const { fields, kinds } = scrub(page)
  if (kinds.length === 0) return fields
  throw new PageRefused(`not stored: it holds a credential (${kinds.join(', ')})`)
}

/** The resulting memory. Nothing is committed when the page has no changes. */
export async function applyPage(
  work: VaultWork,
  id: string,
  page: Page,
  target: Target,
): Promise<Applied> {
  const { engine } = work
  const clean = scanPage(page)
  await refuseTwin(work, id, clean, target.place)
  const caller = vaultCaller(target)
  const decide = async () => {
    const [prior] = await engine.store.memories.get([id])
    if (!prior) throw new MnemeError('not_found', `memory ${id} is gone`)
    const wanted: Wanted = {
      ...readWantedFields(clean, prior),
      ...target.place,
      name: target.name,
      // A file that reappears restores its memory.
      ...(prior.state === 'removed' ? { state: 'new' } : {}),
      supersededBy: null,
      ...(isMirrored(engine.clock.now(), prior) ? {} : adoptedFields(clean)),
    }
    const { cause, conflict: alwaysArchive = false } = target
    const options = { cause, alwaysArchive }
    const { changes, revised } = await reviseMemory(engine, caller, prior, wanted, options)
    return { changes, result: revised }
  }
  const { memory, proposed } = await decideAndCommit(engine, caller, target.cause, decide)
  return { memory, isProposed: proposed !== null }
}

function vaultCaller({ speaker = 'file' }: Target): Caller {
  return { ...VAULT_CALLER, speaker, actor: speaker === 'agent' ? 'vault:agent' : 'vault' }
}

/** Temporary and expired memories become permanent once a person makes them a file. */
function adoptedFields({ front }: Page): Wanted {
  return { scale: null, ttlDays: null, expiresAt: front?.expires ?? null }
}

/** A new file: a memory of the user, or one that the store has lost. */
export async function addPage(
  work: VaultWork,
  page: Page,
  target: Target,
  lostId?: string,
): Promise<Applied> {
  const { engine } = work
  const clean = scanPage(page)
  await refuseTwin(work, null, clean, target.place)
  const decide = async () => {
    const memory = memoryFrom(engine, clean, target, lostId)
    const related = memory.held ? [] : await relatedMemories(engine, target.place, memory)
    const { changes } = conflictChanges(memory, related, 'vault')
    const row = { op: 'insert', kind: 'memory', row: memory } as const
    return { changes: [row, ...changes], result: { memory } }
  }
  const { memory } = await decideAndCommit(engine, vaultCaller(target), target.cause, decide)
  return { memory, isProposed: false }
}

/**
 * K-11. Of a file's claims about its origin, only the less trusted are believed. A file with the id of a lost
 * memory gets its creation date back too (B-15).
 */
export function memoryFrom(engine: Engine, page: Page, target: Target, lostId?: string): Memory {
  const { front } = page
  const caller = vaultCaller(target)
  // A restored file states its own origin; a new one has its writer's.
  const said = front?.origin
  const origin = lostId !== undefined || (said && isForeign(said)) ? said : undefined
  const { type, priority, importance, confidence, sensitivity, created, updated } = front ?? {}
  const source = lostId === undefined ? undefined : front?.source
  const given = { type, priority, importance, confidence, sensitivity, source }
  const draft = {
    content: page.content,
    ...(origin === undefined ? {} : { origin }),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
  const fresh = newMemory(engine, caller, target.place, target.name, draft)
  const reviser = reviserOf(engine, caller.speaker)
  const memory = { ...fresh, ...revise(fresh, readWantedFields(page, fresh), reviser).set }
  if (lostId === undefined) {
    // M-12. A page's stated date is its creation date.
    const at = created !== undefined && created < fresh.createdAt ? created : fresh.createdAt
    const { provenance } = memory
    const times = { createdAt: at, updatedAt: at, lastReinforcedAt: at }
    return { ...memory, ...times, provenance: { ...provenance, at } }
  }
  return {
    ...memory,
    id: lostId,
    createdAt: created ?? fresh.createdAt,
    updatedAt: updated ?? fresh.updatedAt,
    lastReinforcedAt: updated ?? fresh.lastReinforcedAt,
  }
}

/** B-02. Two memories of one place never have the same text, so the second of two equal files becomes none. */
export async function refuseTwin(
  work: VaultWork,
  id: string | null,
  page: Page,
  place: Place,
): Promise<void> {
  const twin = await work.engine.store.memories.withHash(place, contentHash(page.content))
  if (twin && twin.id !== id) throw new PageRefused(`it says the same as ${twin.name}.md`)
}
