import { expect, it } from 'vitest'
import { canonicalType } from '../../src/memory/types.ts'
import { fc } from '../support/property.ts'

/** The same, one rule after the other. */
function expected(label: string): string {
  return label
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
    .replace(/[^a-z0-9-]+/g, '')
    .replace(/-{2,}/g, '-')
    .slice(0, 32)
    .replace(/^-+|-+$/g, '')
}

it.each([
  ['API shape', 'api-shape'],
  ['API--Shape', 'api-shape'],
  [' _api_ ', 'api'],
  ['a-!-b', 'a-b'],
  ['!!!', ''],
  [`-${'x'.repeat(40)}`, 'x'.repeat(31)],
])('A-03 the label %j is %j', (label, type) => {
  expect(canonicalType(label)).toBe(type)
})

it('A-03 labels are those the rules make one after the other', () => {
  const sign = fc.constantFrom('a', 'Z', '7', '-', '_', ' ', '\n', '!', 'é', 'İ', '中', '🙂')
  fc.assert(
    fc.property(fc.array(fc.oneof(sign, fc.string()), { maxLength: 60 }), (signs) => {
      expect(canonicalType(signs.join(''))).toBe(expected(signs.join('')))
    }),
  )
})
