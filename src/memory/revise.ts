/**
 * B-06, H-06, M-01, M-02. Decides every change of a memory's fields: by update, overwriting by name, a vault
 * page, an import, a review or a team.
 */
import { addDays } from '../clock.ts'
import type { Memory, Procedure, Sensitivity, Source } from './memory.ts'
import { contentHash, descriptionFrom, titleFrom } from './normalise.ts'
import { isForeign, mayAccept, mayChange, type Speaker, speaksAsUser } from './origins.ts'
import { RULE_TYPES } from './types.ts'

/** The fields that can be changed. All others are derived from them or immutable. */
export const REVISABLE = [
  'scope',
  'project',
  'session',
  'type',
  'name',
  'title',
  'subtitle',
  'description',
  'content',
  'tags',
  'concepts',
  'filesRead',
  'filesModified',
  'globs',
  'triggers',
  'importance',
  'priority',
  'confidence',
  'sensitivity',
  'state',
  'validated',
  'archived',
  'held',
  'ttlDays',
  'expiresAt',
  'supersededBy',
  'season',
  'scale',
  'procedure',
  'outcome',
  'done',
] as const satisfies readonly (keyof Memory)[]

/**
 * The fields as they should be. An empty title is read off the text again. With a
 * `provenance` the text is restated: who said it and how it was learned then comes with it.
 */
export type Wanted = {
  readonly [Field in (typeof REVISABLE)[number] | 'provenance']?: Memory[Field] | undefined
}

export interface Reviser {
  readonly speaker: Speaker
  readonly now: string
  /** H-06. The sensitivity of a text. */
  readonly classify: (text: string) => Sensitivity
  /** The trust of a source. */
  readonly trustOf: (source: Source) => number
}

interface Revision {
  /** What is written to the memory; empty when nothing changes. */
  readonly set: Partial<Memory>
  /** Names of the fields that change, without the time of the change. */
  readonly changed: readonly string[]
  /** The prior version is kept: its words change. */
  readonly versioned: boolean
  /** M-02. What this speaker may only propose; null when there is nothing of that kind. */
  readonly proposed: Wanted | null
}

/** Record of work rather than a person's statement: an agent ticks off a task it has done. */
const RECORDS_OF_WORK: ReadonlySet<string> = new Set(['done'])

