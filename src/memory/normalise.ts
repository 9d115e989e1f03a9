/** B-02. The forms of a text that do not depend on how it was typed. */
import { createHash } from 'node:crypto'
import { sentencesOf } from '../text/sentences.ts'
import { splitsCharacter } from '../text/well-formed.ts'

export const MAX_TITLE_LENGTH = 80
export const MAX_DESCRIPTION_LENGTH = 150

/** What is hashed: one spelling, single spaces, no ends. Case stays, since `URL` is not `url`. */
export function normalisedContent(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** B-02. Two texts with the same hash are the same memory. */
export function contentHash(text: string): string {
  return createHash('sha256').update(normalisedContent(text), 'utf8').digest('hex')
}

/** The first sentence or line without its markup, at most 80 characters. */
export function titleFrom(content: string): string {
  const title = shortened(withoutMarkup(firstSentence(content)), MAX_TITLE_LENGTH)
  return title.replace(/(?<=[^.…])\.$|[:;,]$/, '').trimEnd()
}

/** One line for indexes, at most 150 characters. */
export function descriptionFrom(content: string): string {
  return shortened(withoutMarkup(proseOf(content)), MAX_DESCRIPTION_LENGTH)
}

const FENCED = /^[ \t]*(`{3,}|~{3,})[^\n]*\n?([\s\S]*?)(?:\n[ \t]*\1[^\n]*|$(?![\s\S]))/gm

/** A fenced block is shown only where there is nothing else. */
function proseOf(content: string): string {
  const prose = content.replace(FENCED, '')
  return prose.trim() === '' ? content.replace(FENCED, '$2') : prose
}

function firstSentence(content: string): string {
  const sentences = sentencesOf(proseOf(content)).map((sentence) => sentence.text)
  return sentences.find((sentence) => withoutMarkup(sentence) !== '') ?? ''
}

/** The text a reader would see, on one line. */
function withoutMarkup(text: string): string {
  return text
    .replace(
      /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+•][ \t]+(?:\[[ x]\][ \t]+)?|\d{1,3}[.)][ \t]+)+/gm,
      '',
    )
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*\S)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/`+([^`\n]*)`+/g, '$1')
    .replace(/^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,}|#+)[ \t]*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const ELLIPSIS = '…'

/** Cut between words where one is near, otherwise between characters, and marked as cut. */
function shortened(line: string, limit: number): string {
  if (line.length <= limit) return line
  const room = limit - ELLIPSIS.length
  const space = line.lastIndexOf(' ', room)
  let end = space > room / 2 ? space : room
  if (splitsCharacter(line, end)) end -= 1
  return `${line.slice(0, end).replace(/[\s,;:.–—-]+$/, '')}${ELLIPSIS}`
}
