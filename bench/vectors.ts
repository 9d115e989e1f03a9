/**
 * What a vector search costs at a hundred thousand rows, beside the plain way: every float of every
 * row. The vectors are drawn around random centres, as those of real texts lie in clusters.
 *
 * Arguments: --rows N (100000), --queries N (50).
 */
import { parseArgs } from 'node:util'
import { product } from '../src/search/unit-vectors.ts'
import { type Belongs, codeOf, VectorIndex, VectorSettings } from '../src/search/vector-scan.ts'

const DIMS = 384
const LIMIT = 10
const CENTRES = 200
const MEGABYTE = 1_048_576
const settings = VectorSettings.parse({})

export const bench = {
  name: 'vectors',
  summary: 'Vector scan against plain float brute force: milliseconds, agreement, memory',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rows: { type: 'string', default: '100000' },
        queries: { type: 'string', default: '50' },
      },
    })
    return measure(Number(values.rows), Number(values.queries))
  },
}

function measure(rowCount: number, queryCount: number) {
  const random = generator(7)
  const centres = Array.from({ length: CENTRES }, () => gaussian(random))
  const draw = () => near(random, centres[Math.floor(random() * CENTRES)] as Float32Array)

  const floats = new Float32Array(rowCount * DIMS)
  for (let row = 0; row < rowCount; row++) floats.set(draw(), row * DIMS)
  const rowAt = (row: number) => floats.subarray(row * DIMS, (row + 1) * DIMS)

  const rssBefore = settledRss()
  const index = new VectorIndex(settings, DIMS, 'bench')
  const buildStart = performance.now()
  const rows = Array.from({ length: rowCount }, (_, row) => row)
  const read = (keys: readonly number[]) => new Map(keys.map((row) => [row, rowAt(row)]))
  index.putCodes(rows, rows, Buffer.concat(rows.map((row) => codeOf(rowAt(row)))))
  const buildMs = performance.now() - buildStart
  /** As a store does it: the best by int8, compared by the floats. */
  const nearest = (query: Float32Array, belongs?: Belongs) =>
    index
      .near(query, settings.exactRows, belongs ? { read, belongs } : { read })
      .best(settings.exactRows)
      .map(({ key }) => ({ key, score: product(query, rowAt(key)) }))
      .sort((x, y) => y.score - x.score || x.key - y.key)
      .slice(0, LIMIT)
  // A process that has lived for a while has looked at every row closely.
  index.near(rowAt(0), rowCount, { read })
  const rssMb = (settledRss() - rssBefore) / MEGABYTE

  const queries = Array.from({ length: queryCount }, draw)
  const ways = {
    brute: (query: Float32Array) => bruteForce(floats, rowCount, query),
    scan: (query: Float32Array) => nearest(query),
    'scan, filtered': (query: Float32Array) => nearest(query, (row) => row % 3 === 0),
  }
  for (const way of Object.values(ways)) queries.slice(0, 5).forEach(way) // compiled before timed
  const timed = Object.fromEntries(
    Object.entries(ways).map(([name, way]) => [name, timings(way, queries)]),
  ) as Record<keyof typeof ways, Timing>

  const wanted = timed.brute.answers
  const agreement = (found: Timing) => share(found.answers, wanted)
  const row = (name: keyof typeof ways) => {
    const { p50, p95 } = timed[name]
    const agrees = name === 'scan, filtered' ? '' : agreement(timed[name]).toFixed(4)
    return [name, p50.toFixed(2), p95.toFixed(2), agrees]
  }
  return {
    title: `${rowCount} vectors of ${DIMS}, top ${LIMIT}`,
    columns: ['way', 'p50 ms', 'p95 ms', 'agreement'],
    rows: (Object.keys(ways) as (keyof typeof ways)[]).map(row),
    figures: {
      bruteP50Ms: timed.brute.p50,
      scanP50Ms: timed.scan.p50,
      scanP95Ms: timed.scan.p95,
      scanShareOfBrute: timed.scan.p50 / timed.brute.p50,
      filteredP50Ms: timed['scan, filtered'].p50,
      agreement: agreement(timed.scan),
      buildMs,
      indexRssMb: rssMb,
    },
  }
}

interface Timing {
  readonly p50: number
  readonly p95: number
  readonly answers: readonly (readonly number[])[]
}

function timings(
  way: (query: Float32Array) => readonly { readonly key: number }[],
  queries: readonly Float32Array[],
): Timing {
  const took: number[] = []
  const answers = queries.map((query) => {
    const start = performance.now()
    const hits = way(query)
    took.push(performance.now() - start)
    return hits.map((hit) => hit.key)
  })
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor((took.length - 1) * share)] as number
  return { p50: at(0.5), p95: at(0.95), answers }
}

/** Four sums side by side, which is as fast as plain JavaScript gets. */
function bruteForce(floats: Float32Array, rowCount: number, query: Float32Array) {
  const scores = new Float32Array(rowCount)
  for (let row = 0, at = 0; row < rowCount; row++, at += DIMS) {
    let [a, b, c, d] = [0, 0, 0, 0]
    for (let i = 0; i < DIMS; i += 4) {
      a += (query[i] as number) * (floats[at + i] as number)
      b += (query[i + 1] as number) * (floats[at + i + 1] as number)
      c += (query[i + 2] as number) * (floats[at + i + 2] as number)
      d += (query[i + 3] as number) * (floats[at + i + 3] as number)
    }
    scores[row] = a + b + c + d
  }
  const best: { key: number; score: number }[] = []
  for (let key = 0; key < rowCount; key++) {
    const score = scores[key] as number
    if (best.length === LIMIT && score <= (best[LIMIT - 1]?.score ?? 0)) continue
    best.push({ key, score })
    best.sort((x, y) => y.score - x.score || x.key - y.key)
    best.length = Math.min(best.length, LIMIT)
  }
  return best
}

function share(found: Timing['answers'], wanted: Timing['answers']): number {
  const shares = wanted.map((keys, i) => {
    const have = new Set(found[i])
    return keys.filter((key) => have.has(key)).length / keys.length
  })
  return shares.reduce((sum, value) => sum + value, 0) / shares.length
}

function settledRss(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss()
}

function near(random: () => number, centre: Float32Array): Float32Array {
  const noise = gaussian(random)
  return unit(centre.map((value, i) => value + (noise[i] as number)))
}

function gaussian(random: () => number): Float32Array {
  return Float32Array.from({ length: DIMS }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    return radius * Math.cos(2 * Math.PI * random())
  })
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

/** The same numbers on every run: a linear congruential generator. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
