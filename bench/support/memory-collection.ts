/** Documents as memories in a store of their own, with their vectors where given. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Memory } from '../../src/memory/memory.ts'
import { titleFrom } from '../../src/memory/normalise.ts'
import { passagesToEmbed } from '../../src/search/embed-text.ts'
import type { MemoryFilter } from '../../src/store/filter.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { PassageSettings } from '../../src/text/passages.ts'
import { memoryWith } from '../../test/support/memory.ts'
import type { Searchable } from './collections.ts'
import type { Document } from './recall-sets.ts'

const BATCH = 500
const passageSettings = PassageSettings.parse({})

export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>

export interface MemoryCollection extends Searchable<MemoryFilter> {
  readonly store: Store
}

export async function memories(
  documents: readonly Document[],
  type: string,
  embed: { readonly model: string; readonly dims: number; readonly vectors: Embed } | null,
): Promise<MemoryCollection> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const store = openSqliteStore({ file: join(folder, 'bench.db'), synchronous: 'OFF' })
  const rows = documents.map((document, at) => memoryOf(document, type, at))
  for (let at = 0; at < rows.length; at += BATCH) {
    const changes = rows
      .slice(at, at + BATCH)
      .map((row) => ({ op: 'insert' as const, kind: 'memory' as const, row }))
    const moment = '2026-01-01T00:00:00.000Z'
    await store.apply({ id: `batch-${at}`, at: moment, actor: 'bench', cause: 'bench', changes })
  }
  if (embed) await fill(store, embed)
  return {
    store,
    corpus: store.recall,
    filter: {},
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function fill(
  store: Store,
  embed: { readonly model: string; readonly dims: number; readonly vectors: Embed },
): Promise<void> {
  for (;;) {
    const due = await store.vectors.due('memories', BATCH)
    if (due.length === 0) return
    const units = await store.recall.units(
      due.map(({ unit }) => unit),
      {},
    )
    const found = new Map(units.map((unit) => [unit.key, unit]))
    const passages = due.map(({ unit }) => {
      const text = found.get(unit)?.text ?? ''
      return passagesToEmbed(passageSettings, { lead: titleFrom(text), text })
    })
    const vectors = await embed.vectors(passages.flat().map(({ text }) => text))
    let next = 0
    await store.vectors.put(
      'memories',
      { id: embed.model, dims: embed.dims },
      due.map((each, at) => ({
        ...each,
        passages: (passages[at] ?? []).map(({ start, end }) => ({
          start,
          end,
          vector: vectors[next++] as Float32Array,
        })),
      })),
    )
  }
}

export function memoryOf(document: Document, type: string, at: number): Memory {
  const { text: content, at: createdAt, session } = document
  const memory = memoryWith({
    id: String(at).padStart(26, '0'),
    project: 'bench',
    type,
    name: `m-${document.id}`,
    title: titleFrom(content),
    content,
    createdAt,
  })
  return { ...memory, provenance: { ...memory.provenance, session } }
}
