import { describe, expect, it } from 'vitest'
import {
  byteLength,
  floatField,
  messageField,
  textField,
  varintField,
} from '../../scripts/model/protobuf.ts'
import { fc } from '../support/property.ts'

const bytes = (pieces: readonly Uint8Array[]) => [...Buffer.concat(pieces)]

describe('the protobuf writer', () => {
  it.each([
    { what: 'a small number', pieces: varintField(1, 5), expected: [0x08, 0x05] },
    {
      what: '150, the specification’s example',
      pieces: varintField(1, 150),
      expected: [8, 150, 1],
    },
    {
      what: 'a text',
      pieces: textField(2, 'testing'),
      expected: [0x12, 7, ...Buffer.from('testing')],
    },
    {
      what: 'a nested message',
      pieces: messageField(3, varintField(1, 150)),
      expected: [0x1a, 3, 8, 150, 1],
    },
    { what: 'a float', pieces: floatField(2, 1), expected: [0x15, 0, 0, 0x80, 0x3f] },
    { what: 'a field beyond 15', pieces: varintField(20, 7), expected: [0xa0, 0x01, 7] },
    {
      what: 'a negative number',
      pieces: varintField(3, -1),
      expected: [0x18, ...Array(9).fill(255), 1],
    },
  ])('D-03 writes $what', ({ pieces, expected }) => {
    expect(bytes(pieces)).toEqual(expected)
  })

  it('D-03 a number can be read back from its seven-bit groups', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (value) => {
        const [, ...groups] = bytes(varintField(1, value))
        const read = groups.reduceRight((sum, group) => (sum << 7n) | BigInt(group & 0x7f), 0n)
        expect(read).toBe(value)
      }),
    )
  })

  it('D-03 knows the length of what it wrote without joining it', () => {
    const nested = messageField(1, messageField(7, textField(1, 'x'.repeat(300))))
    expect(byteLength(nested)).toBe(Buffer.concat(nested).length)
  })
})
