import { describe, expect, it } from 'vitest'
import { readSafetensors } from '../../scripts/model/safetensors.ts'
import { fc } from '../support/property.ts'

/** A file in the format, from a header and the bytes after it. */
function file(header: unknown, data: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header))
  const length = new Uint8Array(8)
  new DataView(length.buffer).setBigUint64(0, BigInt(text.length), true)
  return Buffer.concat([length, text, data])
}

const twoTensors = file(
  {
    __metadata__: { format: 'pt' },
    halves: { dtype: 'F16', shape: [2], data_offsets: [0, 4] },
    floats: { dtype: 'F32', shape: [1, 2], data_offsets: [4, 12] },
    integers: { dtype: 'I64', shape: [1], data_offsets: [12, 20] },
    far: { dtype: 'F32', shape: [2], data_offsets: [16, 24] },
    odd: { dtype: 'F32', shape: [3], data_offsets: [4, 12] },
  },
  Buffer.concat([
    Buffer.from(Uint16Array.of(0x3c00, 0xc000).buffer),
    Buffer.from(Float32Array.of(0.5, -8).buffer),
    Buffer.alloc(8),
  ]),
)

describe('weights in safetensors', () => {
  it('D-14 gives halves and floats as floats, with their shape', () => {
    const weights = readSafetensors(twoTensors)
    expect(weights.tensor('halves')).toEqual({ shape: [2], values: Float32Array.of(1, -2) })
    expect(weights.tensor('floats')).toEqual({ shape: [1, 2], values: Float32Array.of(0.5, -8) })
    expect(weights.names).not.toContain('__metadata__')
  })

  it.each([
    { name: 'absent', says: 'no tensor "absent"' },
    { name: 'integers', says: 'I64' },
    { name: 'far', says: 'do not fit' },
    { name: 'odd', says: 'do not fit' },
  ])('D-14 refuses the tensor "$name" and says why', ({ name, says }) => {
    expect(() => readSafetensors(twoTensors).tensor(name)).toThrow(says)
  })

  it('D-14 a file cut anywhere is refused, never misread', () => {
    fc.assert(
      fc.property(fc.nat({ max: twoTensors.length - 1 }), (length) => {
        const cut = twoTensors.subarray(0, length)
        expect(() => readSafetensors(cut).tensor('far')).toThrow('weights file')
      }),
    )
  })

  it('D-14 a header length beyond the file is refused', () => {
    expect(() => readSafetensors(Buffer.alloc(64, 0xff))).toThrow('ends inside its header')
  })
})
