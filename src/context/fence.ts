/** H-05. The fence around what memory says, and how text is kept from climbing over it. */
import { SECTIONS } from './sections.ts'

export const FENCE = 'memory-context'

/** Every tag we write. Verbatim text may not open or close one of them. */
const OWN_TAGS: readonly string[] = [
  FENCE,
  'memory',
  'anchor',
  'more',
  'quote',
  ...Object.values(SECTIONS).map((section) => section.tag),
]

const ANY_OPENING = /[<\uff1c\ufe64]/g
/** An ampersand that a reader might take for the start of an entity, such as the one of "<". */
const ENTITY_START = /&(?=#|lt|gt|amp|quot|apos|[a-z][a-z0-9]{1,31};)/gi
/** An opening sign before one of our names, with the slashes and gaps a lenient reader forgives. */
const OWN_OPENING = new RegExp(`<(?=[\\s/\\\\]{0,8}(?:${OWN_TAGS.join('|')})(?![\\w-]))`, 'gi')

/**
 * Escapes text so that no tag can begin in it. Only what could be misread is escaped: code such as `a && b` or
 * `x -> y` stays as it is, and the escaping is reversible.
 */
export function escapeText(text: string): string {
  return text.replace(ENTITY_START, '&amp;').replace(ANY_OPENING, '&lt;')
}

/** The same for a value in quotation marks, on one line. */
export function escapeAttribute(value: string): string {
  return escapeText(value).replace(/"/g, '&quot;').replace(/\s+/g, ' ')
}

/** C-08. An anchor is served word for word; only our own tags are disarmed in it. */
export function disarmOwnTags(text: string): string {
  return text.replace(OWN_OPENING, '&lt;')
}

/**
 * Each line marked as a quotation. The mark survives any content, because content can
 * end a line only by beginning another marked one.
 */
export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}
