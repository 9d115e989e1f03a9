/** J-09. The picker as a value: what it shows, what a key or an answer makes of it, and what is to be done. */
import type { Key } from './keys.ts'
import { type Size, sheetOf } from './layout.ts'
import { rowsOf } from './text.ts'

/** What is browsed: scopes, and the texts that go into every session. */
export const TABS = ['all', 'project', 'global', 'session', 'anchors'] as const
export type Tab = (typeof TABS)[number]

export interface PickerRow {
  readonly id: string
  readonly title: string
  /** What kind it is, short. */
  readonly label: string
}

export interface Preview {
  readonly id: string
  readonly title: string
  readonly facts: readonly string[]
  readonly text: string
}

export interface Notice {
  readonly tone: 'good' | 'bad' | 'plain'
  readonly text: string
}

export interface PickerState {
  readonly size: Size
  readonly tab: Tab
  readonly query: string
  readonly rows: readonly PickerRow[]
  readonly total: number
  readonly selected: number
  /** What was moved to on purpose stays chosen, wherever it is in the next answer. */
  readonly pinned: string | null
  readonly preview: Preview | null
  /** Rows of the preview that were read past. */
  readonly scroll: number
  readonly notice: Notice | null
  readonly progress: PickerProgress | null
  /** J-08. A question that waits for a yes or no. */
  readonly question: string | null
  /** What was changed from here, the latest last. */
  readonly undoable: readonly Undoable[]
  readonly isHelp: boolean
  /** Every look has a number; an answer to an older one comes too late. */
  readonly look: number
  /** The look that `rows` is the answer to. */
  readonly answered: number
  readonly hasLooked: boolean
  /** Something is being changed. */
  readonly isActing: boolean
  /** Keys pressed ahead of an answer: what is chosen then is what they mean. */
  readonly held: readonly Key[]
}

export interface PickerProgress {
  readonly done: number
  readonly total: number
  readonly what: string
}

interface Undoable {
  readonly batch: string
  readonly what: string
}

export type Event =
  | { readonly kind: 'key'; readonly key: Key }
  | { readonly kind: 'size'; readonly size: Size }
  | {
      readonly kind: 'found'
      readonly look: number
      readonly rows: readonly PickerRow[]
      readonly total: number
    }
  | { readonly kind: 'previewed'; readonly preview: Preview }
  | { readonly kind: 'changed'; readonly notice: Notice; readonly undoable: Undoable | null }
  | { readonly kind: 'undone'; readonly batch: string; readonly notice: Notice }
  | { readonly kind: 'said'; readonly notice: Notice }
  | { readonly kind: 'settled' }
  | { readonly kind: 'progress'; readonly progress: PickerProgress | null }
  | { readonly kind: 'asked'; readonly question: string }

export type PickerEffect =
  | { readonly kind: 'look'; readonly look: number; readonly tab: Tab; readonly query: string }
  | { readonly kind: 'preview'; readonly tab: Tab; readonly id: string }
  | { readonly kind: 'edit'; readonly tab: Tab; readonly id: string }
  | { readonly kind: 'forget'; readonly id: string; readonly title: string }
  | { readonly kind: 'undo'; readonly undoable: Undoable }
  | { readonly kind: 'approve' }
  | { readonly kind: 'reindex' }
  | { readonly kind: 'answer'; readonly yes: boolean }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'quit' }

interface Next {
  readonly state: PickerState
  readonly effects: readonly PickerEffect[]
}

const PAGE_ROWS = 10
const MAX_HELD = 100
/** More would not be read in one line. */
const MAX_QUERY = 1000

export function opening(size: Size): Next {
  return looking({
    size,
    tab: 'all',
    query: '',
    rows: [],
    total: 0,
    selected: 0,
    pinned: null,
    preview: null,
    scroll: 0,
    notice: null,
    progress: null,
    question: null,
    undoable: [],
    isHelp: false,
    look: 0,
    answered: 0,
    hasLooked: false,
    isActing: false,
    held: [],
  })
}

