/** A memory as people read it: whole on a page, or a line in a table. */
import type { Memory } from '../../memory/memory.ts'
import { type MemoryBrief, originFlag } from '../../operations/views.ts'
import { oneLine, safe } from '../terminal/text.ts'
import { paint, table } from './terminal.ts'

export function memoryPage(memory: Memory): string {
  const facts: readonly (readonly [string, string])[] = [
    ['id', memory.id],
    ['name', memory.name],
    ['type', `${memory.type} (${memory.scope})`],
    ['state', [memory.state, ...flagsOf(memory)].join(', ')],
    ['tags', memory.tags.join(', ')],
    ['concepts', memory.concepts.join(', ')],
    ['files', [...memory.filesRead, ...memory.filesModified].join(', ')],
    ['globs', memory.globs.join(', ')],
    ['triggers', memory.triggers.join(', ')],
    ['source', `${memory.provenance.source} (${memory.provenance.origin})`],
    ['importance', `${memory.importance.toFixed(2)}, confidence ${memory.confidence.toFixed(2)}`],
    ['sensitivity', memory.sensitivity],
    ['expires', memory.expiresAt ?? ''],
    [
      'created',
      `${day(memory.createdAt)}, updated ${day(memory.updatedAt)}, used ${memory.accessCount}×`,
    ],
    ['outcome', memory.outcome ?? ''],
  ]
  const procedure = memory.procedure
  // A title that was made from a short text says the same.
  const isTitled = oneLine(memory.title) !== oneLine(memory.content)
  return [
    ...(isTitled ? [paint('bold', oneLine(memory.title))] : []),
    ...(memory.subtitle ? [oneLine(memory.subtitle)] : []),
    ...(isTitled || memory.subtitle ? [''] : []),
    safe(memory.content),
    ...(procedure
      ? ['', ...procedure.steps.map((step, index) => `${index + 1}. ${oneLine(step)}`)]
      : []),
    '',
    ...facts
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `${paint('dim', label.padEnd(12))}${oneLine(value)}`),
  ].join('\n')
}

export function memoryTable(memories: readonly MemoryBrief[]): string {
  const ids = shortestIds(memories.map(({ id }) => id))
  return table(
    [
      { title: 'id', style: 'dim' },
      { title: 'type' },
      { title: 'title', flexible: true, wraps: true },
      { title: 'created', style: 'dim' },
    ],
    memories.map((memory, at) => [
      ids[at] ?? memory.id,
      [memory.type, ...originFlag(memory), ...flagsOf(memory)].join(', '),
      memory.title,
      day(memory.createdAt),
    ]),
  )
}

export function memoryCount(count: number): string {
  return `${count} ${count === 1 ? 'memory' : 'memories'}`
}

/** How many are shown of how many there are. */
export function countLine(shown: number, total: number): string {
  return shown === total
    ? memoryCount(total)
    : `${shown} of ${memoryCount(total)}; more: --limit, --offset`
}

const FILTERS = ['type', 'tag', 'concept', 'file', 'scope', 'state', 'since', 'until'] as const

/** An empty list says why, and what to do next: about what was asked for, or about the first memory. */
export function emptyLine(
  input: Readonly<Record<string, unknown>>,
  notes: readonly string[],
): string {
  if (notes.length > 0) return notes.map(oneLine).join('\n')
  const given = FILTERS.filter((name) => input[name] !== undefined)
  if (given.length === 0) return 'No memories here yet. To add one: mneme remember "…"'
  return `No memory here matches ${given.map((name) => `--${name}`).join(' and ')}. In every project: --all`
}

const MIN_ID_LENGTH = 8

/** The shortest prefix of each id that is unique among these, at least eight characters. */
export function shortestIds(ids: readonly string[]): string[] {
  return ids.map((id) => {
    let length = MIN_ID_LENGTH
    while (
      length < id.length &&
      ids.some((each) => each !== id && each.startsWith(id.slice(0, length)))
    )
      length += 1
    return id.slice(0, length)
  })
}

function flagsOf(
  memory: Pick<Memory, 'validated' | 'archived' | 'held' | 'supersededBy'>,
): string[] {
  return [
    ...(memory.validated ? ['validated'] : []),
    ...(memory.archived ? ['archived'] : []),
    ...(memory.held ? ['held'] : []),
    ...(memory.supersededBy ? ['superseded'] : []),
  ]
}

function day(moment: string): string {
  return moment.slice(0, 10)
}
