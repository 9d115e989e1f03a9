/**
 * The documents of a set as the memories of a home, opened as a user opens it: `openMneme` with
 * default settings, the documents imported, the vectors made by `reindex`, each collection a project.
 * A home is kept between runs, since embedding takes minutes.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Opened, openMneme } from '../../src/compose.ts'
import { EXPORT_FORMAT, EXPORT_VERSION } from '../../src/engine/exchange/export.ts'
import { contentHash, titleFrom } from '../../src/memory/normalise.ts'
import { importMemories } from '../../src/operations/export.ts'
import { call } from '../../src/operations/operation.ts'
import { reindex } from '../../src/operations/reindex.ts'
import { memoryWith } from '../../test/support/memory.ts'
import type { Collection, Document, RecallSet } from './recall-sets.ts'

export interface RecallHome {
  readonly opened: Opened
  /** The documents whose words a memory holds; what was said twice in the same words is one memory. */
  documentsOf(collection: number, memory: string): readonly string[]
  close(): Promise<void>
}

export interface HomeOptions {
  readonly folder: string
  /** Settings that differ from the defaults, as environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether to make vectors. */
  readonly embed: boolean
  readonly fresh: boolean
}

/**
 * Files mirror what the store holds and take no part in search; on a machine that measures other
 * things too, a batch may take its time.
 */
const ASIDE = { MNEME_VAULT_ENABLED: 'false', MNEME_EMBED_BATCH_TIMEOUT_MS: '900000' }
const LINES_AT_ONCE = 1000

export function projectOf(collection: number): string {
  return `collection-${collection}`
}

export async function openRecallHome(
  set: RecallSet,
  collections: readonly Collection[],
  { folder, env = {}, embed, fresh }: HomeOptions,
): Promise<RecallHome> {
  if (fresh) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const opened = await openMneme({ speaker: 'person', home: folder, env: { ...ASIDE, ...env } })
  const documents = new Map<string, string[]>()
  const records: string[] = []
  collections.forEach((collection, number) => {
    records.push(projectRecord(number))
    const held = new Map<string, string>()
    collection.documents.forEach((document, at) => {
      const hash = contentHash(document.text)
      const twin = held.get(hash)
      if (twin !== undefined) {
        documents.get(`${number} ${twin}`)?.push(document.id)
        return
      }
      const id = idOf(number, at)
      held.set(hash, id)
      documents.set(`${number} ${id}`, [document.id])
      records.push(memoryRecord(set, number, id, document))
    })
  })
  const print = createHash('sha256').update(records.join('\n')).digest('hex')
  const stamp = join(folder, 'imported')
  if (readOr(stamp) !== print) {
    const header = JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION })
    for (let at = 0; at < records.length; at += LINES_AT_ONCE) {
      const text = [header, ...records.slice(at, at + LINES_AT_ONCE)].join('\n')
      await call(importMemories, opened.engine, opened.caller, { text })
    }
    writeFileSync(stamp, print)
  }
  if (embed) await call(reindex, opened.engine, opened.caller, {})
  return {
    opened,
    documentsOf: (collection, memory) => documents.get(`${collection} ${memory}`) ?? [],
    close: () => opened.close(),
  }
}

/** ULIDs count up with the documents, and sort as these do. */
function idOf(collection: number, at: number): string {
  return `01${String(collection).padStart(6, '0')}${String(at).padStart(18, '0')}`
}

function projectRecord(number: number): string {
  const id = projectOf(number)
  const at = '2020-01-01T00:00:00.000Z'
  const row = {
    id,
    slug: id,
    name: id,
    rootCommits: [],
    commonDirs: [],
    remotes: [],
    paths: [],
    excluded: [],
    mergedInto: null,
    off: false,
    createdAt: at,
  }
  return JSON.stringify({ record: 'project', row })
}

function memoryRecord(set: RecallSet, number: number, id: string, document: Document): string {
  const { text: content, at: createdAt, session } = document
  const memory = memoryWith({
    id,
    project: projectOf(number),
    type: set.type,
    name: `m-${id.toLowerCase()}`,
    title: titleFrom(content),
    content,
    createdAt,
  })
  const row = {
    ...memory,
    provenance: { ...memory.provenance, session: sessionOf(number, session) },
  }
  return JSON.stringify({ record: 'memory', row })
}

function sessionOf(number: number, session: string | null): string | null {
  return session === null ? null : `${projectOf(number)} ${session}`
}

function readOr(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
