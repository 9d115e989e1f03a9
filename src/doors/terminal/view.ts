/** J-09. The picker's lines at its size: never more of them than there are rows, none of them too wide. */
import { isTooSmall, LINES_AROUND, type Sheet, type Size, sheetOf } from './layout.ts'
import { type Notice, type PickerState, selectedRow, TABS, type Tab } from './state.ts'
import { oneLine, padToWidth, rowsOf, truncateToWidth, widthOf } from './text.ts'

export type Look = 'bold' | 'dim' | 'inverse' | 'cyan' | 'green' | 'red' | 'yellow'
/** Puts a look around a text that is safe already. */
type Painter = (look: Look, text: string) => string

export interface Drawn {
  readonly lines: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

const NAMES: Readonly<Record<Tab, string>> = {
  all: 'All',
  project: 'Project',
  global: 'Global',
  session: 'Session',
  anchors: 'Anchors',
}
const PROMPT = '› '
const KEYS = 'Enter edit  ^D forget  ^Z undo  Tab scope  ^R reindex  F1 help  Esc quit'
const HELP = `Type to search. Searches by words as you type, then by meaning.

Up, Down, PgUp, PgDn   choose (also ^P, ^N)
^F, ^B                 read on in the text, and back (also Shift with Up, Down)
Enter                  open in $EDITOR; what you save is an update, the prior text is kept
^D, Delete             forget; Undo brings it back
^Z                     undo what was done here, the latest first
Tab, Shift-Tab         all, this project, global, this session, anchors
^Y                     approve PROJECT.md as it is shown (under Anchors)
^R                     reindex: make the vectors that are missing
^U, ^W                 empty the line, take back a word
Esc                    empty the line; on an empty one leave. ^C always leaves

Any key goes back.`
/** A title is one line; no more of it is looked at than a line can hold. */
const TITLE_CHARACTERS = 2000
const LABEL_COLUMNS = 12
const MIN_FOR_LABEL = 34
const TITLE_ROWS = 3
const FACT_ROWS = 4

export function view(state: PickerState, paint: Painter): Drawn {
  const { size } = state
  if (isTooSmall(size)) return tooSmall(size)
  const sheet = sheetOf(size)
  const typed = tail(oneLine(`.${state.query}.`).slice(1, -1), size.columns - PROMPT.length - 1)
  const body = state.isHelp ? helpLines(size) : bodyLines(state, sheet, paint)
  const lines = [
    header(state, paint),
    `${paint('cyan', PROMPT)}${typed}`,
    paint('dim', '─'.repeat(size.columns)),
    ...body,
    noticeLine(state, paint),
    paint('dim', truncateToWidth(KEYS, size.columns)),
  ]
  return { lines, cursor: { row: 1, column: PROMPT.length + widthOf(typed) } }
}

function tooSmall({ columns, rows }: Size): Drawn {
  const lines = rowsOf('This window is too small for the picker.', Math.max(2, columns), rows)
  return { lines, cursor: { row: 0, column: 0 } }
}

function header(state: PickerState, paint: Painter): string {
  const { columns } = state.size
  const count = state.hasLooked ? countOf(state) : '…'
  const tabs = TABS.map((tab) => ` ${NAMES[tab]} `)
  const left = ` mneme  ${tabs.join('')}`
  const room = columns - left.length
  if (room < count.length + 1) {
    const here = ` ${NAMES[state.tab]} `
    const short = ` mneme  ${here}`
    const space = Math.max(1, columns - short.length - count.length)
    if (short.length + 1 + count.length > columns)
      return paint('inverse', truncateToWidth(here, columns))
    return `${paint('bold', ' mneme ')} ${paint('inverse', here)}${' '.repeat(space)}${paint('dim', count)}`
  }
  const shown = TABS.map((tab) =>
    tab === state.tab ? paint('inverse', ` ${NAMES[tab]} `) : ` ${NAMES[tab]} `,
  )
  const space = ' '.repeat(room - count.length)
  return `${paint('bold', ' mneme ')} ${shown.join('')}${space}${paint('dim', count)}`
}

function countOf({ rows, total, selected }: PickerState): string {
  return rows.length === 0 ? 'none ' : `${selected + 1} of ${total} `
}

/** The visible end of the query, with the cursor. */
function tail(text: string, columns: number): string {
  const characters = [...text]
  let from = characters.length
  for (let width = 0; from > 0; from -= 1) {
    width += widthOf(characters[from - 1] ?? '')
    if (width > columns) break
  }
  return characters.slice(from).join('')
}

function helpLines(size: Size): string[] {
  const { columns, rows } = size
  const body = rows - LINES_AROUND
  return fillRows(rowsOf(HELP, columns, body), body)
}

function bodyLines(state: PickerState, sheet: Sheet, paint: Painter): string[] {
  const list = listLines(state, sheet.list, paint)
  if (!sheet.preview) return list
  const preview = previewLines(state, sheet.preview, paint)
  if (sheet.side === 'below') {
    return [...list, paint('dim', '─'.repeat(sheet.list.columns)), ...preview]
  }
  const bar = paint('dim', ' │ ')
  return list.map((line, at) => `${line}${bar}${preview[at] ?? ''}`)
}

/** Pads every line to the width of the list, so that the columns align. */
function listLines(state: PickerState, { columns, rows }: Size, paint: Painter): string[] {
  if (state.rows.length === 0) {
    const shown = rowsOf(emptyText(state), columns, rows).map((row) => padToWidth(row, columns))
    return fillRows(shown, rows, ' '.repeat(columns))
  }
  const top = Math.max(0, Math.min(state.selected - (rows >> 1), state.rows.length - rows))
  const lines = state.rows.slice(top, top + rows).map((row, at) => {
    const isChosen = top + at === state.selected
    const title = oneLine(row.title.slice(0, TITLE_CHARACTERS))
    const labelled = columns >= MIN_FOR_LABEL
    const room = columns - 2 - (labelled ? LABEL_COLUMNS + 1 : 0)
    const head = `${isChosen ? '>' : ' '} ${padToWidth(title, room)}`
    const label = labelled ? ` ${padToWidth(oneLine(row.label.slice(0, 100)), LABEL_COLUMNS)}` : ''
    return isChosen ? paint('inverse', head + label) : `${head}${paint('dim', label)}`
  })
  return fillRows(lines, rows, ' '.repeat(columns))
}

function emptyText({ query, tab, hasLooked }: PickerState): string {
  if (!hasLooked) return ''
  if (query.trim() !== '') return 'Nothing is remembered about that.'
  if (tab === 'anchors') return 'There are no anchors here.'
  return 'No memories yet. To keep something: mneme remember "…"'
}

function previewLines(state: PickerState, { columns, rows }: Size, paint: Painter): string[] {
  const { preview, scroll } = state
  if (!preview || preview.id !== selectedRow(state)?.id) return fillRows([], rows)
  const title = rowsOf(oneLine(preview.title.slice(0, TITLE_CHARACTERS)), columns, TITLE_ROWS)
  const facts = preview.facts
    .flatMap((fact) => rowsOf(oneLine(fact.slice(0, TITLE_CHARACTERS)), columns, 2))
    .slice(0, FACT_ROWS)
  const head = [...title.map((row) => paint('bold', row)), ...facts.map((row) => paint('dim', row))]
  const room = Math.max(1, rows - head.length - 1)
  const text = rowsOf(preview.text, columns, scroll + room).slice(scroll)
  return fillRows([...head, '', ...text].slice(0, rows), rows)
}

const TONES = { good: 'green', bad: 'red', plain: 'yellow' } as const

function noticeLine({ question, progress, notice, size }: PickerState, paint: Painter): string {
  const { columns } = size
  if (question !== null)
    return paint('yellow', truncateToWidth(`${oneLine(question)} [y/N]`, columns))
  if (progress !== null) {
    const { done, total, what } = progress
    const share = total > 0 ? ` ${Math.floor((100 * done) / total)} %` : ''
    return paint('cyan', truncateToWidth(`${oneLine(what)}${share} (${done} of ${total})`, columns))
  }
  return notice === null
    ? ''
    : paint(TONES[notice.tone], truncateToWidth(noticeText(notice), columns))
}

function noticeText({ text }: Notice): string {
  return oneLine(text.slice(0, TITLE_CHARACTERS))
}

function fillRows(lines: readonly string[], rows: number, empty = ''): string[] {
  return [...lines, ...Array<string>(Math.max(0, rows - lines.length)).fill(empty)].slice(0, rows)
}
