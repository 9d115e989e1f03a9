/**
 * B-02 to B-06, L "Order on write". validate → secrets → sensitivity → same name → exact hash →
 * correction or contradiction → near-duplicate → insert.
 */

import { scrub } from '../../capture/scrub.ts'
import type { KnownValues } from '../../capture/secrets/known-values.ts'
import { MnemeError } from '../../errors.ts'
import type { DraftContext, MemoryDraft } from '../../memory/draft.ts'
import { isConflict, isOneMemory } from '../../memory/judge-pair.ts'
import type { Memory, Sensitivity } from '../../memory/memory.ts'
import { slugFrom } from '../../memory/names.ts'
import { lettersOf } from '../../memory/normalise.ts'
import { mayAccept, mayChange, type Speaker } from '../../memory/origins.ts'
import { REVISABLE, type Wanted } from '../../memory/revise.ts'
import type { Place } from '../../store/store.ts'
import { isBlank } from '../../text/well-formed.ts'
import type { Caller, Engine } from '../engine.ts'
import { type Related, relatedMemories } from '../graph/related.ts'
import { type DecidedChanges, decideAndCommit } from '../journal/commit.ts'
import { isKeptFrom } from '../person.ts'
import { placeFor } from '../projects/place.ts'
import { readKnownValues } from '../sessions/known-values.ts'
import { checkedName } from './checked-name.ts'
import { conflictChanges } from './conflict-changes.ts'
import { freeNameAt } from './free-name.ts'
import { mergeProposalChanges } from './merge-proposals.ts'
import { promoteRecurring } from './move.ts'
import { DEFAULT_TYPE, newMemory } from './new-memory.ts'
import { proposedNote } from './proposals.ts'
import { rereadSummaries } from './reread-summaries.ts'
import { asRead, reviseMemory } from './revise-memory.ts'
import { archivedVersion } from './versions.ts'

export interface Remembered {
  readonly outcome:
    | 'created'
    | 'updated'
    | 'duplicate'
    | 'near-duplicate'
    | 'refused'
    /** M-02. It would change a person's memory and awaits approval. */
    | 'proposed'
  readonly id: string | null
  readonly name: string | null
  readonly title: string | null
  readonly type: string | null
  readonly scope: string | null
  readonly sensitivity: Sensitivity | null
  /** B-06. The previous version was archived. */
  readonly archived: boolean
  /** K-11. Awaits approval: `mneme review`. */
  readonly held: boolean
  readonly supersedes: readonly string[]
  readonly contradicts: readonly string[]
  /** Notes for the caller: what was redacted, why it was refused, what it resembles. */
  readonly notes: readonly string[]
}

export async function remember(
  engine: Engine,
  caller: Caller,
  input: MemoryDraft,
  context: DraftContext = {},
): Promise<Remembered & { batch: string | null }> {
  const session = context.session ?? caller.session
  const known =
    session === null ? undefined : await readKnownValues(engine, { id: session, parent: null })
  const { fields: draft, kinds } = scrub(input, known)
  if (kinds.length > 0 && !input.redact) return { ...refusedResult(kinds), batch: null }
  if (isBlank(draft.content)) {
    throw new MnemeError('invalid_input', 'there is nothing to remember: the text is empty', {
      hint: 'Give some text: mneme remember "we deploy on Fridays"',
    })
  }
  const name = draft.name === undefined ? undefined : checkedName(draft.name)
  const place = placeFor(caller, draft.type ?? DEFAULT_TYPE, draft.scope)
  const notes = kinds.map((kind) => `a credential was blacked out (${kind})`)
  const where = scrubContext(context, known)
  const decision = () =>
    decide(engine, caller, place, { ...draft, content: draft.content.trim(), name }, where)
  const made = await decideAndCommit(engine, caller, 'remember', decision)
  if (made.outcome === 'duplicate' || made.outcome === 'near-duplicate') {
    noteSeen(engine, made.id, session)
  }
  promoteLater(engine, made)
  if (made.supersedes.length > 0) {
    engine.background.start('reread summaries', async () => {
      await rereadSummaries(engine, caller, made.supersedes)
    })
  }
  return {
    ...withoutPrivate(caller, made),
    notes: [...notes, ...privateNotes(made), ...made.notes],
  }
}

/** H-06. An agent does not learn that a private memory is similar or has this name. */
function withoutPrivate<Made extends Remembered>(caller: Caller, made: Made): Made {
  if (made.outcome === 'created' || made.outcome === 'updated') return made
  const { sensitivity } = made
  const isHidden = sensitivity !== null && isKeptFrom(caller, { sensitivity })
  return isHidden ? { ...made, name: null, title: null } : made
}

