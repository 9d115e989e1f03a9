/** What every Embedder promises. Each adapter's test calls this once. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder } from '../../src/embed/embedder.ts'
import { cosine } from '../search/brute-force.ts'
import { fc } from '../support/property.ts'

/** Batches are quantised together, so company may turn an int8 vector by a few degrees. */
const SAME_WAY = 0.97

export function itIsAnEmbedder(name: string, open: () => Promise<Embedder>): void {
  describe(`${name} is an Embedder`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await open()
    })
    afterAll(() => embedder.close())

    it('D-14 gives one unit vector of its dimensions for each text, in order', async () => {
      const texts = ['deploy the service', 'a recipe for soup', 'deploy the service']
      const vectors = await embedder.embed(texts)
      expect(vectors).toHaveLength(3)
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array)
        expect(vector).toHaveLength(embedder.dims)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
      }
      const [first, other, again] = vectors as [Float32Array, Float32Array, Float32Array]
      expect(cosine(first, again)).toBeGreaterThan(0.999)
      expect(cosine(first, other)).toBeLessThan(0.9)
    })

    it('D-14 has an id, dimensions and a token limit before the first text', async () => {
      const fresh = await open()
      expect(fresh.id).toMatch(/\S/)
      expect(fresh.id).toBe(embedder.id)
      expect(fresh.dims).toBeGreaterThan(0)
      expect(fresh.maxTokens).toBeGreaterThan(0)
      await fresh.close()
    })

    it('D-14 no texts give no vectors', async () => {
      expect(await embedder.embed([])).toEqual([])
    })

    it('D-14 a text points the same way alone and among others', async () => {
      const text = 'The cache is cleared on every release.'
      const long = 'An unrelated and much longer text, there to widen the batch. '.repeat(6)
      const [alone] = await embedder.embed([text])
      const [, among] = await embedder.embed([long, text, 'short'])
      expect(cosine(alone as Float32Array, among as Float32Array)).toBeGreaterThan(SAME_WAY)
    })

    it('D-14 any string has a vector', async () => {
      const odd = ['', ' \n\t ', '\u0000', '日本語のテキスト', '🙂'.repeat(50), 'x'.repeat(50_000)]
      expect(await embedder.embed(odd)).toHaveLength(odd.length)
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }),
          async (texts) => {
            const vectors = await embedder.embed(texts)
            expect(vectors).toHaveLength(texts.length)
            for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
          },
        ),
        { numRuns: 15 },
      )
    })

    it('D-14 what is beyond the token limit does not fail', async () => {
      const start = 'word '.repeat(embedder.maxTokens)
      const [short, long] = await embedder.embed([start, `${start}${'other '.repeat(500)}`])
      expect(cosine(short as Float32Array, long as Float32Array)).toBeGreaterThan(SAME_WAY)
    })

    it('D-13 an aborted call rejects with the reason of its signal', async () => {
      const reason = new Error('no longer wanted')
      const before = embedder.embed(['text'], { signal: AbortSignal.abort(reason) })
      await expect(before).rejects.toBe(reason)
      const stop = new AbortController()
      const during = embedder.embed(manyTexts(), { signal: stop.signal })
      stop.abort(reason)
      await expect(during).rejects.toBe(reason)
    })

    it('D-13 what is not done within the deadline is unavailable, and the next call works', async () => {
      const late = embedder.embed(manyTexts(), { deadlineMs: 1 })
      await expect(late).rejects.toMatchObject({ name: 'MnemeError', code: 'unavailable' })
      expect(await embedder.embed(['after'], { kind: 'query' })).toHaveLength(1)
    })

    it('D-14 answers calls made at the same time, each with its own vectors', async () => {
      const texts = ['one', 'a second text', 'and a third one, longer than the others']
      const together = await Promise.all(texts.map((text) => embedder.embed([text])))
      for (const [i, text] of texts.entries()) {
        const [alone] = await embedder.embed([text])
        expect(cosine(together[i]?.[0] as Float32Array, alone as Float32Array)).toBeGreaterThan(
          0.999,
        )
      }
    })

    it('D-14 can be closed twice, and is unavailable afterwards', async () => {
      const fresh = await open()
      await fresh.embed(['text'])
      await fresh.close()
      await fresh.close()
      await expect(fresh.embed(['text'])).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}

/** More than any embedder does in a millisecond. */
function manyTexts(): string[] {
  return Array.from({ length: 400 }, (_, i) => `text number ${i} about something of its own`)
}