export function next(state: PickerState, event: Event): Next {
  return caughtUp(after(state, event))
}

/** Keys that were held are pressed as soon as they mean something. */
function caughtUp({ state, effects }: Next): Next {
  const [first, ...held] = state.held
  if (first === undefined || mustWait(state, first)) return { state, effects }
  const pressedNow = onKey({ ...state, held: [] }, first)
  const caught = caughtUp({ ...pressedNow, state: { ...pressedNow.state, held } })
  return { state: caught.state, effects: [...effects, ...caught.effects] }
}

function after(state: PickerState, event: Event): Next {
  switch (event.kind) {
    case 'key':
      if (event.key.name === 'quit') return only(state, { kind: 'quit' })
      return state.held.length > 0 || mustWait(state, event.key)
        ? only({ ...state, held: [...state.held, event.key].slice(0, MAX_HELD) })
        : onKey(state, event.key)
    case 'size':
      return only({ ...state, size: event.size })
    case 'found':
      return event.look === state.look ? onResults(state, event.rows, event.total) : only(state)
    case 'previewed':
      return event.preview.id === selectedRow(state)?.id
        ? only({ ...state, preview: event.preview })
        : only(state)
    case 'changed':
      return looking({
        ...state,
        notice: event.notice,
        undoable: event.undoable ? [...state.undoable, event.undoable] : state.undoable,
      })
    case 'undone': {
      const undoable = state.undoable.filter(({ batch }) => batch !== event.batch)
      return looking({ ...state, notice: event.notice, undoable })
    }
    case 'settled':
      return only({ ...state, isActing: false })
    case 'said':
      return only({ ...state, notice: event.notice, progress: null })
    case 'progress':
      return only({ ...state, progress: event.progress })
    case 'asked':
      return only({ ...state, question: event.question })
  }
}

/** A change waits for the one before it, and for the answer to what was typed. */
function mustWait(state: PickerState, { name }: Key): boolean {
  if (state.question !== null || state.isHelp) return false
  if (name === 'undo') return state.isActing
  const isAct = name === 'enter' || name === 'forget' || name === 'approve'
  return isAct && (state.isActing || state.answered !== state.look)
}

export function selectedRow(state: PickerState): PickerRow | undefined {
  return state.rows[state.selected]
}

function only(state: PickerState, ...effects: readonly PickerEffect[]): Next {
  return { state, effects }
}

function looking(state: PickerState): Next {
  const look = state.look + 1
  const { tab, query } = state
  return only({ ...state, look }, { kind: 'look', look, tab, query })
}

function onResults(state: PickerState, rows: readonly PickerRow[], total: number): Next {
  const place = rows.findIndex(({ id }) => id === state.pinned)
  const selected = place >= 0 ? place : Math.max(0, Math.min(state.selected, rows.length - 1))
  const isSame = rows[selected]?.id === selectedRow(state)?.id
  const scroll = isSame ? state.scroll : 0
  const answered = state.look
  return previewing({ ...state, rows, total, selected, scroll, answered, hasLooked: true })
}

/** The page of another one is no page of this one; of the same one it may be read on. */
function previewing(state: PickerState): Next {
  const row = selectedRow(state)
  if (!row) return only({ ...state, preview: null, scroll: 0 })
  const preview = state.preview?.id === row.id ? state.preview : null
  return only({ ...state, preview }, { kind: 'preview', tab: state.tab, id: row.id })
}