/** Reported when the memory is stored that searches and contexts withhold it. */
function privateNotes({ outcome, sensitivity }: Remembered): string[] {
  if (outcome !== 'created' && outcome !== 'updated') return []
  if (sensitivity === null || sensitivity === 'public') return []
  const why =
    sensitivity === 'private' ? ': it seems to hold personal data or an internal address' : ''
  return [
    `kept ${sensitivity}${why}; found with --sensitivity ${sensitivity}, and given to no agent`,
  ]
}

/** M-11. Looks for the same memory in another project once the caller has the answer. */
function promoteLater(engine: Engine, { outcome, id, scope }: Remembered): void {
  if (outcome !== 'created' || id === null || scope !== 'project') return
  engine.background.start('recurs elsewhere', async () => {
    await promoteRecurring(engine, id)
  })
}

/** I-11. Repeated in another session: counts as recurring. */
function noteSeen(engine: Engine, memory: string | null, session: string | null): void {
  if (memory === null || session === null) return
  const at = engine.clock.now()
  engine.background.start('note seen', () =>
    engine.store.usage.recordUses([{ memory, at, session }]),
  )
}

/** G-10. Its surrounding text is stored too and may contain what the memory itself does not. */
function scrubContext(context: DraftContext, known?: KnownValues): DraftContext {
  const { snippet, outcome } = context
  if (snippet === undefined && outcome === undefined) return context
  const { fields } = scrub({ snippet, outcome }, known)
  return { ...context, ...fields } as DraftContext
}

type NamedDraft = MemoryDraft & { readonly name: string | undefined }

async function decide(
  engine: Engine,
  caller: Caller,
  place: Place,
  draft: NamedDraft,
  context: DraftContext,
): Promise<DecidedChanges<Remembered>> {
  const { store } = engine
  const fresh = newMemory(engine, caller, place, draft.name ?? '', draft, context)
  if (draft.name !== undefined) {
    const sameName = await store.memories.findByName(place, draft.name)
    if (sameName?.contentHash === fresh.contentHash) {
      return reinforce(caller, 'updated', sameName, fresh)
    }
    if (sameName) {
      const twin = await store.memories.withHash(place, fresh.contentHash)
      return twin
        ? reinforce(caller, 'duplicate', twin, fresh)
        : overwrite(engine, caller, sameName, fresh, draft.sensitivity !== undefined)
    }
  }
  const sameContent = await store.memories.withHash(place, fresh.contentHash)
  if (sameContent) return reinforce(caller, 'duplicate', sameContent, fresh)

  const name = await freeNameAt(engine, place, draft.name ?? slugFrom(fresh.title))
  const memory = { ...fresh, name }
  const related = memory.held ? [] : await relatedTo(engine, place, memory, context)
  const known = related.find(({ is }) => isOneMemory(is))
  const conflicts = related.filter(({ is }) => isConflict(is))
  if (conflicts.length === 0 && known) {
    const { changes, result } = reinforce(caller, 'near-duplicate', known.memory, fresh)
    const isKept = changes.length === 0 || (await isWordingKept(engine, known.memory, fresh))
    // M-10. The other wording is kept as a version of the memory.
    const row = archivedVersion(engine.clock, { ...fresh, id: known.memory.id }, 'restated')
    return {
      changes: isKept ? changes : [{ op: 'insert', kind: 'version', row }, ...changes],
      result,
    }
  }
  return insert(memory, related)
}

async function isWordingKept(engine: Engine, memory: Memory, said: Memory): Promise<boolean> {
  const versions = await engine.store.versions.of(memory.id)
  const letters = lettersOf(said.content)
  return [memory, ...versions.map(({ snapshot }) => snapshot)].some(
    ({ content }) => lettersOf(content) === letters,
  )
}

/** Relations found by the caller's model come before those shown by words alone. */
async function relatedTo(
  engine: Engine,
  place: Place,
  memory: Memory,
  { overrules = [] }: DraftContext,
): Promise<Related[]> {
  const reasons = new Map(overrules.map((each) => [each.id, each]))
  const known = await engine.store.memories.get([...reasons.keys()])
  const found = await relatedMemories(engine, place, memory)
  return [
    ...known.flatMap((older): Related[] => {
      const { whole = false, reason = '' } = reasons.get(older.id) ?? {}
      const relation = whole ? 'corrected' : 'contradicts'
      const isGone = older.supersededBy !== null || older.state === 'removed'
      return isGone ? [] : [{ memory: older, is: { relation, score: 1, margin: 1, reason } }]
    }),
    ...found.filter((each) => !reasons.has(each.memory.id)),
  ]
}

