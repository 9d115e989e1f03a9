/**
 * H-01. One line for each memory, grouped by type. Beyond its budget the index shows counts instead of lines,
 * so that thousands of memories do not fill the window.
 */

import type { Memory } from '../memory/memory.ts'
import { isForeign } from '../memory/origins.ts'
import { compareStanding } from '../memory/standing-order.ts'
import { compareTypes } from '../memory/types.ts'
import { compareText } from '../text/compare.ts'
import { shorten } from '../text/shorten.ts'
import type { TokenCounter } from '../text/token-count.ts'
import { eligibility } from './eligibility.ts'
import { govern } from './governor.ts'
import { instructionLikeness } from './likeness.ts'
import { olderMemory } from './older-mark.ts'
import type { LineKind } from './render.ts'
import type { ContextSettings } from './settings.ts'
import type { Situation } from './situation.ts'

export interface IndexSource {
  /** The first by type, priority and importance; all of them if there are few. */
  readonly entries: readonly Memory[]
  /** Count of injectable memories by type, listed or not. */
  readonly counts: Readonly<Record<string, number>>
}

export interface IndexLine {
  readonly text: string
  readonly kind: LineKind
  /** Absent in headings and counts. */
  readonly memory?: Memory
}

interface Index {
  readonly lines: readonly IndexLine[]
  readonly listed: number
  readonly total: number
}

type IndexSettings = Pick<ContextSettings, 'blockLikeness' | 'indexLineCharacters'>

interface IndexRequest {
  readonly situation: Situation
  readonly source: IndexSource
  readonly budgetTokens: number
  /** Lines as rendered; their tokens are what is measured. */
  readonly together: (lines: readonly IndexLine[]) => string
}

export function memoryIndex(
  settings: IndexSettings,
  counter: TokenCounter,
  { situation, source, budgetTokens, together }: IndexRequest,
): Index {
  const entries = source.entries
    .filter((memory) => eligibility(situation, memory).eligible)
    .toSorted(indexOrder)
  // M-34. A person's first, then the most important, whatever they are.
  const first = entries.toSorted(byImportance).slice(0, Math.floor(budgetTokens / MIN_LINE_TOKENS))
  const lines = first.flatMap((memory) => lineOf(settings, situation, memory))
  const total = Object.values(source.counts).reduce((sum, count) => sum + count, 0)
  const give = (count: number): Index => {
    const kept = lines.slice(0, count).toSorted((a, b) => indexOrder(a.memory, b.memory))
    return { lines: layOut(kept, source.counts), listed: kept.length, total }
  }
  const fits = (index: Index) => counter.count(together(index.lines)) <= budgetTokens

  const full = give(lines.length)
  if (full.lines.length === 0 || fits(full)) return full
  // Binary search for the longest list that fits together with the counts of what it omits.
  let fewer = 0
  let more = lines.length
  while (more - fewer > 1) {
    const middle = Math.floor((fewer + more) / 2)
    if (fits(give(middle))) fewer = middle
    else more = middle
  }
  const partial = give(fewer)
  if (fits(partial)) return partial
  const counted = { lines: [howToSee(`${total} memories.`)], listed: 0, total }
  return fits(counted) ? counted : { lines: [], listed: 0, total }
}

/** The same index without these: they are not counted either. */
export function indexWithout(source: IndexSource, isOut: (memory: Memory) => boolean): IndexSource {
  const counts: Record<string, number> = { ...source.counts }
  const entries = source.entries.filter((memory) => {
    if (!isOut(memory)) return true
    counts[memory.type] = (counts[memory.type] ?? 1) - 1
    return false
  })
  return { entries, counts }
}

/** Minimum width of a line: its mark and one word. */
const MIN_LINE_TOKENS = 2

interface ListedLine extends IndexLine {
  readonly memory: Memory
}

function byImportance(a: Memory, b: Memory): number {
  return compareStanding(a, b) || indexOrder(a, b)
}

/** K-10. Ordered by the author's fields alone, so that use does not change the order. */
function indexOrder(a: Memory, b: Memory): number {
  return (
    compareTypes(a.type, b.type) ||
    compareStanding(a, b) ||
    compareText(a.name, b.name) ||
    compareText(a.id, b.id)
  )
}

/** Foreign text, and agent text that reads like an order, is counted but not shown. */
function lineOf(settings: IndexSettings, { saidLater }: Situation, memory: Memory): ListedLine[] {
  const { origin } = memory.provenance
  if (isForeign(origin) && !memory.validated) return []
  const summary = memory.description || memory.title
  const governed = govern(settings, memory, summary)
  if (governed.verdict === 'withhold') return []
  const quoted = governed.verdict === 'quote'
  if (quoted && instructionLikeness(summary).score >= settings.blockLikeness) return []
  const said = (governed.text || governed.title).replace(/\s+/g, ' ')
  const mark = quoted ? '' : memory.scope === 'team' ? '- team: ' : '- '
  const whole = `${mark}${said}`
  // M-35. A complete line needs no name to fetch it by; a truncated one ends in the id.
  const isCut = whole.length > settings.indexLineCharacters || /(?:…|\.\.\.)$/.test(said)
  const ref = ` (${memory.id})`
  const room = Math.max(settings.indexLineCharacters - ref.length, 0)
  const laterAt = saidLater.get(memory.id)
  const note = laterAt === undefined ? '' : ` (${olderMemory(laterAt)})`
  return [
    {
      memory,
      text: `${isCut ? `${shorten(whole, room)}${ref}` : whole}${note}`,
      kind: quoted ? 'quoted' : 'plain',
    },
  ]
}

function layOut(lines: readonly ListedLine[], counts: IndexSource['counts']): IndexLine[] {
  const laid: IndexLine[] = []
  const listed = new Map<string, number>()
  let group: string | null = null
  for (const { memory, text, kind } of lines) {
    const { type } = memory
    if (type !== group) laid.push({ text: `${type}:`, kind: 'heading' })
    group = type
    laid.push({ text, kind, memory })
    listed.set(type, (listed.get(type) ?? 0) + 1)
  }
  const rest = Object.keys(counts)
    .sort(compareTypes)
    .map((type) => [type, (counts[type] ?? 0) - (listed.get(type) ?? 0)] as const)
    .filter(([, count]) => count > 0)
  if (rest.length === 0) return laid
  const counted = rest.map(([type, count]) => `${count} ${type}`).join(', ')
  return [...laid, howToSee(`${lines.length > 0 ? 'Not listed' : 'There are'}: ${counted}.`)]
}

function howToSee(text: string): IndexLine {
  return { text: `${text} To see them: search, or mneme list --type TYPE`, kind: 'plain' }
}
