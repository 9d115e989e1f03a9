/**
 * Just enough of the protobuf wire format to write a model file. A message is a list of byte
 * pieces, never one joined buffer, so that weights of many megabytes are not copied at each of the
 * levels they are nested in.
 */

export type Pieces = readonly Uint8Array[]

const VARINT = 0
const LENGTH_PREFIXED = 2
const FIXED_32 = 5

export function varintField(field: number, value: number | bigint): Pieces {
  return [varint((field << 3) | VARINT), varint(value)]
}

export function floatField(field: number, value: number): Pieces {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setFloat32(0, value, true)
  return [varint((field << 3) | FIXED_32), bytes]
}

export function textField(field: number, text: string): Pieces {
  return messageField(field, [new TextEncoder().encode(text)])
}

/** A nested message, or any bytes: both are written as a length and what follows. */
export function messageField(field: number, content: Pieces): Pieces {
  return [varint((field << 3) | LENGTH_PREFIXED), varint(byteLength(content)), ...content]
}

export function byteLength(pieces: Pieces): number {
  return pieces.reduce((total, piece) => total + piece.byteLength, 0)
}

/** Seven bits a byte, lowest first; negative numbers in two's complement of 64 bits. */
function varint(value: number | bigint): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
