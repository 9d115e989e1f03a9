import { expect, it } from 'vitest'
import { scrubText } from '../../../src/capture/scrub.ts'
import { type Sample, samplesFor } from './samples.ts'
import { tracesOf, WRAPPINGS } from './wrappings.ts'

const samples = samplesFor(5)

function leaks(name: string, sample: Sample): boolean {
  const left = scrubText(WRAPPINGS[name]?.(sample) ?? '').text
  return tracesOf(name, sample).some((trace) => left.includes(trace))
}

it.each(Object.keys(WRAPPINGS))('M-04 no kind of credential passes in the wrapping: %s', (name) => {
  expect(new Set(samples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(60)
  const left = samples.filter((sample) => leaks(name, sample))
  expect(left.map(({ kind }) => kind)).toEqual([])
})
