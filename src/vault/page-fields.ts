/** C-02, K-11. What a page says about its memory: the fields as they should be. */
import type { Memory, Procedure } from '../memory/memory.ts'
import { contentHash, descriptionFrom, titleFrom } from '../memory/normalise.ts'
import type { Frontmatter as Front, Page } from './page.ts'

/**
 * A key that is always written and is gone means nothing; one that is written only when it has a
 * value means that there is none now. A file without any frontmatter speaks of its text alone.
 * Confidence is moved by upkeep, and where words came from is no matter of opinion: both are read
 * from a file only when there is no memory yet.
 */
export function fieldsOf(page: Page, prior: Memory): Partial<Memory> {
  const { front, content } = page
  const text = { content, contentHash: contentHash(content) }
  if (front === null) {
    return {
      ...text,
      title: followed(prior.title, titleFrom(prior.content), titleFrom(content)),
      description: followed(
        prior.description,
        descriptionFrom(prior.content),
        descriptionFrom(content),
      ),
    }
  }
  return {
    ...text,
    type: front.type ?? prior.type,
    title: front.title?.trim() || titleFrom(content),
    subtitle: front.subtitle ?? '',
    description: front.description ?? descriptionFrom(content),
    tags: unique(front.tags),
    concepts: unique(front.concepts),
    filesRead: unique(front.files),
    filesModified: unique(front.files_modified),
    globs: unique(front.globs),
    triggers: unique(front.triggers),
    importance: front.importance ?? prior.importance,
    ...(front.importance !== undefined && front.importance !== prior.importance
      ? { vitality: front.importance }
      : {}),
    priority: front.priority ?? prior.priority,
    sensitivity: front.sensitivity ?? prior.sensitivity,
    season: front.season ?? null,
    expiresAt: front.expires ?? null,
    ...(front.expires === undefined ? { ttlDays: null } : {}),
    archived: front.archived ?? false,
    validated: front.validated ?? false,
    done: front.done ?? (prior.done === null ? null : false),
    outcome: front.outcome ?? null,
    procedure: front.procedure === undefined ? null : procedureOf(front.procedure, prior),
  }
}

/** How often it worked is counted, not written. */
function procedureOf(
  { trigger = '', steps = [], prerequisites = [], warnings = [] }: NonNullable<Front['procedure']>,
  { procedure }: Memory,
): Procedure {
  const { successes = 0, failures = 0 } = procedure ?? {}
  return { trigger, steps, prerequisites, warnings, successes, failures }
}

/** What was read off the old text is read off the new one. */
function followed(present: string, old: string, fresh: string): string {
  return present === old ? fresh : present
}

function unique<T>(items: readonly T[] | undefined): readonly T[] {
  return [...new Set(items ?? [])]
}
