/** Each kind of record: what has a column of its own. Everything else is kept beside it as JSON. */
import type { Memory } from '../../memory/memory.ts'
import {
  type Document,
  type Fact,
  type Link,
  linkKey,
  type Project,
  type RecordKind,
  type RecordTypes,
  type Version,
} from '../records.ts'
import { Table, type TableTraits } from './table.ts'
import { toText } from './texts.ts'

const MEMORY: TableTraits<Memory> = {
  name: 'memory',
  keyColumn: 'id',
  keyOf: (memory) => memory.id,
  columns: {
    id: 'text',
    scope: 'text',
    project: 'text',
    session: 'text',
    type: 'text',
    name: 'text',
    title: 'text',
    content: 'text',
    tags: 'texts',
    concepts: 'texts',
    filesRead: 'texts',
    filesModified: 'texts',
    globs: 'texts',
    triggers: 'texts',
    importance: 'number',
    sensitivity: 'text',
    state: 'text',
    validated: 'boolean',
    archived: 'boolean',
    held: 'boolean',
    quarantined: 'boolean',
    done: 'boolean',
    expiresAt: 'text',
    accessCount: 'number',
    injectedCount: 'number',
    createdAt: 'text',
    updatedAt: 'text',
    lastAccessedAt: 'text',
    supersededBy: 'text',
    contentHash: 'text',
  },
  derived: {
    from_session: ({ provenance }) =>
      provenance.session === null ? null : toText(provenance.session),
  },
}

const VERSION: TableTraits<Version> = {
  name: 'version',
  keyColumn: 'id',
  keyOf: (version) => version.id,
  columns: { id: 'text', memory: 'text', at: 'text', cause: 'text', snapshot: 'json' },
}

const LINK: TableTraits<Link> = {
  name: 'link',
  keyColumn: 'key',
  keyOf: linkKey,
  columns: { from: 'text', to: 'text', kind: 'text' },
}

const FACT: TableTraits<Fact> = {
  name: 'fact',
  keyColumn: 'id',
  keyOf: (fact) => fact.id,
  columns: {
    id: 'text',
    subject: 'text',
    predicate: 'text',
    object: 'text',
    project: 'text',
    memory: 'text',
    validFrom: 'text',
    validTo: 'text',
    createdAt: 'text',
  },
}

const PROJECT: TableTraits<Project> = {
  name: 'project',
  keyColumn: 'id',
  keyOf: (project) => project.id,
  columns: { id: 'text', slug: 'text', createdAt: 'text' },
}

const DOCUMENT: TableTraits<Document> = {
  name: 'document',
  keyColumn: 'id',
  keyOf: (document) => `${document.kind}/${document.key}`,
  columns: { kind: 'text', key: 'text', project: 'text', session: 'text', at: 'text' },
}

type Tables = { readonly [Kind in RecordKind]: Table<RecordTypes[Kind]> }

export const TABLES: Tables = {
  memory: new Table(MEMORY),
  version: new Table(VERSION),
  link: new Table(LINK),
  fact: new Table(FACT),
  project: new Table(PROJECT),
  document: new Table(DOCUMENT),
}
