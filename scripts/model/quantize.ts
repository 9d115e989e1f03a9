/**
 * Weights as int8 with one scale per row or column: value ≈ int8 × scale, zero stays zero. A scale
 * of its own lets a row of small weights keep its precision beside a row of large ones.
 */

const INT8_LIMIT = 127
/** Zeros have no largest value to scale by, and what is smaller than this step is as good as zero. */
const SMALLEST_SCALE = 1e-8

interface Quantized {
  readonly values: Int8Array
  readonly scales: Float32Array
}

/** One scale for each row of a row-major matrix, in the same layout. */
export function quantizedRows(matrix: Float32Array, rows: number, columns: number): Quantized {
  const values = new Int8Array(matrix.length)
  const scales = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    const start = row * columns
    const scale = scaleOf(matrix.subarray(start, start + columns))
    scales[row] = scale
    for (let i = start; i < start + columns; i++) {
      values[i] = Math.round((matrix[i] as number) / scale)
    }
  }
  return { values, scales }
}

/** `matrix` turned on its side: rows become columns. */
export function transposed<A extends Float32Array | Int8Array>(
  matrix: A,
  rows: number,
  columns: number,
): A {
  const turned = matrix.slice() as A // slice keeps the kind of array
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      turned[column * rows + row] = matrix[row * columns + column] as number
    }
  }
  return turned
}

function scaleOf(row: Float32Array): number {
  let largest = 0
  for (const value of row) largest = Math.max(largest, Math.abs(value))
  return Math.max(largest / INT8_LIMIT, SMALLEST_SCALE)
}
