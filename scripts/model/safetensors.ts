/**
 * Reads weights in the safetensors format: eight bytes of header length, a JSON header naming each
 * tensor's type, shape and place, then the bytes. The file may come from anywhere, so every claim
 * of the header is checked before a byte is believed.
 */
import * as z from 'zod'
import { floatsFromHalves } from './half-float.ts'

export interface Tensor {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

export interface Weights {
  readonly names: readonly string[]
  /** The tensor of that name, widened to floats. Asking for one that is missing names it. */
  tensor(name: string): Tensor
}

const LENGTH_BYTES = 8

const Entry = z.object({
  dtype: z.string(),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
})
const Header = z.record(z.string(), z.unknown())

/** How each element type we accept becomes floats. */
const WIDEN = {
  F16: { bytes: 2, floats: (raw: ArrayBuffer) => floatsFromHalves(new Uint16Array(raw)) },
  F32: { bytes: 4, floats: (raw: ArrayBuffer) => new Float32Array(raw) },
} as const

export function readSafetensors(file: Uint8Array): Weights {
  const { header, dataStart } = headerOf(file)
  const names = Object.keys(header).filter((name) => name !== '__metadata__')
  return {
    names,
    tensor(name) {
      if (!names.includes(name)) throw broken(`has no tensor "${name}"`)
      const entry = Entry.safeParse(header[name])
      if (!entry.success) throw broken(`describes "${name}" in a way we cannot read`)
      return tensorAt(file.subarray(dataStart), name, entry.data)
    },
  }
}

function headerOf(file: Uint8Array): { header: Record<string, unknown>; dataStart: number } {
  if (file.byteLength < LENGTH_BYTES) throw broken('is too short to have a header')
  const view = new DataView(file.buffer, file.byteOffset, LENGTH_BYTES)
  const dataStart = LENGTH_BYTES + Number(view.getBigUint64(0, true))
  if (dataStart > file.byteLength) throw broken('ends inside its header')
  const text = new TextDecoder().decode(file.subarray(LENGTH_BYTES, dataStart))
  try {
    return { header: Header.parse(JSON.parse(text)), dataStart }
  } catch (cause) {
    throw broken('has a header that is not a JSON object', cause)
  }
}

function tensorAt(data: Uint8Array, name: string, entry: z.infer<typeof Entry>): Tensor {
  if (!Object.hasOwn(WIDEN, entry.dtype)) {
    throw broken(`keeps "${name}" as ${entry.dtype}; we read ${Object.keys(WIDEN).join(' and ')}`)
  }
  const { bytes, floats } = WIDEN[entry.dtype as keyof typeof WIDEN] // hasOwn has just said so
  const [start, end] = entry.data_offsets
  const count = entry.shape.reduce((product, size) => product * size, 1)
  if (end > data.byteLength || end - start !== count * bytes) {
    throw broken(`gives "${name}" ${end - start} bytes, which do not fit its shape or the file`)
  }
  const copy = new Uint8Array(end - start) // its own buffer, so that wider elements are aligned
  copy.set(data.subarray(start, end))
  return { shape: entry.shape, values: floats(copy.buffer) }
}

function broken(what: string, cause?: unknown): Error {
  return new Error(`The weights file ${what}.`, { cause })
}
