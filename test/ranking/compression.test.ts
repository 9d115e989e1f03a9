import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/clock.ts'
import type { Memory } from '../../src/memory/memory.ts'
import {
  CompressionSettings,
  compressionClusters,
  isCompressible,
} from '../../src/ranking/compression.ts'
import { jaccard } from '../../src/text/jaccard.ts'
import { tokensOf } from '../../src/text/tokens.ts'
import { fc } from '../support/property.ts'
import { memoryOf, NOW } from './memories.ts'

const settings = CompressionSettings.parse({})
const days = (ago: number) => addDays(NOW, -ago)

function old(id: string, content: string, change: Partial<Memory> = {}): Memory {
  return memoryOf({
    id,
    title: 'Timeout fixed',
    content,
    type: 'bugfix',
    createdAt: days(20),
    ...change,
  })
}

const timeouts = [
  old('1', 'The upload timeout of the gateway was raised to 30 seconds'),
  old('2', 'The upload timeout of the worker was raised to 60 seconds'),
  old('3', 'The upload timeout of the mailer was raised to 90 seconds'),
]
const clusters = (memories: readonly Memory[], figures = settings) =>
  compressionClusters(figures, memories, NOW).map((cluster) =>
    cluster.map(({ id }) => id).join(' '),
  )

describe('I-07 what is put together', () => {
  it('three alike, older than seven days', () => {
    expect(clusters(timeouts)).toEqual(['1 2 3'])
  })
  it('not two', () => {
    expect(clusters(timeouts.slice(1))).toEqual([])
  })
  it('not what is different', () => {
    const other = old('4', 'Users sign in by hardware key', { title: 'Sign-in' })
    expect(clusters([...timeouts, other])).toEqual(['1 2 3'])
  })
  it('single linkage: a chain holds together though its ends do not meet', () => {
    const chain = [
      old('1', 'alpha bravo charlie delta', { title: '' }),
      old('2', 'charlie delta echo foxtrot alpha bravo', { title: '' }),
      old('3', 'echo foxtrot golf hotel charlie delta', { title: '' }),
    ]
    expect(clusters(chain)).toEqual(['1 2 3'])
  })
  it('in whatever order they come', () => {
    expect(clusters(timeouts.toReversed())).toEqual(['1 2 3'])
  })
  it('never across places, types or sensitivities', () => {
    const [first, ...rest] = timeouts as [Memory, ...Memory[]]
    for (const change of [
      { project: 'two' },
      { type: 'feature' },
      { scope: 'global' as const, project: null },
      { sensitivity: 'private' as const },
    ])
      expect(clusters([{ ...first, ...change }, ...rest])).toEqual([])
  })
  it('no more than can be read', () => {
    const many = Array.from({ length: 30 }, (_, i) =>
      old(String(i + 10), `The upload timeout of part${i} was raised`),
    )
    for (const cluster of compressionClusters(settings, many, NOW))
      expect(cluster.length).toBeLessThanOrEqual(20)
    const short = { ...settings, maxCharacters: 120 }
    expect(clusters(timeouts, short)).toEqual([])
  })
})

it.each<{ why: string; change: Partial<Memory> }>([
  { why: 'too young', change: { createdAt: days(7) } },
  { why: 'a rule', change: { type: 'policy' } },
  { why: 'validated', change: { validated: true } },
  { why: 'an open task', change: { type: 'task', done: false } },
  { why: 'archived', change: { archived: true } },
  { why: 'removed', change: { state: 'removed' } },
  { why: 'superseded', change: { supersededBy: 'x' } },
  { why: 'held for review', change: { held: true } },
])('I-07 leaves alone what is $why', ({ change }) => {
  expect(isCompressible(settings, old('1', 'text'), NOW)).toBe(true)
  expect(isCompressible(settings, old('1', 'text', change), NOW)).toBe(false)
})

it('I-07 agrees with comparing everybody with everybody', () => {
  const word = fc.constantFrom('red', 'blue', 'green', 'pink', 'grey', 'black', 'white', 'gold')
  const contents = fc.array(fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), { maxLength: 12 })
  const roomy = { ...settings, maxMembers: 1000, maxCharacters: 1_000_000 }
  fc.assert(
    fc.property(contents, (lists) => {
      const memories = lists.map((list, i) =>
        old(String(i + 10), list.join(' '), { title: '', createdAt: days(30 - i) }),
      )
      expect(clusters(memories, roomy)).toEqual(slowClusters(memories))
    }),
  )
})

/** Spreads a label over every pair that is alike, until nothing changes. */
function slowClusters(memories: readonly Memory[]): string[] {
  const label = new Map(memories.map(({ id }) => [id, id]))
  const alike = (a: Memory, b: Memory) =>
    jaccard(tokensOf(a.content), tokensOf(b.content)) >= settings.similarity
  for (let changed = true; changed; ) {
    changed = false
    for (const a of memories)
      for (const b of memories) {
        const [x, y] = [label.get(a.id) ?? '', label.get(b.id) ?? '']
        if (x < y && alike(a, b)) {
          label.set(b.id, x)
          changed = true
        }
      }
  }
  const groups = new Map<string, string[]>()
  for (const { id } of memories) {
    const of = label.get(id) ?? id
    groups.set(of, [...(groups.get(of) ?? []), id])
  }
  return [...groups.values()].filter((group) => group.length >= 3).map((group) => group.join(' '))
}
