/** D-05. The part of a text that shows why it was found. */
import { splitsCharacter } from './well-formed.ts'

/** D-05. Previews are 300 characters. */
export const PREVIEW_CHARACTERS = 300

const ELLIPSIS = '…'
/** How much of the window is before the first match, so that it is read in its sentence. */
const LEAD_SHARE = 0.25
/** A repeated term says little more than the first one did. */
const REPEAT_WORTH = 0.1
/** A question of more words than this is a text; its first words say enough about where to look. */
const MAX_TERMS = 100
/** A word is looked for this far from a cut; unspaced scripts are cut where they are. */
const WORD_SEARCH_CHARACTERS = 24
/** So much of a document is looked through. */
const MAX_READ_CHARACTERS = 50_000

/**
 * One line of at most `maxChars`, from where the most different terms are together, cut between
 * words and marked with … where text is left out. A text that fits is shown whole.
 */
export function snippetOf(
  text: string,
  terms: readonly string[],
  maxChars: number = PREVIEW_CHARACTERS,
): string {
  const line = text.slice(0, MAX_READ_CHARACTERS).replace(/\s+/g, ' ').trim()
  if (line.length <= maxChars) return line
  const room = maxChars - 2 * ELLIPSIS.length
  if (room < 1) return ELLIPSIS.slice(0, Math.max(0, maxChars))
  const wanted = Math.max(0, Math.min(bestStart(line, terms, room), line.length - room))
  const start = wanted === 0 ? 0 : wordStart(line, wanted)
  const end = wordEnd(line, start, Math.min(line.length, start + room))
  const shown = line.slice(start, end).trim()
  return `${start > 0 ? ELLIPSIS : ''}${shown}${end < line.length ? ELLIPSIS : ''}`
}

interface Match {
  readonly at: number
  readonly term: string
}

/** Where the window with the most different terms begins; the earliest of equals. */
function bestStart(line: string, terms: readonly string[], room: number): number {
  const matches = matchesOf(line, terms)
  const lead = Math.floor(room * LEAD_SHARE)
  let best = { worth: 0, start: 0 }
  let last = 0
  const counts = new Map<string, number>()
  for (const [first, match] of matches.entries()) {
    for (let next = matches[last]; next !== undefined; next = matches[last]) {
      if (next.at + next.term.length > match.at + room - lead) break
      counts.set(next.term, (counts.get(next.term) ?? 0) + 1)
      last += 1
    }
    let worth = 0
    for (const count of counts.values()) if (count > 0) worth += 1 + REPEAT_WORTH * (count - 1)
    if (worth > best.worth) best = { worth, start: match.at - lead }
    if (last > first) counts.set(match.term, (counts.get(match.term) ?? 1) - 1)
    else last = first + 1
  }
  return best.start
}

/** Where terms begin a word (or are anywhere, in unspaced scripts), in order; the longest of each. */
function matchesOf(line: string, terms: readonly string[]): Match[] {
  const lower = line.toLowerCase()
  // A letter may become two in lower case; then places would no longer be those of the line.
  const read = lower.length === line.length ? lower : line
  const longest = new Map<number, string>()
  for (const term of lookedFor(terms)) {
    const anywhere = !/^[\x00-\x7f]/.test(term)
    for (let at = read.indexOf(term); at !== -1; at = read.indexOf(term, at + term.length)) {
      if (!anywhere && at > 0 && /[\p{L}\p{N}]/u.test(read.charAt(at - 1))) continue
      if ((longest.get(at)?.length ?? 0) < term.length) longest.set(at, term)
    }
  }
  return Array.from(longest, ([at, term]) => ({ at, term })).sort((a, b) => a.at - b.at)
}

/** One question is asked of many texts, so its terms are made ready once. */
const ready = new WeakMap<readonly string[], readonly string[]>()

function lookedFor(terms: readonly string[]): readonly string[] {
  let found = ready.get(terms)
  if (found === undefined) {
    found = [...new Set(terms.filter(isLookedFor).map((term) => term.toLowerCase()))].slice(
      0,
      MAX_TERMS,
    )
    ready.set(terms, found)
  }
  return found
}

/** A term that no preview could hold is not looked for. */
function isLookedFor(term: string): boolean {
  return term !== '' && term.length <= PREVIEW_CHARACTERS
}

function wordStart(line: string, at: number): number {
  const space = line.slice(at, at + WORD_SEARCH_CHARACTERS).indexOf(' ')
  if (line.charAt(at - 1) === ' ') return at
  if (space !== -1) return at + space + 1
  return splitsCharacter(line, at) ? at + 1 : at
}

function wordEnd(line: string, start: number, at: number): number {
  if (at >= line.length || line.charAt(at) === ' ') return at
  const from = Math.max(start + 1, at - WORD_SEARCH_CHARACTERS)
  const space = line.slice(from, at).lastIndexOf(' ')
  if (space !== -1) return from + space
  return splitsCharacter(line, at) ? at - 1 : at
}
