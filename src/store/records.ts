/** What the store keeps. Each kind is a row here; journal, undo and export follow from the table. */
import * as z from 'zod'
import { Memory } from '../memory/memory.ts'

const Moment = z.iso.datetime()

/** B-06. A version of a memory that was overwritten, as it was. */
export const Version = z
  .object({
    id: z.string(),
    memory: z.string(),
    at: Moment,
    /** What replaced it: an update, a vault edit, a restore … */
    cause: z.string(),
    snapshot: Memory,
  })
  .readonly()
export type Version = z.infer<typeof Version>

/** E-01. Stored links between memories; tag and cluster edges are derived from their rows. */
const LINK_KINDS = ['relates_to', 'supersedes', 'contradicts', 'derived_from'] as const
export const LinkKind = z.enum(LINK_KINDS)
export type LinkKind = z.infer<typeof LinkKind>

export const Link = z
  .object({
    from: z.string(),
    to: z.string(),
    kind: LinkKind,
    weight: z.number().min(0).max(1),
    createdAt: Moment,
    /** Who drew it: a person, the write path, a job. */
    by: z.string(),
  })
  .readonly()
export type Link = z.infer<typeof Link>

/** Subject, predicate, object, and when it was true. */
export const Fact = z
  .object({
    id: z.string(),
    subject: z.string(),
    predicate: z.string(),
    object: z.string(),
    confidence: z.number().min(0).max(1),
    project: z.string().nullable(),
    memory: z.string().nullable(),
    validFrom: Moment.nullable(),
    validTo: Moment.nullable(),
    createdAt: Moment,
  })
  .readonly()
export type Fact = z.infer<typeof Fact>

/** K-04. A project and everything that was seen to identify it. */
export const Project = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    rootCommits: z.array(z.string()).readonly(),
    commonDirs: z.array(z.string()).readonly(),
    remotes: z.array(z.string()).readonly(),
    paths: z.array(z.string()).readonly(),
    /** Evidence that a person said does not mean this project (`projects split`). */
    excluded: z.array(z.string()).readonly(),
    mergedInto: z.string().nullable(),
    /** B-12. Memory is switched off here. */
    off: z.boolean(),
    createdAt: Moment,
  })
  .readonly()
export type Project = z.infer<typeof Project>

/** Small things of few rows (lifeboats, approvals, clusters, guards): a kind, a key and a body. */
export const Document = z
  .object({
    kind: z.string(),
    key: z.string(),
    project: z.string().nullable(),
    session: z.string().nullable(),
    at: Moment,
    body: z.json(),
  })
  .readonly()
export type Document = z.infer<typeof Document>

export interface RecordTypes {
  memory: Memory
  version: Version
  link: Link
  fact: Fact
  project: Project
  document: Document
}

export type RecordKind = keyof RecordTypes

interface RecordTraits<Row> {
  readonly schema: z.ZodType<Row>
  readonly key: (row: Row) => string
  /** Fields that move too often to journal (B-07); undo leaves them as they are. */
  readonly unjournaled: readonly (keyof Row)[]
}

/** B-07. Everything that can change. A new kind is a new row, and is undoable by that alone. */
export const RECORDS: { readonly [Kind in RecordKind]: RecordTraits<RecordTypes[Kind]> } = {
  memory: {
    schema: Memory,
    key: (memory) => memory.id,
    unjournaled: ['accessCount', 'injectedCount', 'lastAccessedAt'],
  },
  version: { schema: Version, key: (version) => version.id, unjournaled: [] },
  link: { schema: Link, key: (link) => linkKey(link), unjournaled: [] },
  fact: { schema: Fact, key: (fact) => fact.id, unjournaled: [] },
  project: { schema: Project, key: (project) => project.id, unjournaled: [] },
  document: {
    schema: Document,
    key: (document) => `${document.kind}/${document.key}`,
    unjournaled: [],
  },
}

export const RECORD_KINDS = Object.keys(RECORDS) as readonly RecordKind[]

export function linkKey(link: Pick<Link, 'kind' | 'from' | 'to'>): string {
  return `${link.kind}:${link.from}:${link.to}`
}
