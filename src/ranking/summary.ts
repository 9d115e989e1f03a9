/** I-07. One text out of many: extractive, so that nothing is said that no member said. */
import type { Concept, Memory } from '../memory/memory.ts'
import { sentencesOf } from '../text/sentences.ts'
import { tellingTerms, termCounts } from '../text/telling-terms.ts'

type Member = Pick<
  Memory,
  | 'concepts'
  | 'confidence'
  | 'content'
  | 'filesModified'
  | 'filesRead'
  | 'importance'
  | 'tags'
  | 'title'
>

interface Summary {
  readonly title: string
  readonly content: string
  readonly tags: readonly string[]
  readonly concepts: readonly Concept[]
  readonly filesRead: readonly string[]
  readonly filesModified: readonly string[]
  /** The highest of the members: what mattered in one matters in all. */
  readonly importance: number
  /** The lowest: a summary is not surer than what it rests on. */
  readonly confidence: number
}

const TITLE_TERMS = 4

/** Members come oldest first, and so do their claims. */
export function compressedSummary(members: readonly Member[]): Summary {
  const texts = members.map(({ title, content }) => `${title}\n${content}`)
  const terms = tellingTerms(texts, termCounts(texts), TITLE_TERMS)
  return {
    title: `${terms.join(' ') || 'notes'} (${members.length} memories)`,
    content: claimsOf(members).map(asItem).join('\n'),
    tags: union(members.map(({ tags }) => tags)),
    concepts: union(members.map(({ concepts }) => concepts)),
    filesRead: union(members.map(({ filesRead }) => filesRead)),
    filesModified: union(members.map(({ filesModified }) => filesModified)),
    importance: Math.max(...members.map(({ importance }) => importance)),
    confidence: Math.min(...members.map(({ confidence }) => confidence)),
  }
}

/**
 * Every sentence of every member, once. Only a repetition is left out, never a sentence that is
 * merely similar or shorter: "use tabs" is not contained in "do not use tabs", nor in "use tabs in
 * makefiles". A title is a claim too, unless it is how a sentence of the content begins.
 */
function claimsOf(members: readonly Member[]): string[] {
  const claims = new Map<string, string>()
  for (const { title, content } of members) {
    const spoken = sentencesOf(content).map(({ text }) => withoutMarker(text))
    const titleKey = claimKey(title.replace(/…$/, ''))
    const isSpoken = spoken.some((claim) => beginsWith(claimKey(claim), titleKey))
    for (const claim of isSpoken ? spoken : [title, ...spoken]) {
      const key = claimKey(claim)
      if (key !== '' && !claims.has(key)) claims.set(key, claim)
    }
  }
  return [...claims.values()]
}

/** At the end of a word: "Port 7" is not how "Port 70 is open" begins. */
function beginsWith(key: string, beginning: string): boolean {
  return key.startsWith(beginning) && /^(?:$|[\s,;:])/.test(key.slice(beginning.length))
}

const MARKER = /^(?:[-*+•]|#{1,6})[ \t]+/
const ARTICLE = /(?<![\p{L}\p{N}_./'-])the /giu

/** What makes two sentences one claim: spacing, "the", a capital in front and the last stop apart. */
function claimKey(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(ARTICLE, '')
    .replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
    .replace(/(?<=[^.])\.$/, '')
}

function withoutMarker(text: string): string {
  return text.trim().replace(MARKER, '').trim()
}

/** A block of code is as it was; a sentence is an item of a list. */
function asItem(claim: string): string {
  return /^(?:`{3}|~{3})/.test(claim) ? claim : `- ${claim}`
}

/** Each once, those of most members first, ties in the order of the alphabet. */
function union<Item extends string>(lists: readonly (readonly Item[])[]): Item[] {
  const count = new Map<Item, number>()
  for (const list of lists)
    for (const item of new Set(list)) count.set(item, (count.get(item) ?? 0) + 1)
  return [...count].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([item]) => item)
}
