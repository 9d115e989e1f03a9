/** A draft becomes a memory: defaults by type and source, hash, title, provenance. */
import { classifySensitivity } from '../../capture/sensitivity.ts'
import { addDays } from '../../clock.ts'
import type { DraftContext, MemoryDraft } from '../../memory/draft.ts'
import type { Memory, Origin, Source } from '../../memory/memory.ts'
import { contentHash, descriptionFrom, titleFrom } from '../../memory/normalise.ts'
import { RULE_TYPES, traitsOf } from '../../memory/types.ts'
import { trustOf } from '../../ranking/trust.ts'
import type { Place } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'

export const DEFAULT_TYPE = 'fact'

/** How we came to know it, when the call does not say: from whose words they are. */
// biome-ignore format: a table reads best in columns
const SOURCE_OF: { readonly [From in Origin]: Source } = {
  user:          'user-stated',
  agent:         'observed',
  'tool-output': 'extracted',
  web:           'extracted',
  file:          'extracted',
}

/** How sure we are at first, by source. */
// biome-ignore format: a table reads best in columns
const CONFIDENCE_OF: { readonly [From in Source]: number } = {
  'user-stated':    0.95,
  'user-corrected': 0.95,
  observed:         0.8,
  extracted:        0.75,
  imported:         0.8,
  inferred:         0.6,
}

/** What a memory is worth before anybody said, by priority. */
// biome-ignore format: a table reads best in columns
const IMPORTANCE_OF = { critical: 0.9, high: 0.75, medium: 0.6, normal: 0.5, low: 0.3 } as const

/** K-11. Words of these origins never become a rule without a human yes. */
const UNTRUSTED: ReadonlySet<Origin> = new Set(['tool-output', 'web', 'file'])

export function isUntrusted(origin: Origin): boolean {
  return UNTRUSTED.has(origin)
}

export function newMemory(
  engine: Engine,
  caller: Caller,
  place: Place,
  name: string,
  draft: MemoryDraft,
  context: DraftContext = {},
): Memory {
  const { clock, config } = engine
  const now = clock.now()
  const type = draft.type ?? DEFAULT_TYPE
  const traits = traitsOf(type)
  const priority = draft.priority ?? traits.priority
  const origin = draft.origin ?? caller.origin
  const source = draft.source ?? SOURCE_OF[origin]
  const title = draft.title?.trim() || titleFrom(draft.content)
  const importance = draft.importance ?? IMPORTANCE_OF[priority]
  const sessionDays = place.scope === 'session' ? config.memory.sessionExpiryDays : null
  const ttlDays = draft.ttlDays ?? sessionDays
  return {
    id: clock.newId(),
    ...place,
    type,
    name,
    title,
    subtitle: draft.subtitle ?? '',
    description: draft.description ?? descriptionFrom(draft.content),
    content: draft.content,
    tags: unique(draft.tags),
    concepts: unique(draft.concepts),
    filesRead: unique(draft.files),
    filesModified: unique(draft.filesModified),
    globs: unique(draft.globs),
    triggers: unique(draft.triggers),
    importance,
    vitality: importance,
    priority,
    confidence: draft.confidence ?? CONFIDENCE_OF[source],
    trust: trustOf(config.trust, source),
    strength: 0,
    sensitivity: draft.sensitivity ?? sensitivityOf(draft),
    state: 'new',
    stateSince: now,
    validated: false,
    archived: false,
    held: context.hold === true || (isUntrusted(origin) && RULE_TYPES.has(type)),
    quarantined: false,
    ttlDays,
    expiresAt: ttlDays === null ? null : addDays(now, ttlDays),
    accessCount: 0,
    injectedCount: 0,
    createdAt: now,
    updatedAt: now,
    lastAccessedAt: null,
    lastReinforcedAt: now,
    supersededBy: null,
    contentHash: contentHash(draft.content),
    season: draft.season ?? null,
    scale: context.scale ?? null,
    provenance: {
      source,
      origin,
      host: context.host ?? null,
      session: context.session ?? caller.session,
      messages: context.messages ?? null,
      at: context.at ?? now,
      snippet: context.snippet ?? null,
      confidenceReason:
        context.confidenceReason ??
        (draft.confidence === undefined ? `default for ${source}` : 'given with the call'),
    },
    procedure: context.procedure ?? null,
    outcome: context.outcome ?? null,
    done: context.done ?? (type === 'task' ? false : null),
  }
}

/** H-06. Found out from everything that would be shown. */
export function sensitivityOf(
  texts: Pick<MemoryDraft, 'content'> & Partial<Pick<MemoryDraft, 'title' | 'description'>>,
): Memory['sensitivity'] {
  return classifySensitivity([texts.title ?? '', texts.description ?? '', texts.content].join('\n'))
    .sensitivity
}

/** What somebody said about who may see it outlives a change of the text; what was found out does not. */
export function keptSensitivity(
  prior: Memory,
  foundNow: Memory['sensitivity'],
): Memory['sensitivity'] {
  return prior.sensitivity === sensitivityOf(prior) ? foundNow : prior.sensitivity
}

function unique<T>(items: readonly T[] | undefined): readonly T[] {
  return [...new Set(items ?? [])]
}
