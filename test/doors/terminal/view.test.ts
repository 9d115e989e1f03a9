import { describe, expect, it } from 'vitest'
import { widthOf } from '../../../src/doors/terminal/text.ts'
import { view } from '../../../src/doors/terminal/view.ts'
import { HOSTILE_TEXTS } from '../../fuzz/hostile-texts.ts'
import { fc } from '../../support/property.ts'
import { bench, plain, row } from './picker-state.ts'

const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

describe('J-09 the picker at its size', () => {
  it('J-09 at 80×24 list and text stand side by side', () => {
    const picker = bench()
    picker.find(row('a', 'The cache lives in Redis 7'), row('b', '数据库连接'))
    const facts = ['fact, project']
    const preview = { id: 'a', title: 'The cache', facts, text: 'It lives in Redis 7.' }
    picker.tell({ kind: 'previewed', preview })
    const { lines } = view(picker.state, plain)
    expect(lines).toHaveLength(24)
    expect(lines[0]).toMatch(/^ mneme {3}All {2}Project {2}Global {2}Session {2}Anchors +1 of 2 $/)
    expect(lines[3]).toBe('> The cache lives in Redis 7      │ The cache')
    expect(lines[4]).toBe('  数据库连接                      │ fact, project')
    expect(lines[6]).toBe('                                  │ It lives in Redis 7.')
    expect(lines.at(-1)).toContain('Esc quit')
  })

  it('J-09 in a narrow window the text stands below the list', () => {
    const picker = bench({ columns: 40, rows: 24 })
    picker.find(row('a', 'Title'))
    picker.tell({ kind: 'previewed', preview: { id: 'a', title: 'T', facts: [], text: 'Words' } })
    const { lines } = view(picker.state, plain)
    expect(lines.findIndex((line) => line.startsWith('> Title'))).toBe(3)
    expect(lines.indexOf('Words')).toBeGreaterThan(12)
  })

  it('J-09 the chosen one is in sight, however long the list', () => {
    const picker = bench()
    picker.find(...Array.from({ length: 500 }, (_, at) => row(String(at))))
    for (const [key, title] of [
      ['last', 'memory 499'],
      ['page-up', 'memory 489'],
      ['first', 'memory 0'],
    ] as const) {
      picker.press(key)
      const shown = view(picker.state, plain).lines.filter((line) => line.startsWith('> '))
      expect(shown.map((line) => line.slice(2, 14).trim())).toEqual([title])
    }
  })

  it('J-09 the end of a long query is in sight, with the cursor behind it', () => {
    const picker = bench({ columns: 30, rows: 10 })
    picker.press(`${'x'.repeat(300)}数据end`)
    const { lines, cursor } = view(picker.state, plain)
    expect(lines[1]).toMatch(/x数据end$/)
    expect(cursor).toEqual({ row: 1, column: widthOf(lines[1] ?? '') })
    expect(cursor.column).toBeLessThan(30)
  })

  it('J-09 hostile text anywhere leaves the layout intact', () => {
    const text = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary' }))
    const size = fc.record({
      columns: fc.integer({ min: 2, max: 200 }),
      rows: fc.integer({ min: 2, max: 60 }),
    })
    const looks = (_look: string, shown: string) => shown
    fc.assert(
      fc.property(size, fc.array(text, { minLength: 8, maxLength: 8 }), (room, texts) => {
        const [title = '', label = '', head = '', fact = '', body = '', query = ''] = texts
        const picker = bench(room)
        picker.press(query)
        picker.find({ id: 'a', title, label }, { id: 'b', title: label, label: title })
        picker.tell({
          kind: 'previewed',
          preview: { id: 'a', title: head, facts: [fact], text: body },
        })
        const said = texts[6] ?? ''
        picker.tell({ kind: 'said', notice: { tone: 'bad', text: said } })
        const { lines, cursor } = view(picker.state, looks)
        expect(lines.length).toBeLessThanOrEqual(room.rows)
        expect(cursor.column).toBeLessThan(room.columns)
        for (const line of lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(room.columns)
          expect(line).not.toMatch(CONTROL)
        }
        if (room.columns >= 70 && room.rows >= 8) {
          const bars = lines.slice(3, -2).map((line) => widthOf(line.slice(0, line.indexOf(' │ '))))
          expect(new Set(bars).size).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('J-09 lines of a megabyte leave the layout intact', () => {
    const picker = bench()
    picker.find(row('a', 'x'.repeat(1_000_000)))
    const text = '漢'.repeat(1_000_000)
    picker.tell({ kind: 'previewed', preview: { id: 'a', title: text, facts: [text], text } })
    const { lines } = view(picker.state, plain)
    expect(lines).toHaveLength(24)
    expect(Math.max(...lines.map(widthOf))).toBe(80)
  })
})
