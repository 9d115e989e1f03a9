/**
 * C-01. A memory as a page: YAML front matter with the fields a person may change, then the text. What
 * upkeep changes (scores, counts, states) is not included, so that a page changes only when its memory
 * does.
 */
import { isDeepStrictEqual } from 'node:util'
import { Document } from 'yaml'
import * as z from 'zod'
import { Content, DraftFields } from '../memory/draft.ts'
import { type Memory, Origin, Procedure, Sensitivity, Source } from '../memory/memory.ts'
import { descriptionFrom, titleFrom } from '../memory/normalise.ts'
import { isBlank } from '../text/well-formed.ts'
import { type Broken, type Front, splitFile } from './frontmatter.ts'
import { sha256 } from './sha256.ts'

const text = (schema: z.ZodType<string>) =>
  z.preprocess((value) => (isPlain(value) ? String(value) : value), schema)
/** `tags: auth, db` means two; one path or pattern may be given without a list, and has commas. */
const list = <T extends z.ZodType>(schema: T, separator?: RegExp) =>
  z.preprocess((value) => {
    if (isPlain(value)) return separator ? words(String(value), separator) : [String(value)]
    return Array.isArray(value) ? value.map((each) => (isPlain(each) ? String(each) : each)) : value
  }, schema)
const Moment = z.preprocess(
  (value) => {
    const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
    return Number.isNaN(ms) ? value : new Date(ms).toISOString()
  },
  z.iso.datetime({ error: 'is not a date such as 2026-01-31' }),
)

const { shape: draft } = DraftFields
const Steps = Procedure.unwrap().omit({ successes: true, failures: true }).partial()

/** Every key we know, in the order of the file. Others are a person's own and stay as they are. */
const Frontmatter = z.object({
  id: z.string(),
  type: draft.type,
  title: text(draft.title),
  subtitle: text(draft.subtitle),
  description: text(draft.description),
  tags: list(draft.tags, /,/),
  concepts: list(draft.concepts, /,/),
  files: list(draft.files),
  files_modified: list(draft.filesModified),
  globs: list(draft.globs),
  triggers: list(draft.triggers),
  importance: draft.importance,
  priority: draft.priority,
  confidence: draft.confidence,
  sensitivity: Sensitivity,
  season: text(draft.season),
  expires: Moment,
  archived: z.boolean(),
  validated: z.boolean(),
  done: z.boolean(),
  outcome: text(z.string()),
  procedure: Steps,
  source: Source,
  origin: Origin,
  created: Moment,
  updated: Moment,
})
const KnownFrontmatter = Frontmatter.partial()
export type Frontmatter = z.infer<typeof KnownFrontmatter>
const KEYS = Object.keys(Frontmatter.shape) as (keyof Frontmatter)[]

export interface Page {
  /** Null when the file is text alone. */
  readonly front: Frontmatter | null
  readonly content: string
}

/** The page of a memory, in the words and order of the file that is there, if one is. */
export function pageOf(memory: Memory, existing?: string): string {
  const parts = existing === undefined ? null : splitFile(existing)
  const kept = parts && 'body' in parts ? parts : null
  const front = frontmatterOf(memory)
  const yaml = (kept?.front ? amendFrontmatter(kept.front, front) : new Document(front)).toString({
    lineWidth: 0,
    flowCollectionPadding: false,
  })
  const page = `---\n${yaml}---\n\n${memory.content}\n`
  return kept?.carriageReturns ? page.replaceAll('\n', '\r\n') : page
}

export function parsePage(source: string): Page | Broken {
  const parts = splitFile(source)
  if ('what' in parts) return parts
  const content = parts.body.trim()
  const checked = Content.safeParse(content)
  if (!checked.success) {
    return {
      line: 1,
      what: `${checked.error.issues[0]?.message}; this has ${content.length}`,
    }
  }
  if (isBlank(content)) return { line: 1, what: 'there is no text in it' }
  if (parts.front === null) return { front: null, content }
  const known = KEYS.flatMap((key) => {
    const value = parts.front?.values[key]
    return value === undefined || value === null ? [] : [[key, value] as const]
  })
  const front = KnownFrontmatter.safeParse(Object.fromEntries(known))
  if (front.success) return { front: front.data, content }
  const issue = front.error.issues[0]
  const key = String(issue?.path[0] ?? '')
  return { line: parts.front.lineOf(key), what: `${issue?.path.join('.')}: ${issue?.message}` }
}

/** What is in front; a key without a value is left out. */
function frontmatterOf(memory: Memory): Frontmatter {
  const some = <T>(items: readonly T[]) => (items.length > 0 ? items : undefined)
  const front: { [Key in keyof Frontmatter]: Frontmatter[Key] | undefined } = {
    id: memory.id,
    type: memory.type,
    // What can be read off the text follows the text.
    title: unless(memory.title, titleFrom(memory.content)),
    subtitle: unless(memory.subtitle, ''),
    description: unless(memory.description, descriptionFrom(memory.content)),
    tags: memory.tags,
    concepts: some(memory.concepts),
    files: some(memory.filesRead),
    files_modified: some(memory.filesModified),
    globs: some(memory.globs),
    triggers: some(memory.triggers),
    importance: memory.importance,
    priority: memory.priority,
    confidence: memory.confidence,
    sensitivity: memory.sensitivity,
    season: memory.season ?? undefined,
    expires: memory.expiresAt ?? undefined,
    archived: memory.archived || undefined,
    validated: memory.validated || undefined,
    done: memory.done ?? undefined,
    outcome: memory.outcome ?? undefined,
    procedure: memory.procedure === null ? undefined : stepsOf(memory.procedure),
    source: memory.provenance.source,
    origin: memory.provenance.origin,
    created: memory.createdAt,
    updated: memory.updatedAt,
  }
  const given = Object.entries(front).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Frontmatter // the same keys, without the empty ones
}

function stepsOf({ trigger, steps, prerequisites, warnings }: Procedure) {
  return { trigger, steps, prerequisites, warnings }
}

/** The person's own keys, comments and order stay; only what differs is set. */
function amendFrontmatter(kept: Front, front: Frontmatter): Document {
  const { document, values } = kept
  if (document.contents === null) return new Document(front)
  for (const key of KEYS) {
    const value = front[key]
    if (value === undefined) document.delete(key)
    else if (!isDeepStrictEqual(values[key], value)) document.set(key, document.createNode(value))
  }
  return document
}

/** Changes whenever the page would say something else; `updated` alone is no reason to write. */
export function rowHashOf(memory: Memory): string {
  const { updated: _, confidence: __, ...front } = frontmatterOf(memory)
  return sha256(JSON.stringify([front, memory.content]))
}

function unless(value: string, derived: string): string | undefined {
  return value === derived ? undefined : value
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function words(value: string, separator: RegExp): string[] {
  return value
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
