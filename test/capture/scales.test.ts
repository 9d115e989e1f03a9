import { expect, it } from 'vitest'
import { scaleAtCreation } from '../../src/capture/scales.ts'

it.each([
  ['change', 'observed', 'immediate'],
  ['bugfix', 'observed', 'task'],
  ['discovery', 'extracted', 'session'],
  ['decision', 'extracted', 'project'],
  ['decision', 'inferred', 'session'],
  ['change', 'user-stated', 'project'],
  ['my-own-label', 'extracted', 'project'],
  ['constructor', 'extracted', 'project'],
])('G-07 a %s that was %s begins on the scale %s', (type, source, scale) => {
  expect(scaleAtCreation(type, source)).toBe(scale)
})
