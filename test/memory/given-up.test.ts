import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PATTERNS } from '../../src/memory/given-up.ts'

interface Pair {
  readonly newer: { readonly content: string }
  readonly older: { readonly content: string }
}

const texts = ['devices', 'harbour', 'payments', 'plain', 'studio']
  .flatMap((name) => readFileSync(`bench/fixtures/pairs-${name}.jsonl`, 'utf8').trim().split('\n'))
  .map((line) => JSON.parse(line) as Pair)
  .flatMap(({ newer, older }) => [newer.content, older.content])

describe('what a sentence gives up', () => {
  it('M-10 wherever a pattern is found, one of its words is', () => {
    const found = PATTERNS.flatMap(({ words, pattern }) =>
      texts
        .filter((text) => text.search(pattern) >= 0)
        .map((text) => ({
          text,
          words,
          has: words.some((word) => text.toLowerCase().includes(word)),
        })),
    )
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter(({ has }) => !has)).toEqual([])
  })
})
