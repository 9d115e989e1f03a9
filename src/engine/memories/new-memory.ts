/** Makes a memory from a draft: defaults by type and source, hash, title, provenance. */
import { classifySensitivity } from '../../capture/sensitivity.ts'
import { addDays } from '../../clock.ts'
import type { DraftContext, MemoryDraft } from '../../memory/draft.ts'
import type { Memory } from '../../memory/memory.ts'
import { contentHash, descriptionFrom, titleFrom } from '../../memory/normalise.ts'
import { admitOrigin, admitSource, CONFIDENCE_OF, isForeign } from '../../memory/origins.ts'
import { visibleText } from '../../memory/revise.ts'
import { IMPORTANCE_OF, RULE_TYPES, traitsOf } from '../../memory/types.ts'
import { trustOf } from '../../ranking/trust.ts'
import type { Place } from '../../store/store.ts'
import type { Caller, Engine } from '../engine.ts'

export const DEFAULT_TYPE = 'fact'

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
  // M-12. A memory's time is that of the statement, which is never in the future.
  const said = context.at !== undefined && context.at < now ? context.at : now
  const type = draft.type ?? DEFAULT_TYPE
  const traits = traitsOf(type)
  const priority = draft.priority ?? traits.priority
  const origin = context.origin ?? admitOrigin(caller.speaker, draft.origin)
  const source = admitSource(origin, context.source ?? draft.source)
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
    held: context.hold === true || (isForeign(origin) && RULE_TYPES.has(type)),
    quarantined: false,
    ttlDays,
    expiresAt: ttlDays === null ? null : addDays(now, ttlDays),
    accessCount: 0,
    injectedCount: 0,
    createdAt: said,
    updatedAt: said,
    lastAccessedAt: null,
    lastReinforcedAt: said,
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
      at: said,
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

/** H-06. Classified from all text that would be shown. */
export function sensitivityOf(texts: Parameters<typeof visibleText>[0]): Memory['sensitivity'] {
  return classifySensitivity(visibleText(texts)).sensitivity
}

function unique<T>(items: readonly T[] | undefined): readonly T[] {
  return [...new Set(items ?? [])]
}
