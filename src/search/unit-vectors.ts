/** D-12. Vectors of length 1 and the bytes they are kept in. */

/** Vectors have length 1, so the product is the cosine. Four sums side by side are faster than one. */
export function product(a: Float32Array, b: Float32Array): number {
  let [p, q, r, s] = [0, 0, 0, 0]
  const whole = a.length - (a.length % 4)
  for (let i = 0; i < whole; i += 4) {
    p += (a[i] as number) * (b[i] as number)
    q += (a[i + 1] as number) * (b[i + 1] as number)
    r += (a[i + 2] as number) * (b[i + 2] as number)
    s += (a[i + 3] as number) * (b[i + 3] as number)
  }
  for (let i = whole; i < a.length; i += 1) p += (a[i] as number) * (b[i] as number)
  return p + q + r + s
}

/** The bytes as numbers; copied only where they do not lie as numbers must. */
export function floatsOf(data: Uint8Array): Float32Array {
  const aligned = data.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? data : data.slice()
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
