import { describe, expect, it } from 'vitest'
import { selectedRow } from '../../../src/doors/terminal/state.ts'
import { fc } from '../../support/property.ts'
import { bench, row } from './picker-state.ts'

const good = { tone: 'good', text: 'done' } as const

describe('J-09 looking', () => {
  it('J-09 every key that changes the query looks again, and only the last look counts', () => {
    const picker = bench()
    expect(picker.taken()).toEqual([{ kind: 'look', look: 1, tab: 'all', query: '' }])
    picker.press('r', 'e')
    expect(picker.taken().map((effect) => 'query' in effect && effect.query)).toEqual(['r', 're'])
    picker.tell({ kind: 'found', look: 2, rows: [row('late')], total: 1 })
    expect(picker.state.rows).toEqual([])
    picker.find(row('a'))
    expect(picker.taken()).toEqual([{ kind: 'preview', tab: 'all', id: 'a' }])
  })

  it('J-09 the best hit is chosen, until another is moved to: that one stays', () => {
    const picker = bench()
    picker.find(row('a'), row('b'), row('c'))
    picker.press('x')
    picker.find(row('b'), row('a'), row('c'))
    expect(selectedRow(picker.state)?.id).toBe('b')
    picker.press('down')
    picker.find(row('z'), row('y'), row('x'), row('a'))
    expect(selectedRow(picker.state)?.id).toBe('a')
  })

  it('J-09 scopes are turned over and begin anew', () => {
    const picker = bench()
    picker.find(row('a'), row('b'))
    picker.press('down', 'next-tab')
    expect(picker.state).toMatchObject({ tab: 'project', selected: 0, rows: [] })
    picker.press('previous-tab', 'previous-tab')
    expect(picker.state.tab).toBe('anchors')
  })

  it('J-09 a page of one is never shown beside another', () => {
    const picker = bench()
    picker.find(row('a'), row('b'))
    picker.tell({ kind: 'previewed', preview: { id: 'a', title: '', facts: [], text: 'of a' } })
    picker.press('down')
    expect(picker.state.preview).toBeNull()
    picker.tell({ kind: 'previewed', preview: { id: 'a', title: '', facts: [], text: 'of a' } })
    expect(picker.state.preview).toBeNull()
  })

  it('J-09 a text is read on to its end and not beyond', () => {
    const picker = bench()
    picker.find(row('a'))
    const text = 'one\ntwo\nthree'
    picker.tell({ kind: 'previewed', preview: { id: 'a', title: 'a', facts: [], text } })
    picker.press(...Array(9).fill('read-down'))
    expect(picker.state.scroll).toBe(2)
    picker.press('read-up')
    expect(picker.state.scroll).toBe(1)
  })

  it('J-09 escape empties the line and then leaves', () => {
    const picker = bench()
    picker.press('x')
    picker.taken()
    picker.press('escape')
    expect(picker.taken()).toMatchObject([{ kind: 'look', query: '' }])
    picker.press('escape')
    expect(picker.taken()).toEqual([{ kind: 'quit' }])
  })
})

describe('J-09 changing', () => {
  it('J-09 what is forgotten can be brought back, the latest first', () => {
    const picker = bench()
    picker.find(row('a', 'A'), row('b', 'B'))
    picker.taken()
    picker.press('forget')
    expect(picker.taken()).toEqual([{ kind: 'forget', id: 'a', title: 'A' }])
    picker.tell({ kind: 'changed', notice: good, undoable: { batch: '1', what: 'A' } })
    picker.tell({ kind: 'settled' })
    picker.find(row('b', 'B'))
    expect(selectedRow(picker.state)?.id).toBe('b')
    picker.taken()
    picker.press('undo')
    expect(picker.taken()).toEqual([{ kind: 'undo', undoable: { batch: '1', what: 'A' } }])
    picker.tell({ kind: 'undone', batch: '1', notice: good })
    picker.tell({ kind: 'settled' })
    picker.press('undo')
    expect(picker.state.notice?.text).toContain('mneme journal')
  })

  it('J-09 keys pressed ahead wait for the answer, and mean what is chosen then', () => {
    const picker = bench()
    picker.find(row('old'))
    picker.taken()
    picker.press('x', 'enter', 'forget')
    expect(picker.taken()).toMatchObject([{ kind: 'look' }])
    picker.find(row('new', 'New'))
    expect(picker.taken().map(({ kind }) => kind)).toEqual(['preview', 'edit'])
    picker.tell({ kind: 'said', notice: good })
    picker.tell({ kind: 'settled' })
    expect(picker.taken()).toEqual([{ kind: 'forget', id: 'new', title: 'New' }])
    picker.press('undo')
    expect(picker.taken()).toEqual([])
    picker.tell({ kind: 'changed', notice: good, undoable: { batch: '7', what: 'New' } })
    picker.tell({ kind: 'settled' })
    expect(picker.taken().map(({ kind }) => kind)).toEqual(['look', 'undo'])
  })

  it('J-08 a question takes the next key: yes only for y', () => {
    const picker = bench()
    picker.tell({ kind: 'asked', question: 'Really?' })
    picker.taken()
    picker.press('enter')
    expect(picker.taken()).toEqual([{ kind: 'answer', yes: false }])
    picker.tell({ kind: 'asked', question: 'Really?' })
    picker.press('y')
    expect(picker.taken()).toEqual([{ kind: 'answer', yes: true }])
    expect(picker.state.query).toBe('')
  })

  it('C-08 an anchor is opened and approved, never forgotten', () => {
    const picker = bench()
    picker.press('previous-tab')
    picker.find(row('/home/USER.md'))
    picker.taken()
    picker.press('forget')
    expect(picker.taken()).toEqual([])
    picker.press('approve')
    expect(picker.taken()).toEqual([{ kind: 'approve' }])
  })

  it('J-09 leaving is never held back', () => {
    const picker = bench()
    picker.press('x', 'enter', 'quit')
    expect(picker.taken().at(-1)).toEqual({ kind: 'quit' })
  })
})

it('J-09 whatever is pressed and told, what is chosen is in the list', () => {
  const names =
    'up down page-up page-down first last forget undo enter next-tab erase x help read-down'.split(
      ' ',
    )
  const step = fc.oneof(
    fc.constantFrom(...names),
    fc.nat(5).map((count) => count),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const picker = bench()
      for (const each of steps) {
        if (typeof each === 'string') picker.press(each)
        else picker.find(...Array.from({ length: each }, (_, at) => row(String(at))))
        if (each === 'x') picker.tell({ kind: 'settled' })
        const { rows, selected } = picker.state
        expect(selected).toBeGreaterThanOrEqual(0)
        expect(selected).toBeLessThanOrEqual(Math.max(0, rows.length - 1))
      }
    }),
  )
})
