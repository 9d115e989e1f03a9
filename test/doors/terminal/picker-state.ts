/** A picker without a terminal: events in, a state and its effects out. */
import type { Size } from '../../../src/doors/terminal/layout.ts'
import {
  type Event,
  next,
  opening,
  type PickerEffect,
  type PickerRow,
  type PickerState,
} from '../../../src/doors/terminal/state.ts'
import type { Look } from '../../../src/doors/terminal/view.ts'

export interface Bench {
  state: PickerState
  readonly effects: PickerEffect[]
  /** Keys by name; everything else is typed. */
  press(...names: readonly string[]): void
  tell(event: Event): void
  /** Answers the last look. */
  find(...rows: readonly PickerRow[]): void
  taken(): PickerEffect[]
}

const KEYS = new Set(
  'enter next-tab previous-tab erase clear erase-word up down read-up read-down forget undo reindex approve help redraw quit page-up page-down first last escape'.split(
    ' ',
  ),
)

export function bench(size: Size = { columns: 80, rows: 24 }): Bench {
  const first = opening(size)
  const effects: PickerEffect[] = [...first.effects]
  const self: Bench = {
    state: first.state,
    effects,
    press(...names) {
      for (const name of names) {
        const key = KEYS.has(name) ? { name } : { name: 'text', text: name }
        self.tell({ kind: 'key', key: key as Extract<Event, { kind: 'key' }>['key'] })
      }
    },
    tell(event) {
      const made = next(self.state, event)
      self.state = made.state
      effects.push(...made.effects)
    },
    find(...rows) {
      self.tell({ kind: 'found', look: self.state.look, rows, total: rows.length })
    },
    taken: () => effects.splice(0),
  }
  return self
}

export function row(id: string, title = `memory ${id}`): PickerRow {
  return { id, title, label: 'fact' }
}

export const plain = (_look: Look, text: string) => text
