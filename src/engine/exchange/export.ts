/** B-11. Exports all records, one per line, in an order that depends on their content alone. */

import type { Memory } from '../../memory/memory.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import type { RecordTypes, Version } from '../../store/records.ts'
import type { Engine } from '../engine.ts'
import type { Progress } from '../progress.ts'
import { OWN_SCOPES } from '../team/copy-guard.ts'

export const EXPORT_FORMAT = 'mneme-export'
export const EXPORT_VERSION = 1

/** In this order, so that a record comes after those it refers to. */
export const EXPORTED = ['project', 'memory', 'version', 'link', 'fact'] as const
export type ExportedKind = (typeof EXPORTED)[number]

const PAGE = 1000
const EVERYTHING = 1_000_000

interface ExportOptions {
  /** H-06. For a reader who may not see everything. */
  readonly isSeen?: (memory: Memory) => boolean
  /** H-05. How a row is rendered; unchanged by default. */
  readonly clean?: <Row>(row: Row) => Row
  readonly progress?: Progress
}

export async function exportLines(
  engine: Engine,
  asked: MemoryFilter,
  { isSeen, clean = (row) => row, progress }: ExportOptions = {},
): Promise<{ lines: string[]; memories: number; withheld: number }> {
  const { store } = engine
  const whole = Object.keys(asked).length === 0 && !isSeen
  // K-18. Team copies are exported on the team's server instead.
  const filter = { scopes: OWN_SCOPES, ...asked }
  const total = await store.memories.count(filter)
  const lines = [JSON.stringify({ format: EXPORT_FORMAT, version: EXPORT_VERSION })]
  const write = <Kind extends ExportedKind>(kind: Kind, rows: readonly RecordTypes[Kind][]) => {
    for (const row of rows) lines.push(JSON.stringify({ record: kind, row: clean(row) }))
  }
  const ids = new Set<string>()
  const projects = new Set<string>()
  const body: string[] = []
  for (let offset = 0; offset < total; offset += PAGE) {
    const page = await store.memories.list(filter, { limit: PAGE, offset, order: 'id' })
    for (const memory of isSeen ? page.filter(isSeen) : page) {
      ids.add(memory.id)
      if (memory.project !== null) projects.add(memory.project)
      body.push(JSON.stringify({ record: 'memory', row: clean(memory) }))
    }
    progress?.({ done: ids.size, total, what: 'memories' })
  }
  const known = await store.projects.all()
  write('project', known.filter((project) => whole || projects.has(project.id)).sort(byId))
  lines.push(...body)
  const versions = await store.versions.list({}, EVERYTHING)
  const isShown = ({ memory, snapshot }: Version) =>
    ids.has(memory) && (isSeen === undefined || isSeen(snapshot))
  write('version', versions.filter(isShown).sort(byId))
  const links = await store.links.all()
  write(
    'link',
    links.filter((link) => ids.has(link.from) && ids.has(link.to)),
  )
  const facts = await store.facts.find({ limit: EVERYTHING })
  const belongs = (memory: string | null) => (memory === null ? whole : ids.has(memory))
  write('fact', facts.filter((fact) => belongs(fact.memory)).sort(byId))
  return { lines, memories: ids.size, withheld: total - ids.size }
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1
}
