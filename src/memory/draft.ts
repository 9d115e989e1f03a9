/** The fields a caller may set on a memory, with their limits, the same for every door. */
import * as z from 'zod'
import { withoutPrivate } from '../text/private.ts'
import { Concept, Origin, type Procedure, Scope, Sensitivity, Source } from './memory.ts'
import { canonicalType, PRIORITIES } from './types.ts'

/** Every search reads it: a whole document in a memory makes each answer slow (J-03). */
const MAX_CONTENT_CHARACTERS = 100_000
const MAX_TITLE_CHARACTERS = 300
const MAX_LINE_CHARACTERS = 1000
const MAX_ITEMS = 200
const MAX_TTL_DAYS = 36_500

const Line = z.string().max(MAX_LINE_CHARACTERS)
const Lines = z.array(Line.min(1)).max(MAX_ITEMS).readonly()

/** E-03. Tags are lower-case labels; spaces become hyphens. */
const Tag = z
  .string()
  .max(64)
  .transform((tag) => tag.trim().replace(/^#/, '').toLowerCase().replace(/\s+/g, '-'))
  .pipe(z.string().min(1, 'a tag must not be empty'))

const Type = z
  .string()
  .transform((label) => canonicalType(withoutPrivate(label)))
  .pipe(z.string().min(1, 'a type needs at least one letter or digit'))

/** Fields that can be set on creation and changed later. All optional here. */
export const DraftFields = z.object({
  type: Type.describe(
    'Kind of memory: decision, preference, fact, policy … or a label of your own',
  ),
  title: z
    .string()
    .max(MAX_TITLE_CHARACTERS)
    .describe('Short title; taken from the text if absent'),
  subtitle: Line.describe('A second line under the title'),
  description: Line.describe('One line for indexes'),
  name: z.string().max(64).describe('Kebab-case name; saving the same name again updates it'),
  tags: z.array(Tag).max(MAX_ITEMS).readonly().describe('Labels, e.g. auth,database'),
  concepts: z.array(Concept).readonly().describe('What kind of knowledge it is'),
  files: Lines.describe('Files it is about or was read from'),
  filesModified: Lines.describe('Files that were changed when it was learned'),
  globs: Lines.describe('Path patterns it applies to, e.g. src/api/**'),
  triggers: Lines.describe('Words in code that bring it up, e.g. println!'),
  importance: z.number().min(0).max(1).describe('How much it matters, 0 to 1'),
  priority: z.enum(PRIORITIES).describe('Overrides the priority of its type'),
  confidence: z.number().min(0).max(1).describe('How sure it is, 0 to 1'),
  ttlDays: z
    .number()
    .positive('a time to live must be more than 0 days')
    .max(MAX_TTL_DAYS)
    .describe('Forget it after so many days'),
  sensitivity: Sensitivity.describe('Who may see it; derived from the text if absent'),
  season: z.string().max(64).describe('A season that raises it while it is on, e.g. release-week'),
})
const SomeDraftFields = DraftFields.partial()
export type DraftFields = z.infer<typeof SomeDraftFields>

export const Content = z
  .string()
  .max(
    MAX_CONTENT_CHARACTERS,
    `a memory holds at most ${MAX_CONTENT_CHARACTERS} characters: leave a document in its file, and keep what matters of it`,
  )

/** `user` is another word for global. */
export const ScopeInput = z
  .enum([...Scope.options, 'user'])
  .transform((scope) => (scope === 'user' ? 'global' : scope))
  .describe('Where it applies: global, project or session')

/** Input of `remember`. */
export const MemoryDraft = SomeDraftFields.extend({
  content: Content.describe('What to keep, in plain words'),
  scope: ScopeInput.optional(),
  origin: Origin.optional().describe('Whose words these are; only a person speaks as the user'),
  source: Source.optional().describe('How we came to know it'),
  redact: z.boolean().optional().describe('Redact credentials and store the rest'),
})
export type MemoryDraft = z.infer<typeof MemoryDraft>

/** What the engine itself may add: where in a transcript it was said, and what it is beside text. */
export interface DraftContext {
  readonly host?: string
  readonly session?: string
  readonly messages?: readonly [string, string]
  readonly at?: string
  readonly snippet?: string
  readonly confidenceReason?: string
  readonly scale?: 'immediate' | 'task' | 'session' | 'project'
  readonly procedure?: Procedure
  readonly outcome?: string
  readonly done?: boolean
  /** M-01. Whose words capture found them to be; only the engine can say so, no payload. */
  readonly origin?: Origin
  readonly source?: Source
  /** K-11. Needs approval, whatever its origin. */
  readonly hold?: boolean
  /** B-05. What it is known to correct, found by the caller's model. */
  readonly overrules?: readonly Overruled[]
}

export interface Overruled {
  readonly id: string
  /** False when the older one says other things too, which still hold: then both are kept. */
  readonly whole: boolean
  readonly reason: string
}
