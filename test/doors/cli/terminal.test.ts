import { expect, it } from 'vitest'
import { harmlessJson } from '../../../src/doors/cli/out.ts'
import { table } from '../../../src/doors/cli/terminal.ts'
import { printable, widthOf } from '../../../src/doors/terminal/text.ts'
import { fc } from '../../support/property.ts'

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constant('x'.repeat(500)),
  fc.constant('数据库'),
)

it('J-02 flexible columns give way first', () => {
  const shown = table(
    [{ title: 'id' }, { title: 'title', flexible: true }],
    [['01J8Z3K6W8', 'The API rate limit is 100 a minute']],
    30,
  )
  expect(shown).toBe('id          title\n01J8Z3K6W8  The API rate limi…')
})

it('J-02 a table fits its width, whatever is in it', () => {
  const rows = fc.array(fc.tuple(cell, cell, cell, cell), { maxLength: 5 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 20, max: 120 }), (filled, width) => {
      const columns = [
        { title: 'identifier' },
        { title: 'title', flexible: true },
        { title: 'count', align: 'right' },
        { title: 'where', flexible: true },
      ] as const
      const lines = table(columns, filled, width).split('\n')
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width)
    }),
  )
})

it('J-02 where columns do not fit, a row is written one cell under the other', () => {
  const columns = [
    { title: 'id' },
    { title: 'type' },
    { title: 'title', flexible: true, wraps: true },
    { title: 'created' },
  ]
  const rows = [
    ['01J8Z3K6', 'policy', 'We deploy on Fridays', '2026-01-31'],
    ['01J8Z3K7', 'fact', 'Port 5433', '2026-01-30'],
  ]
  expect(table(columns, rows, 20)).toBe(
    [
      'id: 01J8Z3K6',
      'type: policy',
      'title: We deploy on',
      'Fridays',
      'created: 2026-01-31',
      '',
      'id: 01J8Z3K7',
      'type: fact',
      'title: Port 5433',
      'created: 2026-01-30',
    ].join('\n'),
  )
})

it('J-02 only our own styles pass the last gate', () => {
  expect(printable('\u001b[1mbold\u001b[0m \u001b[31mred\u001b[0m')).toBe(
    '\u001b[1mbold\u001b[0m \u001b[31mred\u001b[0m',
  )
  expect(printable('\u001b[2J\u001b]0;x\u0007\u001b[38;5;1m\u009b1m\u202e')).toBe(
    '·[2J·]0;x··[38;5;1m·1m·',
  )
})

it('J-02 JSON on a terminal is harmless and reads back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = harmlessJson(value)
      expect(text).not.toMatch(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