/** B-06, M-02. The same name again: revised, or proposed where the memory is a person's. */
async function overwrite(
  engine: Engine,
  caller: Caller,
  prior: Memory,
  fresh: Memory,
  saysSensitivity: boolean,
): Promise<DecidedChanges<Remembered>> {
  const fields = pick(fresh, REVISABLE)
  const { state: _, supersededBy: __, sensitivity, ...revisable } = fields
  const wanted: Wanted = {
    ...revisable,
    provenance: fresh.provenance,
    ...(saysSensitivity ? { sensitivity } : {}),
  }
  const speaker = speakerOf(caller, fresh)
  const { changes, revised } = await reviseMemory(engine, caller, prior, wanted, {
    cause: 'remember',
    speaker,
    alwaysArchive: true,
  })
  if (revised.proposed) {
    return { changes, result: outcomeOf('proposed', prior, { notes: [proposedNote(prior)] }) }
  }
  return { changes, result: outcomeOf('updated', revised.memory, { archived: true }) }
}

/** Their origin decides what they may change, through every door. */
function speakerOf(caller: Caller, { provenance }: Memory): Speaker {
  if (provenance.origin === 'user') return 'person'
  // Memories of a team have a maintainer's approval.
  return caller.speaker === 'team' ? 'team' : 'agent'
}

/** B-02, B-03. A repeated statement is not stored again: confidence rises and labels are merged. */
function reinforce(
  caller: Caller,
  outcome: 'duplicate' | 'near-duplicate' | 'updated',
  memory: Memory,
  again: Memory,
): DecidedChanges<Remembered> {
  // M-02, K-11. Foreign text that repeats a person's words adds nothing.
  if (!mayChange(speakerOf(caller, again), memory))
    return { changes: [], result: outcomeOf(outcome, memory) }
  const together = <T>(a: readonly T[], b: readonly T[]) => [...new Set([...a, ...b])]
  const set: Partial<Memory> = {
    strength: memory.strength + 1,
    lastReinforcedAt: laterOf(memory.lastReinforcedAt, again.createdAt),
    updatedAt: laterOf(memory.updatedAt, again.createdAt),
    importance: Math.max(memory.importance, again.importance),
    tags: together(memory.tags, again.tags),
    concepts: together(memory.concepts, again.concepts),
    filesRead: together(memory.filesRead, again.filesRead),
    filesModified: together(memory.filesModified, again.filesModified),
    globs: together(memory.globs, again.globs),
    triggers: together(memory.triggers, again.triggers),
    archived: false,
    ...(isExpired(memory, again.stateSince) ? pick(again, ['ttlDays', 'expiresAt']) : {}),
    ...(memory.held && mayAccept(caller.speaker) && !again.held
      ? { held: false, ...pick(again, ['provenance', 'trust', 'confidence']) }
      : {}),
  }
  return {
    changes: [{ op: 'update', kind: 'memory', key: memory.id, set, expect: asRead(memory) }],
    result: outcomeOf(outcome, { ...memory, ...set }),
  }
}

/** F-07. An old statement that is read only now does not make a memory older. */
function laterOf(a: string, b: string): string {
  return a > b ? a : b
}

function isExpired({ expiresAt }: Memory, now: string): boolean {
  return expiresAt !== null && expiresAt <= now
}

function pick<Field extends keyof Memory>(
  memory: Memory,
  fields: readonly Field[],
): Pick<Memory, Field> {
  return Object.fromEntries(fields.map((field) => [field, memory[field]])) as Pick<Memory, Field>
}

/** B-05. Inserts a memory, with what it replaces or contradicts. */
function insert(memory: Memory, related: readonly Related[]): DecidedChanges<Remembered> {
  const { changes, ...more } = conflictChanges(memory, related, 'remember')
  const proposals = more.supersedes.length > 0 ? [] : mergeProposalChanges(memory, related)
  return {
    changes: [{ op: 'insert', kind: 'memory', row: memory }, ...changes, ...proposals],
    result: outcomeOf('created', memory, more),
  }
}

function outcomeOf(
  outcome: Remembered['outcome'],
  memory: Memory,
  more: Partial<Remembered> = {},
): Remembered {
  const { id, name, title, type, scope, sensitivity, held } = memory
  const nothing = { archived: false, supersedes: [], contradicts: [], notes: [] }
  return { outcome, id, name, title, type, scope, sensitivity, held, ...nothing, ...more }
}

function refusedResult(kinds: readonly string[]): Remembered {
  return {
    outcome: 'refused',
    id: null,
    name: null,
    title: null,
    type: null,
    scope: null,
    sensitivity: null,
    archived: false,
    held: false,
    supersedes: [],
    contradicts: [],
    notes: kinds.map((kind) => `not stored: it holds a credential (${kind})`),
  }
}
