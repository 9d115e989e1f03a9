import { expect, it } from 'vitest'
import { progressLine } from '../../../src/doors/cli/progress.ts'
import { sparkline } from '../../../src/doors/cli/sparkline.ts'
import { widthOf } from '../../../src/doors/terminal/text.ts'
import { fc } from '../../support/property.ts'

it('J-02 a bar tells how far it is, of what and for how long', () => {
  const line = progressLine({ done: 30, total: 120, what: 'memories' }, 4200, 100)
  expect(line).toBe(`${'█'.repeat(6)}${'░'.repeat(18)}  25%  30/120 memories, 4 s`)
})

it('J-02 where the end is not known the bar runs, and the time is told', () => {
  expect(progressLine(null, 1500, 100)).toMatch(/^[█░]{24} {2}working, 1 s$/)
  expect(progressLine(null, 1500, 100)).not.toBe(progressLine(null, 1600, 100))
  expect(progressLine({ done: 7, total: 0, what: 'files' }, 2000, 100)).toContain('7 files')
})

it('J-02 a bar stays in its line, whatever it is about', () => {
  const step = fc.record({ done: fc.nat(), total: fc.nat(), what: fc.string({ unit: 'binary' }) })
  fc.assert(
    fc.property(step, fc.integer({ min: 2, max: 200 }), (each, columns) => {
      const line = progressLine(each, 5000, columns)
      expect(widthOf(line)).toBeLessThan(columns)
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    }),
  )
})

it.each([
  { values: [0, 1, 2, 4, 7], shown: '▁▂▃▅█' },
  { values: [0, 0, 0], shown: '▁▁▁' },
  { values: [1, 1000], shown: '▂█' },
  { values: [], shown: '' },
])('I-13 $values is drawn as $shown', ({ values, shown }) => {
  expect(sparkline(values)).toBe(shown)
})
