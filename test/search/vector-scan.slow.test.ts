/** The scan against brute force on vectors that a model made of real sentences. */
import { beforeAll, describe, expect, it } from 'vitest'
import { sentencesFrom } from '../../bench/sentences.ts'
import { openBuiltin } from '../../src/embed/builtin.ts'
import { EmbedSettings } from '../../src/embed/settings.ts'
import { agreement, byPlace, indexOf } from './brute-force.ts'

describe('agreement with brute force on sentences', () => {
  let vectors: Float32Array[] = []
  let queries: Float32Array[] = []

  beforeAll(async () => {
    const sentences = await sentencesFrom('node_modules', 2_600)
    const settings = EmbedSettings.parse({ batchTimeoutMs: 170_000 })
    const embedder = await openBuiltin(settings)
    const all = await embedder.embed(sentences)
    await embedder.close()
    queries = all.filter((_, i) => i % 13 === 0)
    vectors = all.filter((_, i) => i % 13 !== 0)
  }, 180_000)

  it('D-17 the settings as they come', () => {
    expect(vectors.length).toBeGreaterThan(2_000)
    const all = byPlace(vectors)
    expect(agreement(indexOf(all), all, queries)).toBeGreaterThanOrEqual(0.99)
  })

  it('D-17 a closer look at only 400', () => {
    const all = byPlace(vectors)
    const index = indexOf(all, { rescoreRows: 400 })
    expect(agreement(index, all, queries)).toBeGreaterThanOrEqual(0.99)
  })
})
