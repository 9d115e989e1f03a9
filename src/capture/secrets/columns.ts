/**
 * G-10. Credentials that are known by the head of their column: a table in Markdown, a file of values
 * with its first line, the rows of an `INSERT`.
 */
import type { SecretFinding } from './scan.ts'
import { isEnvPassword, isStandIn } from './value.ts'

/** The head of such a column, whole. */
const COLUMN =
  /^(?:\w{1,20}[_ -])?(?:pass(?:word|wd|phrase|code)?|pwd|secret(?:[_ -]?(?:access[_ -]?)?key)?|api[_ -]?(?:key|token|secret)|(?:access|auth|refresh)[_ -]?token|private[_ -]?key|client[_ -]?secret)s?$/i
const NAMES = /pass|pwd|secret|key|token/i
/** A head is a few words without a sign of code. */
const HEAD = /^[\p{L}_][\p{L}\d_ .-]{0,40}$/u
const RULE = /^[\s|:+-]+$/
const SEPARATORS = ['|', '\t', ';', ',']
const MAX_LINE = 2000

interface Cell {
  readonly text: string
  readonly start: number
}

/** For the fast pass: each head of such a column ends in one of these, or in `ENDS_HEAD` from there on. */
export const HEAD_WORDS: readonly string[] = [
  ...['pass', 'pwd', 'token', 'secret', '_key', '-key'],
  ...['api', 'access', 'private'].flatMap((owner) => [`${owner}key`, `${owner} key`]),
]
/** From such a word to the end of a cell that has lines below it. */
const ENDS_HEAD =
  /(?:pass(?:word|wd|phrase|code)?|pwd|token|secret(?:[_ -]?(?:access[_ -]?)?key)?|(?:[_-]|(?:api|access|private) ?)key)s?["'`]?\s*[|\t;,\n]/iy
/** And for the rows of an `INSERT`. */
export const INSERT_WORD = 'insert'

/** `heads` and `inserts` are the places of the words above, in their order. */
export function findInColumns(
  text: string,
  heads: readonly number[],
  inserts: readonly number[],
): SecretFinding[] {
  if (heads.length === 0) return []
  return [...findInTables(text, heads), ...findInInserts(text, inserts)]
}

/** A line of heads, then lines with as many cells. */
function findInTables(text: string, heads: readonly number[]): SecretFinding[] {
  const found: SecretFinding[] = []
  let from = 0
  for (const head of heads) {
    if (head < from) continue
    ENDS_HEAD.lastIndex = head
    if (ENDS_HEAD.test(text)) from = readTable(text, text.lastIndexOf('\n', head) + 1, found)
  }
  return found
}

interface OpenTable {
  readonly separator: string
  readonly columns: readonly number[]
  readonly width: number
}

/** Reads on to a line that neither belongs to the table nor is the head of another; where the next begins. */
function readTable(text: string, first: number, found: SecretFinding[]): number {
  let table: OpenTable | null = null
  let start = first
  while (start < text.length) {
    const next = text.indexOf('\n', start)
    const end = next === -1 ? text.length : next
    const line = end - start <= MAX_LINE ? text.slice(start, end) : ''
    if (!RULE.test(line)) {
      const cells = table === null ? null : cellsOf(line, table.separator, start)
      if (table === null || cells?.length !== table.width) table = tableUnder(line)
      else found.push(...table.columns.flatMap((at) => credentialIn(cells[at])))
    }
    start = end + 1
    if (table === null) break
  }
  return start
}

function tableUnder(line: string): OpenTable | null {
  if (!NAMES.test(line)) return null
  for (const separator of SEPARATORS) {
    if (!line.includes(separator)) continue
    const heads = cellsOf(line, separator, 0)
    const columns = heads.flatMap(({ text }, at) => (COLUMN.test(text) ? at : []))
    const isTable = heads.length > 1 && columns.length > 0
    if (isTable && heads.every(({ text }) => text === '' || HEAD.test(text))) {
      return { separator, columns, width: heads.length }
    }
  }
  return null
}

/** Without the spaces and quotation marks around them; a quoted cell may hold the separator. */
function cellsOf(line: string, separator: string, offset: number): Cell[] {
  const cells: Cell[] = []
  let from = 0
  let quote = ''
  for (let at = 0; at <= line.length; at++) {
    const sign = line[at]
    if (quote !== '') {
      if (sign === quote) quote = ''
      if (sign !== undefined) continue
    } else if ((sign === '"' || sign === "'") && line.slice(from, at).trim() === '') {
      quote = sign
    }
    if (sign === undefined || sign === separator) {
      cells.push(bareCell(line.slice(from, at), offset + from))
      from = at + 1
    }
  }
  return cells
}

function bareCell(raw: string, start: number): Cell {
  const text = raw.trim().replace(/^(["'`])(.*)\1$/s, '$2')
  return { text, start: start + (text === '' ? 0 : raw.indexOf(text)) }
}

/** What stands in such a column is one, unless it says that none is shown. */
function credentialIn(cell: Cell | undefined): SecretFinding | [] {
  if (cell === undefined || /\s/.test(cell.text) || isStandIn(cell.text)) return []
  if (!isEnvPassword(cell.text) || isNaming(cell.text)) return []
  return { kind: 'password', start: cell.start, end: cell.start + cell.text.length }
}

/** A kind of a column in a description of tables, or the name of a field: no value. */
function isNaming(text: string): boolean {
  return (
    NAMES.test(text) ||
    /^(?:varchar|text|char|bytea|string|str|bool(?:ean)?|int(?:eger)?)\b/i.test(text)
  )
}

const INSERT =
  /INSERT\s{1,8}(?:OR\s\w{1,10}\s)?INTO\s{1,8}[\w."`[\]]{1,120}\s{0,8}\((?<columns>[^()]{1,800})\)\s{0,8}VALUES\s{0,8}/iy
const TUPLE = /\((?<values>[^()]{1,2000})\)\s{0,8},?\s{0,8}/y

function findInInserts(text: string, inserts: readonly number[]): SecretFinding[] {
  const found: SecretFinding[] = []
  let after = 0
  for (const place of inserts) {
    INSERT.lastIndex = place
    const match = place < after ? null : INSERT.exec(text)
    if (match === null) continue
    after = INSERT.lastIndex
    const heads = cellsOf(match.groups?.columns ?? '', ',', 0)
    const columns = heads.flatMap(({ text: head }, at) => (COLUMN.test(head) ? at : []))
    if (columns.length === 0) continue
    TUPLE.lastIndex = after
    for (;;) {
      const from = TUPLE.lastIndex + 1
      const tuple = TUPLE.exec(text)
      if (tuple === null) break
      const values = cellsOf(tuple.groups?.values ?? '', ',', from)
      if (values.length === heads.length) {
        found.push(...columns.flatMap((at) => credentialIn(values[at])))
      }
    }
  }
  return found
}
