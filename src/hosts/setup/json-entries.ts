/** Edits our entries in another program's JSON file, keeping comments, order and indentation. */
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
    const fault = FAULTS[printParseErrorCode(error.error)] ?? 'something here is not JSON'
    throw new Unreadable(`line ${line} is not valid JSON: ${fault}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unreadable('it is not a JSON object')
  }
  return value as Record<string, unknown>
}

/** The parser's error codes as messages. */
// biome-ignore format: a table reads best in columns
const FAULTS: Readonly<Record<string, string>> = {
  InvalidSymbol:           'a word without quotes',
  InvalidNumberFormat:     'a number that is not written as one',
  PropertyNameExpected:    'a name in double quotes is missing',
  ValueExpected:           'a value is missing',
  ColonExpected:           'a colon is missing',
  CommaExpected:           'a comma is missing',
  CloseBraceExpected:      'a closing } is missing',
  CloseBracketExpected:    'a closing ] is missing',
  EndOfFileExpected:       'there is more after the last }',
  InvalidCommentToken:     'a comment that is not written as one',
  UnexpectedEndOfComment:  'a comment does not end',
  UnexpectedEndOfString:   'a closing quote is missing',
  UnexpectedEndOfNumber:   'a number is cut short',
  InvalidUnicode:          'a \\u escape is not complete',
  InvalidEscapeCharacter:  'a backslash before a letter that needs none',
  InvalidCharacter:        'a control character in a text',
}

/** `undefined` removes the entry. */
export function withEntry(text: string | null, path: JSONPath, value: unknown): string {
  const present = text === null || text.trim() === '' ? '{}\n' : text
  const edits = modify(present, path, value, { formattingOptions: formattingOf(present) })
  return applyEdits(present, edits)
}

/** The file's existing formatting. */
function formattingOf(text: string) {
  const indent = /^(\t| +)\S/m.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}

/** Whether an object or list is empty: what is left when only our entries were in it. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