function onKey(state: PickerState, key: Key): Next {
  if (key.name === 'redraw') return only(state, { kind: 'redraw' })
  if (state.question !== null) return onAnswer(state, key)
  if (state.isHelp) return only({ ...state, isHelp: false })
  const calm = { ...state, notice: null }
  switch (key.name) {
    case 'text':
      return onQuery(calm, (state.query + key.text).slice(0, MAX_QUERY))
    case 'erase':
      return onQuery(calm, [...state.query].slice(0, -1).join(''))
    case 'erase-word':
      return onQuery(calm, state.query.replace(/(?<!\S)\S+\s*$/u, ''))
    case 'clear':
      return onQuery(calm, '')
    case 'escape':
      return state.query === '' ? only(state, { kind: 'quit' }) : onQuery(calm, '')
    case 'next-tab':
      return switchTab(calm, 1)
    case 'previous-tab':
      return switchTab(calm, -1)
    case 'up':
      return selectRow(calm, state.selected - 1)
    case 'down':
      return selectRow(calm, state.selected + 1)
    case 'page-up':
      return selectRow(calm, state.selected - PAGE_ROWS)
    case 'page-down':
      return selectRow(calm, state.selected + PAGE_ROWS)
    case 'first':
      return selectRow(calm, 0)
    case 'last':
      return selectRow(calm, state.rows.length - 1)
    case 'read-up':
      return only({ ...calm, scroll: Math.max(0, state.scroll - 1) })
    case 'read-down':
      return only({ ...calm, scroll: state.scroll + (hasMore(state) ? 1 : 0) })
    case 'quit':
      return only(state, { kind: 'quit' })
    case 'help':
      return only({ ...calm, isHelp: true })
    case 'reindex':
      return only(calm, { kind: 'reindex' })
    case 'undo':
      return undone(calm)
    case 'enter':
    case 'forget':
    case 'approve':
      return actOnRow(calm, key.name)
  }
}

function onAnswer(state: PickerState, key: Key): Next {
  const yes = key.name === 'text' && /^y/i.test(key.text)
  return only({ ...state, question: null }, { kind: 'answer', yes })
}

function onQuery(state: PickerState, query: string): Next {
  if (query === state.query) return only(state)
  return looking({ ...state, query, selected: 0, pinned: null, scroll: 0 })
}

function switchTab(state: PickerState, by: number): Next {
  const place = (TABS.indexOf(state.tab) + by + TABS.length) % TABS.length
  const tab = TABS[place] ?? 'all'
  return looking({
    ...state,
    tab,
    selected: 0,
    scroll: 0,
    rows: [],
    preview: null,
    hasLooked: false,
  })
}

function selectRow(state: PickerState, to: number): Next {
  const selected = Math.max(0, Math.min(to, state.rows.length - 1))
  if (selected === state.selected) return only(state)
  return previewing({ ...state, selected, pinned: state.rows[selected]?.id ?? null, scroll: 0 })
}

function hasMore(state: PickerState): boolean {
  const { preview: room } = sheetOf(state.size)
  if (!room || !state.preview) return false
  const reach = state.scroll + 2
  return rowsOf(state.preview.text, room.columns, reach).length >= reach
}

function undone(state: PickerState): Next {
  const last = state.undoable.at(-1)
  if (last) return acting(state, { kind: 'undo', undoable: last })
  const text = 'Nothing was changed from here. All changes are in: mneme journal'
  return only({ ...state, notice: { tone: 'plain', text } })
}

function acting(state: PickerState, effect: PickerEffect): Next {
  return only({ ...state, isActing: true }, effect)
}

function actOnRow(state: PickerState, act: 'enter' | 'forget' | 'approve'): Next {
  const row = selectedRow(state)
  const plain = (text: string) => only({ ...state, notice: { tone: 'plain', text } })
  if (!row) return plain('Nothing is chosen.')
  const isAnchor = state.tab === 'anchors'
  if (act === 'enter') return acting(state, { kind: 'edit', tab: state.tab, id: row.id })
  if (act === 'approve') {
    return isAnchor ? acting(state, { kind: 'approve' }) : plain('Only anchors are approved.')
  }
  if (isAnchor) return plain('An anchor is a file of yours: open it and empty it.')
  return acting(state, { kind: 'forget', id: row.id, title: row.title })
}
