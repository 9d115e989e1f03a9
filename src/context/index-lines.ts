/**
 * H-01. What there is to know, one line each, grouped by type. Beyond its budget the index counts
 * instead of listing, so that five thousand memories do not eat the window.
 */
import type { Memory } from '../memory/memory.ts'
import { compareTypes, PRIORITIES } from '../memory/types.ts'
import type { TokenCounter } from '../text/token-count.ts'
import { splitsCharacter } from '../text/well-formed.ts'
import { eligibility } from './eligibility.ts'
import { govern, isUntrusted } from './governor.ts'
import { instructionLikeness } from './likeness.ts'
import type { ContextSettings } from './settings.ts'
import type { Situation } from './situation.ts'

export interface IndexSource {
  /** The first ones by type, priority and importance; all of them where they are few. */
  readonly entries: readonly Memory[]
  /** How many of each type may be injected, listed or not. */
  readonly counts: Readonly<Record<string, number>>
}

export interface IndexLine {
  readonly text: string
  readonly quoted: boolean
}

export interface Index {
  readonly lines: readonly IndexLine[]
  readonly listed: number
  readonly total: number
}

type IndexSettings = Pick<ContextSettings, 'blockLikeness' | 'indexLineCharacters'>

export interface IndexRequest {
  readonly situation: Situation
  readonly source: IndexSource
  readonly budgetTokens: number
  /** What the lines look like in the context; this is what is measured. */
  readonly together: (lines: readonly IndexLine[]) => string
}

export function memoryIndex(
  settings: IndexSettings,
  counter: TokenCounter,
  { situation, source, budgetTokens, together }: IndexRequest,
): Index {
  const lines = source.entries
    .filter((memory) => eligibility(situation, memory).eligible)
    .toSorted(indexOrder)
    .flatMap((memory) => lineOf(settings, memory))
  const total = Object.values(source.counts).reduce((sum, count) => sum + count, 0)
  const give = (kept: readonly TypedLine[]): Index => ({
    lines: layOut(kept, source.counts),
    listed: kept.length,
    total,
  })
  const fits = (index: Index) => counter.count(together(index.lines)) <= budgetTokens

  // Halving finds the longest list that fits beside the counts of what it leaves out.
  let fewer = 0
  let more = lines.length
  const full = give(lines)
  if (total === 0 && lines.length === 0) return full
  if (fits(full)) return full
  while (more - fewer > 1) {
    const middle = Math.floor((fewer + more) / 2)
    if (fits(give(lines.slice(0, middle)))) fewer = middle
    else more = middle
  }
  const partial = give(lines.slice(0, fewer))
  if (fits(partial)) return partial
  const counted = { lines: [foreword(`${total} memories.`)], listed: 0, total }
  return fits(counted) ? counted : { lines: [], listed: 0, total }
}

interface TypedLine extends IndexLine {
  readonly type: string
}

/** K-10. By what the author gave alone, so that use does not reorder it. */
export function indexOrder(a: Memory, b: Memory): number {
  return (
    compareTypes(a.type, b.type) ||
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    b.importance - a.importance ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) ||
    (a.id < b.id ? -1 : 1)
  )
}

/** Words from outside, and the agent's where they give orders, are counted and not repeated. */
function lineOf(settings: IndexSettings, memory: Memory): TypedLine[] {
  const { origin } = memory.provenance
  if (isUntrusted(origin) && !memory.validated) return []
  const summary = memory.description || memory.title
  const governed = govern(settings, memory, summary)
  if (governed.verdict === 'withhold') return []
  const quoted = governed.verdict === 'quote'
  if (quoted && instructionLikeness(summary).score >= settings.blockLikeness) return []
  const said = (governed.text || governed.title).replace(/\s+/g, ' ')
  const text = `${quoted ? '' : '- '}${memory.name}: ${said}`
  return [{ type: memory.type, text: shortened(text, settings.indexLineCharacters), quoted }]
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const end = limit - 1
  return `${text.slice(0, splitsCharacter(text, end) ? end - 1 : end).trimEnd()}…`
}

function layOut(lines: readonly TypedLine[], counts: IndexSource['counts']): IndexLine[] {
  const laid: IndexLine[] = []
  const listed = new Map<string, number>()
  let group: string | null = null
  for (const { type, text, quoted } of lines) {
    if (type !== group) laid.push({ text: `${type}:`, quoted: false })
    group = type
    laid.push({ text, quoted })
    listed.set(type, (listed.get(type) ?? 0) + 1)
  }
  const rest = Object.keys(counts)
    .sort(compareTypes)
    .map((type) => [type, (counts[type] ?? 0) - (listed.get(type) ?? 0)] as const)
    .filter(([, count]) => count > 0)
  if (rest.length === 0) return laid
  const counted = rest.map(([type, count]) => `${count} ${type}`).join(', ')
  return [...laid, foreword(`${lines.length > 0 ? 'Not listed' : 'There are'}: ${counted}.`)]
}

function foreword(text: string): IndexLine {
  return { text: `${text} To see them: search, or mneme list --type TYPE`, quoted: false }
}
