import { expect, it } from 'vitest'
import { freeThreads } from '../../../src/embed/onnx/runtime.ts'

it.each([
  { why: 'an idle machine gives what is wanted', wanted: 2, cores: 8, load: 0.1, threads: 2 },
  { why: 'never more than there are cores', wanted: 16, cores: 4, load: 0, threads: 4 },
  { why: 'a busy machine gives one', wanted: 2, cores: 2, load: 7.5, threads: 1 },
  { why: 'half of the cores are busy', wanted: 4, cores: 4, load: 2.2, threads: 2 },
])('K-02 $why', ({ wanted, cores, load, threads }) => {
  expect(freeThreads(wanted, cores, load)).toBe(threads)
})