/** Only a task can be done: a rule that was done would not be served any more. */
export function isTask({ type, done }: Pick<Memory, 'type' | 'done'>): boolean {
  return type === 'task' || done !== null
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

/** Changing one of these makes it another rule, which no person has approved. */
const WORDS: readonly (keyof Memory)[] = [
  'content',
  'title',
  'subtitle',
  'description',
  'triggers',
  'globs',
  'procedure',
]

export function revise(memory: Memory, wanted: Wanted, by: Reviser): Revision {
  const asked = different(memory, settle(memory, wanted))
  const { mine, proposed } = divide(memory, asked, by.speaker)
  const isConfirmed = wanted.validated === true && mayConfirm(by.speaker, memory, 'validated')
  const set = different(memory, withConsequences(memory, mine, by, isConfirmed))
  const changed = Object.keys(set)
  return {
    set: changed.length === 0 ? {} : { ...set, updatedAt: by.now },
    changed,
    versioned: VERSIONED.some((field) => field in set),
    proposed: Object.keys(proposed).length === 0 ? null : proposed,
  }
}

/** The text without its ends, and a title that was left empty read off it. */
function settle(memory: Memory, wanted: Wanted): Wanted {
  const content = wanted.content?.trim()
  const text = content ?? memory.content
  return {
    ...wanted,
    content,
    title: wanted.title === undefined ? undefined : wanted.title.trim() || titleFrom(text),
    done: isTask(memory) || wanted.type === 'task' ? wanted.done : undefined,
  }
}

/** M-02, K-11. Splits the change into what the speaker may do and what needs approval. */
function divide(
  memory: Memory,
  asked: Wanted,
  speaker: Speaker,
): { readonly mine: Wanted; readonly proposed: Wanted } {
  const isYes = (field: string) =>
    (field === 'validated' && asked.validated === true) ||
    (field === 'held' && asked.held === false)
  const mine: Record<string, unknown> = {}
  const proposed: Record<string, unknown> = {}
  const isRecord = (field: string) => RECORDS_OF_WORK.has(field) && isTask(memory)
  for (const [field, value] of Object.entries(asked)) {
    if (!mayChange(speaker, memory) && !isRecord(field)) proposed[field] = value
    else if (!isYes(field) || mayConfirm(speaker, memory, field)) mine[field] = value
    else if (!speaksAsUser(speaker)) proposed[field] = value
  }
  return { mine: mine as Wanted, proposed: proposed as Wanted }
}

/** A file may confirm the user's own words; a yes to other words is given where a person is known. */
function mayConfirm(speaker: Speaker, memory: Memory, field: string): boolean {
  if (mayAccept(speaker)) return true
  return field === 'validated' && speaksAsUser(speaker) && memory.provenance.origin === 'user'
}

/** Derived changes. */
function withConsequences(
  memory: Memory,
  mine: Wanted,
  by: Reviser,
  isConfirmed: boolean,
): Partial<Memory> {
  const set: { -readonly [Field in keyof Memory]?: Memory[Field] } = {}
  // Cleared fields are undefined, and `different` has dropped them.
  Object.assign(set, mine)
  if (mine.content !== undefined) {
    set.contentHash = contentHash(mine.content)
    // Derived fields are derived again from the new text.
    if (memory.title === titleFrom(memory.content)) set.title ??= titleFrom(mine.content)
    if (memory.description === descriptionFrom(memory.content)) {
      set.description ??= descriptionFrom(mine.content)
    }
  }
  if (mine.importance !== undefined) set.vitality = mine.importance
  if (mine.ttlDays !== undefined && mine.ttlDays !== null && mine.expiresAt === undefined) {
    set.expiresAt = addDays(by.now, mine.ttlDays)
  }
  if (mine.procedure) set.procedure = withRecord(mine.procedure, memory.procedure)
  if (mine.provenance !== undefined) {
    set.trust = by.trustOf(mine.provenance.source)
    set.validated = isConfirmed
    set.lastReinforcedAt = by.now
  }
  set.sensitivity = sensitivityAfter(memory, { ...memory, ...set }, mine.sensitivity, by)
  return { ...set, ...heldBack(memory, { ...memory, ...set }, mine, by.speaker) }
}

/** A restated procedure keeps its outcomes. */
function withRecord(fresh: Procedure, prior: Procedure | null): Procedure {
  const { successes, failures } = prior ?? fresh
  return { ...fresh, successes, failures }
}

/**
 * H-06. What a person says of who may see it holds; an agent may only close it further. Where no one
 * has said, it is found out anew from all that would be shown.
 */
function sensitivityAfter(
  memory: Memory,
  next: Memory,
  said: Sensitivity | undefined,
  by: Reviser,
): Sensitivity {
  if (said !== undefined && speaksAsUser(by.speaker)) return said
  if (said === undefined && visibleText(memory) === visibleText(next)) return memory.sensitivity
  const foundBefore = by.classify(visibleText(memory))
  const found =
    memory.sensitivity === foundBefore ? by.classify(visibleText(next)) : memory.sensitivity
  return said === undefined ? found : stricter(said, found)
}

/** H-06. All text of a memory that may be shown. */
export function visibleText(
  memory: Pick<Memory, 'content'> & {
    readonly [Field in 'title' | 'subtitle' | 'description' | 'tags' | 'outcome']?:
      | Memory[Field]
      | undefined
  },
): string {
  const { title, subtitle, description, tags, outcome, content } = memory
  const lines = [title, subtitle, description, tags?.join(' '), outcome, content]
  return lines.filter((line) => line !== undefined && line !== null && line !== '').join('\n')
}

const OPEN_TO_CLOSED: readonly Sensitivity[] = ['public', 'unknown', 'private', 'secret']

function stricter(a: Sensitivity, b: Sensitivity): Sensitivity {
  return OPEN_TO_CLOSED.indexOf(a) > OPEN_TO_CLOSED.indexOf(b) ? a : b
}

/** K-11. Foreign words become no rule, and a rule of foreign words no other rule, without a yes. */
function heldBack(
  memory: Memory,
  next: Memory,
  mine: Wanted,
  speaker: Speaker,
): Partial<Pick<Memory, 'held' | 'validated'>> {
  const { origin } = next.provenance
  if (!isForeign(origin) || mayAccept(speaker) || !RULE_TYPES.has(next.type)) return {}
  const becomesRule = !RULE_TYPES.has(memory.type) || !isForeign(memory.provenance.origin)
  const isReworded =
    !speaksAsUser(speaker) &&
    (mine.provenance !== undefined || WORDS.some((field) => field in mine))
  return becomesRule || isReworded ? { held: true, validated: false } : {}
}

/** Only what would be another value than it is; what is undefined asks for nothing. */
function different<Fields extends object>(memory: Memory, wanted: Fields): Fields {
  const changed = Object.entries(wanted).filter(
    ([field, value]) =>
      value !== undefined &&
      JSON.stringify(memory[field as keyof Memory]) !== JSON.stringify(value),
  )
  return Object.fromEntries(changed) as Fields
}
