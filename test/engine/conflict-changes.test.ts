import { expect, it } from 'vitest'
import { conflictChanges } from '../../src/engine/memories/conflict-changes.ts'
import type { Memory, Origin } from '../../src/memory/memory.ts'
import { memoryWith } from '../support/memory.ts'

const DAY_1 = '2026-01-01T00:00:00.000Z'
const DAY_2 = '2026-01-02T00:00:00.000Z'

function said(origin: Origin, at: string, change: Partial<Memory> = {}): Memory {
  const plain = memoryWith({ createdAt: at, ...change })
  return { ...plain, provenance: { ...plain.provenance, origin, at } }
}

function becomes(newer: Memory, older: Memory, relation: 'corrected' | 'contradicts' | 'restated') {
  const is = { relation, score: 1, margin: 1, reason: 'a test' }
  const { supersedes, contradicts } = conflictChanges(newer, [{ memory: older, is }], 'test')
  return supersedes.length > 0 ? 'replaced' : contradicts.length > 0 ? 'contradicted' : 'left'
}

it.each([
  { newer: 'user', older: 'user', fate: 'replaced' },
  { newer: 'user', older: 'web', fate: 'replaced' },
  { newer: 'agent', older: 'user', fate: 'contradicted' },
  { newer: 'agent', older: 'agent', fate: 'replaced' },
  { newer: 'web', older: 'agent', fate: 'contradicted' },
  { newer: 'web', older: 'web', fate: 'contradicted' },
] as const)('M-02 K-11 $newer corrects $older: $fate', ({ newer, older, fate }) => {
  expect(becomes(said(newer, DAY_2), said(older, DAY_1), 'corrected')).toBe(fate)
})

it('M-02 an agent’s word with a person’s yes is not retired by an agent', () => {
  const accepted = said('agent', DAY_1, { validated: true })
  expect(becomes(said('agent', DAY_2), accepted, 'corrected')).toBe('contradicted')
})

it('K-11 among agents, less trusted words contradict and do not replace', () => {
  const weak = said('agent', DAY_2, { trust: 0.6 })
  const strong = said('agent', DAY_1, { trust: 0.9 })
  expect(becomes(weak, strong, 'corrected')).toBe('contradicted')
  expect(becomes({ ...weak, trust: 0.9 }, strong, 'corrected')).toBe('replaced')
})

it('M-12 what was said earlier never replaces what was said later', () => {
  expect(becomes(said('user', DAY_1), said('user', DAY_2), 'corrected')).toBe('contradicted')
  const later = { memory: said('user', DAY_2), isLater: true }
  const is = { relation: 'corrected', score: 1, margin: 1, reason: 'a test' } as const
  const early = said('user', DAY_1)
  expect(conflictChanges(early, [{ ...later, is }], 'test').changes).toContainEqual({
    op: 'update',
    kind: 'memory',
    key: early.id,
    set: { supersededBy: later.memory.id },
  })
})

it('B-05 what is no conflict is passed over, and a contradiction replaces nothing', () => {
  expect(becomes(said('user', DAY_2), said('user', DAY_1), 'restated')).toBe('left')
  expect(becomes(said('user', DAY_2), said('user', DAY_1), 'contradicts')).toBe('contradicted')
})
