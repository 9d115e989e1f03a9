/** Each kind of record, field by field. */
import type { Memory } from '../../memory/memory.ts'
import {
  type Document,
  type Fact,
  type Link,
  linkKey,
  type Project,
  type Version,
} from '../records.ts'
import type { TableTraits } from './table.ts'

export const MEMORY: TableTraits<Memory> = {
  name: 'memory',
  keyColumn: 'id',
  fields: {
    id: 'text',
    scope: 'text',
    project: 'text',
    session: 'text',
    type: 'text',
    name: 'text',
    title: 'text',
    subtitle: 'text',
    description: 'text',
    content: 'text',
    tags: 'json',
    concepts: 'json',
    filesRead: 'json',
    filesModified: 'json',
    globs: 'json',
    triggers: 'json',
    importance: 'number',
    vitality: 'number',
    priority: 'text',
    confidence: 'number',
    trust: 'number',
    strength: 'number',
    sensitivity: 'text',
    state: 'text',
    stateSince: 'text',
    validated: 'boolean',
    archived: 'boolean',
    held: 'boolean',
    quarantined: 'boolean',
    ttlDays: 'number',
    expiresAt: 'text',
    accessCount: 'number',
    injectedCount: 'number',
    createdAt: 'text',
    updatedAt: 'text',
    lastAccessedAt: 'text',
    lastReinforcedAt: 'text',
    supersededBy: 'text',
    contentHash: 'text',
    season: 'text',
    scale: 'text',
    provenance: 'json',
    procedure: 'json',
    outcome: 'text',
    done: 'boolean',
  },
}

export const VERSION: TableTraits<Version> = {
  name: 'version',
  keyColumn: 'id',
  fields: { id: 'text', memory: 'text', at: 'text', cause: 'text', snapshot: 'json' },
}

export const LINK: TableTraits<Link> = {
  name: 'link',
  keyColumn: 'key',
  keyOf: linkKey,
  fields: {
    from: 'text',
    to: 'text',
    kind: 'text',
    weight: 'number',
    createdAt: 'text',
    by: 'text',
  },
}

export const FACT: TableTraits<Fact> = {
  name: 'fact',
  keyColumn: 'id',
  fields: {
    id: 'text',
    subject: 'text',
    predicate: 'text',
    object: 'text',
    confidence: 'number',
    project: 'text',
    memory: 'text',
    validFrom: 'text',
    validTo: 'text',
    createdAt: 'text',
  },
}

export const PROJECT: TableTraits<Project> = {
  name: 'project',
  keyColumn: 'id',
  fields: {
    id: 'text',
    slug: 'text',
    name: 'text',
    rootCommits: 'json',
    commonDirs: 'json',
    remotes: 'json',
    paths: 'json',
    excluded: 'json',
    mergedInto: 'text',
    off: 'boolean',
    createdAt: 'text',
  },
}

export const DOCUMENT: TableTraits<Document> = {
  name: 'document',
  keyColumn: 'id',
  keyOf: (document) => `${document.kind}/${document.key}`,
  fields: {
    kind: 'text',
    key: 'text',
    project: 'text',
    session: 'text',
    at: 'text',
    body: 'json',
  },
}
