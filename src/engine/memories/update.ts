/** B-06. Changing a memory: the prior version is archived, and every rule of writing holds again. */

import { scrub } from '../../capture/scrub.ts'
import { addDays } from '../../clock.ts'
import { MnemeError } from '../../errors.ts'
import type { DraftFields } from '../../memory/draft.ts'
import type { Memory, State } from '../../memory/memory.ts'
import { contentHash, descriptionFrom, titleFrom } from '../../memory/normalise.ts'
import type { Change } from '../../store/change.ts'
import { isBlank } from '../../text/well-formed.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { checkedName } from './checked-name.ts'
import { findMemory } from './find-memory.ts'
import { keptSensitivity, sensitivityOf } from './new-memory.ts'
import { gated } from './trust-gate.ts'
import { archivedVersion } from './versions.ts'

export interface MemoryUpdate extends DraftFields {
  readonly content?: string | undefined
  readonly state?: State | 'validated' | undefined
  readonly validated?: boolean | undefined
  readonly archived?: boolean | undefined
  readonly done?: boolean | undefined
  readonly redact?: boolean | undefined
}

export interface Updated {
  readonly memory: Memory
  readonly changed: readonly string[]
  /** The previous version was archived. */
  readonly archived: boolean
  readonly notes: readonly string[]
}

export async function updateMemory(
  engine: Engine,
  caller: Caller,
  reference: string,
  input: MemoryUpdate,
  cause = 'update',
): Promise<Updated & { batch: string | null }> {
  const { fields, kinds } = scrub(input)
  if (kinds.length > 0 && !input.redact) {
    throw new MnemeError(
      'secret_found',
      `not stored: it holds a credential (${kinds.join(', ')})`,
      {
        hint: 'Take it out, or repeat with --redact to store it blacked out.',
      },
    )
  }
  if (fields.content !== undefined && isBlank(fields.content)) {
    throw new MnemeError('invalid_input', 'the new text is empty', {
      hint: 'To remove a memory: mneme forget',
    })
  }
  const notes = kinds.map((kind) => `a credential was blacked out (${kind})`)
  return decideAndCommit(engine, caller, cause, async () => {
    const prior = await findMemory(engine, caller, reference)
    const set = gated(caller, prior, changedFields(engine, prior, fields))
    const changed = Object.keys(set).filter((field) => field !== 'updatedAt')
    if (changed.length === 0) {
      return { changes: [], result: { memory: prior, changed: [], archived: false, notes } }
    }
    await expectFree(engine, prior, set)
    const archived = VERSIONED.some((field) => set[field] !== undefined)
    const changes: Change[] = [
      {
        op: 'update',
        kind: 'memory',
        key: prior.id,
        set,
        expect: { updatedAt: prior.updatedAt, contentHash: prior.contentHash },
      },
    ]
    if (archived) {
      changes.unshift({
        op: 'insert',
        kind: 'version',
        row: archivedVersion(engine.clock, prior, cause),
      })
    }
    return { changes, result: { memory: { ...prior, ...set }, changed, archived, notes } }
  })
}

/** A-06, B-02. A name and a text are one memory's own in their place. */
async function expectFree(engine: Engine, prior: Memory, set: Partial<Memory>): Promise<void> {
  const { memories } = engine.store
  const wanted = { ...prior, ...set }
  if (wanted.state === 'removed' || wanted.supersededBy !== null) return
  const namesake = await memories.named(wanted, wanted.name)
  if (namesake && namesake.id !== prior.id) {
    throw new MnemeError('conflict', `another memory here is called "${wanted.name}"`, {
      hint: `Give another name, or forget the other first: mneme get ${namesake.id}`,
    })
  }
  const twin = await memories.withHash(wanted, wanted.contentHash)
  if (twin && twin.id !== prior.id) {
    throw new MnemeError('conflict', `the same text is kept as "${twin.name}"`, {
      hint: `See it: mneme get ${twin.id}`,
    })
  }
}

/** Changing one of these makes another version; flags and scores do not. */
const VERSIONED: readonly (keyof Memory)[] = [
  'content',
  'title',
  'name',
  'type',
  'description',
  'subtitle',
]

function changedFields(engine: Engine, prior: Memory, input: MemoryUpdate): Partial<Memory> {
  const now = engine.clock.now()
  const { files, redact: _, state, content, ttlDays, ...rest } = input
  const wanted: Partial<Memory> = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  )
  const set: { -readonly [Field in keyof Memory]?: Memory[Field] } = { ...wanted }
  if (files !== undefined) set.filesRead = files
  if (rest.name !== undefined) set.name = checkedName(rest.name)
  if (content !== undefined) {
    set.content = content.trim()
    set.contentHash = contentHash(content)
    // A title that was taken from the text follows the text.
    if (rest.title === undefined && prior.title === titleFrom(prior.content)) {
      set.title = titleFrom(content)
    }
    if (rest.description === undefined && prior.description === descriptionFrom(prior.content)) {
      set.description = descriptionFrom(content)
    }
    if (rest.sensitivity === undefined) {
      const title = set.title ?? prior.title
      set.sensitivity = keptSensitivity(prior, sensitivityOf({ content, title }))
    }
  }
  if (rest.importance !== undefined) set.vitality = rest.importance
  if (ttlDays !== undefined) {
    set.ttlDays = ttlDays
    set.expiresAt = addDays(now, ttlDays)
  }
  if (state === 'validated')
    set.validated = true // I-02
  else if (state !== undefined) set.state = state
  const different = Object.entries(set).filter(
    ([field, value]) => JSON.stringify(prior[field as keyof Memory]) !== JSON.stringify(value),
  )
  return different.length === 0 ? {} : { ...Object.fromEntries(different), updatedAt: now }
}
