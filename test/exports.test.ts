/** J-01. Nothing is exported that nothing imports, except what the package offers to others. */
import { expect, it } from 'vitest'
import { unusedExports } from '../scripts/unused-exports.mjs'

/** Rooms that still have some. Take a room off when it is done; never put one on. */
const NOT_YET = [
  'capture',
  'config',
  'context',
  'doors',
  'engine',
  'hosts',
  'memory',
  'sessions',
  'team',
  'upkeep',
  'remote',
  'clock.ts',
]

it('J-01 every export is imported, or belongs to what the package offers', () => {
  const unused = unusedExports().filter(({ file }) => !NOT_YET.includes(file.split('/')[1] ?? ''))
  const told = unused.map(
    ({ file, line, name, usedHere }) =>
      `${file}:${line} exports ${name}, which nothing imports: ${usedHere ? 'take the export away' : 'delete it'}`,
  )
  expect(told).toEqual([])
}, 60_000)
