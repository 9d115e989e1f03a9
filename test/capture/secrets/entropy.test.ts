import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isHarmless, looksRandom, shannonBits } from '../../../src/capture/secrets/entropy.ts'
import { fc } from '../../support/property.ts'

it.each([
  { value: '', bits: 0 },
  { value: 'aaaa', bits: 0 },
  { value: 'abab', bits: 1 },
  { value: 'abcd', bits: 2 },
  { value: '01234567', bits: 3 },
  { value: 'aaab', bits: 0.8113 },
])('G-10 "$value" has $bits bits a character', ({ value, bits }) => {
  expect(shannonBits(value)).toBeCloseTo(bits, 4)
})

it('G-10 entropy lies between nothing and the logarithm of the length', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (value) => {
      expect(shannonBits(value)).toBeGreaterThanOrEqual(0)
      expect(shannonBits(value)).toBeLessThanOrEqual(Math.log2([...value].length) + 1e-9)
    }),
  )
})

it('G-10 digests in hex, integrity strings and commit ids are harmless', () => {
  for (const algorithm of ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512']) {
    const digest = createHash(algorithm).update('x')
    expect(isHarmless(digest.copy().digest('hex'))).toBe(true)
    expect(isHarmless(`${algorithm}-${digest.digest('base64')}`)).toBe(true)
  }
})

it.each([
  'getElementsByClassName2',
  'node_modules/typescript/lib/lib.dom.d.ts',
  'https://example.org/a1B2c3D4e5F6g7H8',
  '2024-05-06T07:08:09.123456',
  '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  Buffer.from('the quick brown fox jumps over 13 dogs').toString('base64'),
  'a'.repeat(40),
])('G-10 %j does not look random', (value) => {
  expect(looksRandom(value)).toBe(false)
})

it('G-10 bytes of chance in base64 look random', () => {
  for (let i = 0; i < 50; i++) {
    const value = createHash('sha256').update(`${i}`).digest('base64').slice(0, 40)
    expect(looksRandom(value), value).toBe(true)
  }
})
