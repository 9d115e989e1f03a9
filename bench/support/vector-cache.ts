/** Vectors of texts, kept between runs: the same texts are embedded once on a machine. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Embedder } from '../../src/embed/embedder.ts'

const BATCH = 256

export interface VectorCache {
  of(texts: readonly string[]): Promise<Float32Array[]>
  save(): void
}

export function vectorCache(embedder: Embedder, folder: string, set: string): VectorCache {
  const file = join(
    folder,
    `${set}-${createHash('sha256').update(embedder.id).digest('hex').slice(0, 12)}.bin`,
  )
  const width = 16 + embedder.dims * 4
  const known = new Map<string, Float32Array>()
  if (existsSync(file)) {
    const bytes = readFileSync(file)
    for (let at = 0; at + width <= bytes.length; at += width) {
      const vector = new Float32Array(embedder.dims)
      new Uint8Array(vector.buffer).set(bytes.subarray(at + 16, at + width))
      known.set(bytes.subarray(at, at + 16).toString('hex'), vector)
    }
  }
  const keyOf = (text: string) => createHash('md5').update(text).digest('hex')
  return {
    async of(texts) {
      const missing = [...new Set(texts)].filter((text) => !known.has(keyOf(text)))
      for (let at = 0; at < missing.length; at += BATCH) {
        const batch = missing.slice(at, at + BATCH)
        const vectors = await embedder.embed(batch, { deadlineMs: 600_000 })
        for (const [i, text] of batch.entries()) known.set(keyOf(text), vectors[i] as Float32Array)
      }
      if (missing.length > 0) this.save()
      return texts.map((text) => known.get(keyOf(text)) as Float32Array)
    },
    save() {
      mkdirSync(folder, { recursive: true })
      const parts = [...known].map(([key, vector]) =>
        Buffer.concat([Buffer.from(key, 'hex'), Buffer.from(vector.buffer)]),
      )
      writeFileSync(file, Buffer.concat(parts))
    },
  }
}
