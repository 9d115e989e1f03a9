/** C-02. A page that a person wrote or changed becomes its memory: scanned, archived, journaled. */

import { scrub } from '../../capture/scrub.ts'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { contentHash, titleFrom } from '../../memory/normalise.ts'
import { RULE_TYPES } from '../../memory/types.ts'
import type { Change } from '../../store/change.ts'
import type { Place } from '../../store/store.ts'
import { isMirrored } from '../../vault/mirrored.ts'
import type { Page } from '../../vault/page.ts'
import { fieldsOf } from '../../vault/page-fields.ts'
import type { Engine } from '../engine.ts'
import { relatedMemories } from '../graph/related.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { conflictChanges } from '../memories/conflict-changes.ts'
import { isUntrusted, newMemory, sensitivityOf } from '../memories/new-memory.ts'
import { archivedVersion } from '../memories/versions.ts'
import { VAULT_CALLER, type VaultWork } from './places.ts'

/** What cannot be stored, as a sentence for the person whose file it is. */
export class PageRefused extends Error {}

export interface Target {
  readonly place: Place
  readonly name: string
  /** The row was changed as well since both agreed: the file wins, the row's version is kept. */
  readonly conflict?: boolean
  readonly cause: string
}

/** G-10. No credential is stored; the file is the person's and stays as it is. */
export function scanPage(page: Page): Page {
  const { fields, kinds } = scrub(page)
  if (kinds.length === 0) return fields
  throw new PageRefused(`not stored: it holds a credential (${kinds.join(', ')})`)
}

/** The memory as it is afterwards. Nothing is committed when the page says nothing new. */
export async function applyPage(
  work: VaultWork,
  id: string,
  page: Page,
  target: Target,
): Promise<Memory> {
  const { engine } = work
  const clean = scanPage(page)
  await refuseTwin(work, id, clean, target.place)
  const decide = async () => {
    const [prior] = await engine.store.memories.get([id])
    if (!prior) throw new MnemeError('not_found', `memory ${id} is gone`)
    const set = changedFields(engine, prior, clean, target)
    if (Object.keys(set).length === 0) return { changes: [], result: { memory: prior } }
    const changes: Change[] = [
      {
        op: 'update',
        kind: 'memory',
        key: id,
        set,
        expect: { updatedAt: prior.updatedAt, contentHash: prior.contentHash },
      },
    ]
    if (target.conflict || VERSIONED.some((field) => set[field] !== undefined)) {
      const row = archivedVersion(engine.clock, prior, target.cause)
      changes.unshift({ op: 'insert', kind: 'version', row })
    }
    return { changes, result: { memory: { ...prior, ...set } } }
  }
  return (await decideAndCommit(engine, VAULT_CALLER, target.cause, decide)).memory
}

const VERSIONED: readonly (keyof Memory)[] = [
  'content',
  'title',
  'name',
  'type',
  'description',
  'subtitle',
]

function changedFields(
  engine: Engine,
  prior: Memory,
  page: Page,
  { place, name }: Target,
): Partial<Memory> {
  const wanted: Partial<Memory> = {
    ...fieldsOf(page, prior),
    ...place,
    name,
    ...classified(prior, page),
    // A file that is there again is a memory that is there again.
    ...(prior.state === 'removed' ? { state: 'new' as const } : {}),
    supersededBy: null,
    ...(isMirrored(engine.clock.now(), prior) ? {} : adopted(page)),
  }
  const trusted = { ...wanted, ...withheld(prior, wanted) }
  const different = Object.entries(trusted).filter(
    ([field, value]) => JSON.stringify(prior[field as keyof Memory]) !== JSON.stringify(value),
  )
  if (different.length === 0) return {}
  return { ...Object.fromEntries(different), updatedAt: engine.clock.now() }
}

/** What capture noted for a while, or what had expired, is kept once a person made it a file. */
function adopted({ front }: Page): Partial<Memory> {
  return { scale: null, ttlDays: null, expiresAt: front?.expires ?? null }
}

/** H-06. A new word of the person stands; new text may only be found more private than it was. */
function classified(prior: Memory, page: Page): Partial<Memory> {
  const said = page.front?.sensitivity
  if (said !== undefined && said !== prior.sensitivity) return { sensitivity: said }
  const isOpen = prior.sensitivity === 'public' || prior.sensitivity === 'unknown'
  if (!isOpen || contentHash(page.content) === prior.contentHash) return {}
  return { sensitivity: sensitivityOf({ content: page.content, title: titleFrom(page.content) }) }
}

/** K-11. A file is no yes to words of foreign origin: they become no rule by an edit. */
function withheld(prior: Memory, wanted: Partial<Memory>): Partial<Memory> {
  if (!isUntrusted(prior.provenance.origin)) return {}
  const becomesRule = RULE_TYPES.has(wanted.type ?? prior.type) && !RULE_TYPES.has(prior.type)
  return {
    validated: prior.validated && wanted.validated !== false && !becomesRule,
    ...(becomesRule ? { held: true } : {}),
  }
}

/** A file that was not there before: a memory of the user, or one that the store has lost. */
export async function addPage(
  work: VaultWork,
  page: Page,
  target: Target,
  lostId?: string,
): Promise<Memory> {
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
  return (await decideAndCommit(engine, VAULT_CALLER, target.cause, decide)).memory
}

/**
 * K-11. Of what a file says about where its words came from, only the less trusted is believed. A
 * file that carries the id of a memory that was lost gets its first days back as well (B-15).
 */
export function memoryFrom(
  engine: Engine,
  page: Page,
  { place, name }: Target,
  lostId?: string,
): Memory {
  const { front } = page
  const said = front?.origin
  const isForeign = said !== undefined && isUntrusted(said)
  const origin = isForeign || (lostId !== undefined && said !== undefined) ? said : 'user'
  const { type, priority, importance, confidence, sensitivity, created, updated } = front ?? {}
  const source = lostId === undefined ? undefined : front?.source
  const given = { type, priority, importance, confidence, sensitivity, source }
  const draft = {
    content: page.content,
    origin,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
  const fresh = newMemory(engine, VAULT_CALLER, place, name, draft)
  const memory = { ...fresh, ...fieldsOf(page, fresh) }
  const trusted = { ...memory, validated: memory.validated && !isForeign }
  if (lostId === undefined) return trusted
  return {
    ...trusted,
    id: lostId,
    createdAt: created ?? fresh.createdAt,
    updatedAt: updated ?? fresh.updatedAt,
    lastReinforcedAt: updated ?? fresh.lastReinforcedAt,
  }
}

/** B-02. Two memories of one place never say the same, so one of two equal files is none. */
export async function refuseTwin(
  work: VaultWork,
  id: string | null,
  page: Page,
  place: Place,
): Promise<void> {
  const twin = await work.engine.store.memories.withHash(place, contentHash(page.content))
  if (twin && twin.id !== id) throw new PageRefused(`it says the same as ${twin.name}.md`)
}
