/** Entries of ours in a JSON file of somebody else's: comments, order and indentation stay. */
import {
  applyEdits,
  type JSONPath,
  modify,
  type ParseError,
  parse,
  printParseErrorCode,
} from 'jsonc-parser'
import { Unreadable } from './plan.ts'

export function parsedJson(text: string | null): Record<string, unknown> {
  if (text === null || text.trim() === '') return {}
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length
    throw new Unreadable(`line ${line}: ${printParseErrorCode(error.error)}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unreadable('it is not a JSON object')
  }
  return value as Record<string, unknown>
}

/** `undefined` takes the entry away. */
export function withEntry(text: string | null, path: JSONPath, value: unknown): string {
  const present = text === null || text.trim() === '' ? '{}\n' : text
  const edits = modify(present, path, value, { formattingOptions: formattingOf(present) })
  return applyEdits(present, edits)
}

/** As the file is written already. */
function formattingOf(text: string) {
  const indent = /^(\t| +)\S/m.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** True for an object or list with nothing in it: what is left when only our entries stood there. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
