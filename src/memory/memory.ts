/** The memory: what it holds, in the words of the requirements. */
import * as z from 'zod'
import { PRIORITIES } from './types.ts'

/** Where a memory applies. */
export const SCOPES = ['global', 'project', 'session', 'team'] as const
export const Scope = z.enum(SCOPES)
export type Scope = z.infer<typeof Scope>

/** L. The life of a memory; flags are beside it. */
export const STATES = ['new', 'high', 'low', 'removed'] as const
export const State = z.enum(STATES)
export type State = z.infer<typeof State>

/** H-06. Who may see it; unknown is never served. */
export const SENSITIVITIES = ['public', 'private', 'secret', 'unknown'] as const
export const Sensitivity = z.enum(SENSITIVITIES)
export type Sensitivity = z.infer<typeof Sensitivity>

export const CONCEPTS = [
  'how-it-works',
  'why-it-exists',
  'what-changed',
  'problem-solution',
  'gotcha',
  'pattern',
  'trade-off',
] as const
export const Concept = z.enum(CONCEPTS)
export type Concept = z.infer<typeof Concept>

/** The source of the knowledge. */
export const SOURCES = [
  'user-stated',
  'user-corrected',
  'observed',
  'inferred',
  'extracted',
  'imported',
] as const
export const Source = z.enum(SOURCES)
export type Source = z.infer<typeof Source>

/** A-08, K-11. The origin of the words. */
export const ORIGINS = ['user', 'agent', 'tool-output', 'web', 'file'] as const
export const Origin = z.enum(ORIGINS)
export type Origin = z.infer<typeof Origin>

/** G-07. The time scale a memory lives on, promoted as it proves durable. */
export const SCALES = ['immediate', 'task', 'session', 'project'] as const
export const Scale = z.enum(SCALES)
export type Scale = z.infer<typeof Scale>

const Fraction = z.number().min(0).max(1)
const Moment = z.iso.datetime()
const Texts = z.array(z.string()).readonly()

/** Provenance, down to the transcript line. */
export const Provenance = z
  .object({
    source: Source,
    origin: Origin,
    host: z.string().nullable(),
    session: z.string().nullable(),
    /** First and last message the words came from, as ids of stored messages. */
    messages: z.tuple([z.string(), z.string()]).readonly().nullable(),
    at: Moment,
    snippet: z.string().nullable(),
    confidenceReason: z.string().nullable(),
  })
  .readonly()
export type Provenance = z.infer<typeof Provenance>

/** */
export const Procedure = z
  .object({
    trigger: z.string(),
    steps: Texts,
    prerequisites: Texts,
    warnings: Texts,
    successes: z.int().min(0),
    failures: z.int().min(0),
  })
  .readonly()
export type Procedure = z.infer<typeof Procedure>

/** Every field with its limits; `Memory` is this, read-only. */
export const MemoryFields = z.object({
  id: z.ulid(),
  scope: Scope,
  /** The project's id; null for global memories. */
  project: z.string().nullable(),
  /** The session a session-scoped memory is visible to. */
  session: z.string().nullable(),
  type: z.string(),
  name: z.string(),
  title: z.string(),
  subtitle: z.string(),
  /** One line for indexes. */
  description: z.string(),
  content: z.string(),
  tags: Texts,
  concepts: z.array(Concept).readonly(),
  filesRead: Texts,
  filesModified: Texts,
  globs: Texts,
  /** Literal patterns that surface this memory when they occur in the context. */
  triggers: Texts,
  /** Set by the author; never changed by upkeep. */
  importance: Fraction,
  /** Starts at importance, moved by consolidation (I-06), read by D-06. */
  vitality: Fraction,
  priority: z.enum(PRIORITIES),
  confidence: Fraction,
  /** By source. */
  trust: Fraction,
  /** Reinforcements so far (I-05). */
  strength: z.int().min(0),
  sensitivity: Sensitivity,
  state: State,
  /** When it came into this state (I-02). */
  stateSince: Moment,
  validated: z.boolean(),
  archived: z.boolean(),
  /** K-11. Awaiting approval. */
  held: z.boolean(),
  quarantined: z.boolean(),
  ttlDays: z.number().positive().nullable(),
  expiresAt: Moment.nullable(),
  accessCount: z.int().min(0),
  injectedCount: z.int().min(0),
  createdAt: Moment,
  updatedAt: Moment,
  lastAccessedAt: Moment.nullable(),
  lastReinforcedAt: Moment,
  supersededBy: z.string().nullable(),
  contentHash: z.string(),
  /** A label such as "release-week" that raises it while that season is on. */
  season: z.string().nullable(),
  scale: Scale.nullable(),
  provenance: Provenance,
  procedure: Procedure.nullable(),
  /** How an episode ended. */
  outcome: z.string().nullable(),
  /** Null for anything but tasks. */
  done: z.boolean().nullable(),
})

export const Memory = MemoryFields.readonly()
export type Memory = z.infer<typeof Memory>
