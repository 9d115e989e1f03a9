import { expect, it } from 'vitest'
import { base64Runs } from '../../../src/capture/secrets/base64-runs.ts'
import { fc } from '../../support/property.ts'

/** The same, slowly and obviously. */
function expected(text: string): string[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{24,65536}={0,2}/g)].map(
    ({ 0: run, index }) => `${index} ${run}`,
  )
}

function found(text: string): string[] {
  return base64Runs(text).map(({ start, end }) => `${start} ${text.slice(start, end)}`)
}

it('G-10 runs of base64 are those a plain expression finds, in any text', () => {
  const letters = fc
    .integer({ min: 1, max: 60 })
    .map((length) => 'aB3+/_-Z'.repeat(8).slice(0, length))
  const sign = fc.constantFrom(' ', '=', '==', '\n', '"', 'é', 'ł', '\u0141', '中')
  const piece = fc.oneof(letters, sign, fc.string({ unit: 'binary', maxLength: 5 }))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      expect(found(pieces.join(''))).toEqual(expected(pieces.join('')))
    }),
    { numRuns: 500 },
  )
})

it('G-10 a run is found wherever it lies across the seam of two chunks, and a very long one in parts', () => {
  for (let shift = -40; shift <= 20; shift++) {
    const text = `${'. '.repeat(32_768).slice(0, 65_536 + shift)}${'Qx7'.repeat(8)}==.`
    expect(found(text)).toEqual(expected(text))
  }
  const long = `:${'Zm9v'.repeat(40_000)}=`
  expect(found(long)).toEqual(expected(long))
})

it('G-10 the bytes of a text that was read before are not taken for those of the next', () => {
  const run = 'Zm9vYmFyZm9vYmFyZm9vYmFy'
  for (const text of [run, `${run} `, run.replaceAll('m', '.'), run, '', run]) {
    expect(found(text)).toEqual(expected(text))
  }
})
