/**
 * J-02. The one way out to standard output for people. Whatever a renderer let through, nothing but
 * text and our own styles reaches a terminal, and no line is wider than it.
 */
import { FAILURES } from '../../errors.ts'
import { printable } from '../terminal/text.ts'
import { showsUtf8, withPlainSigns } from './locale.ts'
import { wrapLines } from './wrap.ts'

/** Characters that JSON leaves as they are and a terminal may act on. */
const ACTIVE =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

export function say(text: string): void {
  if (text !== '') process.stdout.write(withNewline(layOut(process.stdout, printable(text))))
}

/** Prints a failure and its hint to standard error, safe for a terminal as `say` is. */
export function sayError(text: string): void {
  process.stderr.write(withNewline(layOut(process.stderr, printable(text))))
}

/** What programs read: as it is in a pipe or a file, as text on a terminal. Its lines are never broken. */
export function sayData(text: string): void {
  if (text !== '') process.stdout.write(withNewline(process.stdout.isTTY ? printable(text) : text))
}

function layOut(stream: NodeJS.WriteStream, text: string): string {
  const readable = showsUtf8(process.env) ? text : withPlainSigns(text)
  return stream.isTTY ? wrapLines(readable, stream.columns || DEFAULT_COLUMNS) : readable
}

const DEFAULT_COLUMNS = 80

/** A reader that has seen enough ends the command; a full disk is said. */
export function watchOutput(): void {
  process.stdout.on('error', (failure: NodeJS.ErrnoException) => {
    if (failure.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    process.exitCode = FAILURES.disk.exit
    sayError(`mneme: the output could not be written: ${failure.message}`)
  })
  process.stderr.on('error', () => process.exit(process.exitCode ?? 0))
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

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}
