/** J-01. Nothing is exported that nothing imports, except what the package offers to others. */
import { expect, it } from 'vitest'
import { unusedExports } from '../scripts/unused-exports.mjs'

/** What tests need to see of a rule from outside. */
const FOR_TESTS = ['NO_HANDLERS']

it('J-01 every export is imported, or belongs to what the package offers', () => {
  const unused = unusedExports().filter(({ name }) => !FOR_TESTS.includes(name))
  const told = unused.map(
    ({ file, line, name, usedHere }) =>
      `${file}:${line} exports ${name}, which nothing imports: ${usedHere ? 'take the export away' : 'delete it'}`,
  )
  expect(told).toEqual([])
}, 60_000)
