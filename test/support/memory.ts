/** Memories for tests: a plain one, changed where the case wants it. */
import type { Memory } from '../../src/memory/memory.ts'
import { contentHash } from '../../src/memory/normalise.ts'
import { testClock } from './clock.ts'

const ids = testClock()

export function memoryWith(change: Partial<Memory> = {}): Memory {
  const content = change.content ?? 'The build runs on Node 20.'
  const id = change.id ?? ids.newId()
  const createdAt = change.createdAt ?? '2026-01-01T00:00:00.000Z'
  return {
    id,
    scope: 'project',
    project: 'project-a',
    session: null,
    type: 'fact',
    name: `memory-${id.toLowerCase()}`,
    title: content.slice(0, 80),
    subtitle: '',
    description: '',
    content,
    tags: [],
    concepts: [],
    filesRead: [],
    filesModified: [],
    globs: [],
    triggers: [],
    importance: 0.5,
    vitality: 0.5,
    priority: 'normal',
    confidence: 0.9,
    trust: 1,
    strength: 0,
    sensitivity: 'public',
    state: 'new',
    stateSince: createdAt,
    validated: false,
    archived: false,
    held: false,
    quarantined: false,
    ttlDays: null,
    expiresAt: null,
    accessCount: 0,
    injectedCount: 0,
    createdAt,
    updatedAt: createdAt,
    lastAccessedAt: null,
    lastReinforcedAt: createdAt,
    supersededBy: null,
    contentHash: contentHash(content),
    season: null,
    scale: null,
    provenance: {
      source: 'user-stated',
      origin: 'user',
      host: null,
      session: null,
      messages: null,
      at: createdAt,
      snippet: null,
      confidenceReason: null,
    },
    procedure: null,
    outcome: null,
    done: null,
    ...change,
  }
}
