/**
 * J-02. The one way out to standard output for people. Whatever a renderer let through, nothing but
 * text and our own styles reaches a terminal.
 */
import { printable } from '../terminal/text.ts'

/** Characters that JSON leaves as they are and a terminal may act on. */
const ACTIVE =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

export function say(text: string): void {
  if (text !== '') process.stdout.write(ended(printable(text)))
}

/** What programs read: as it is in a pipe or a file, as text on a terminal. */
export function sayData(text: string): void {
  if (process.stdout.isTTY) say(text)
  else if (text !== '') process.stdout.write(ended(text))
}

/** Reads back as the very same value. */
export function sayJson(value: unknown): void {
  process.stdout.write(`${harmlessJson(value)}\n`)
}

export function harmlessJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
