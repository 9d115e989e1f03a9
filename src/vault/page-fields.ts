/** C-02, K-11. What a page wants of its memory: the fields as they should be. */
import type { Memory, Procedure } from '../memory/memory.ts'
import { descriptionFrom } from '../memory/normalise.ts'
import type { Wanted } from '../memory/revise.ts'
import type { Frontmatter as Front, Page } from './page.ts'

/**
 * A key that is always written and is gone means nothing; one that is written only when it has a
 * value means that there is none now, and a title or description is then read off the text. A file
 * without any frontmatter speaks of its text alone. Confidence is moved by upkeep, and where words came
 * from is no matter of opinion: both are read from a file only when there is no memory yet.
 */
export function readWantedFields(page: Page, prior: Memory): Wanted {
  const { front, content } = page
  if (front === null) return { content }
  return {
    content,
    type: front.type,
    title: front.title ?? '',
    subtitle: front.subtitle ?? '',
    description: front.description ?? descriptionFrom(content),
    tags: unique(front.tags),
    concepts: unique(front.concepts),
    filesRead: unique(front.files),
    filesModified: unique(front.files_modified),
    globs: unique(front.globs),
    triggers: unique(front.triggers),
    importance: front.importance,
    priority: front.priority,
    sensitivity: front.sensitivity,
    season: front.season ?? null,
    expiresAt: front.expires ?? null,
    ...(front.expires === undefined ? { ttlDays: null } : {}),
    archived: front.archived ?? false,
    validated: front.validated ?? false,
    done: front.done ?? (prior.done === null ? null : false),
    outcome: front.outcome ?? null,
    procedure: front.procedure === undefined ? null : procedureOf(front.procedure),
  }
}

/** How often it worked is counted, not written: `revise` keeps the count. */
function procedureOf({
  trigger = '',
  steps = [],
  prerequisites = [],
  warnings = [],
}: NonNullable<Front['procedure']>): Procedure {
  return { trigger, steps, prerequisites, warnings, successes: 0, failures: 0 }
}

function unique<T>(items: readonly T[] | undefined): readonly T[] {
  return [...new Set(items ?? [])]
}
