import { expect, it } from 'vitest'
import { eligibility } from '../../src/context/eligibility.ts'
import { sensitivityGate } from '../../src/context/sensitivity-gate.ts'
import { SENSITIVITIES } from '../../src/memory/memory.ts'
import { fc } from '../support/property.ts'
import { candidate, composed, indexOf, memory, NOW, somewhere } from './fixtures.ts'

it.each([
  { why: 'a new memory', change: {}, rule: null },
  { why: 'a low memory', change: { state: 'low' }, rule: null },
  { why: 'a removed one', change: { state: 'removed' }, rule: 'removed' },
  { why: 'a quarantined one', change: { quarantined: true }, rule: 'quarantined' },
  { why: 'a held one', change: { held: true }, rule: 'held' },
  { why: 'one that expires this moment', change: { expiresAt: NOW }, rule: 'expired' },
  { why: 'one that expires later', change: { expiresAt: '2027-01-01T00:00:00.000Z' }, rule: null },
  { why: 'a superseded one', change: { supersededBy: 'other' }, rule: 'superseded' },
  { why: 'an archived one', change: { archived: true }, rule: 'archived' },
  { why: 'a private one', change: { sensitivity: 'private' }, rule: 'sensitivity' },
  { why: 'an unclassified one', change: { sensitivity: 'unknown' }, rule: 'sensitivity' },
  { why: 'this session', change: { scope: 'session', session: 'session-1' }, rule: null },
  { why: 'another session', change: { scope: 'session', session: 'x' }, rule: 'other-session' },
  { why: 'this project', change: { project: 'billing' }, rule: null },
  { why: 'another project', change: { project: 'shop' }, rule: 'other-project' },
  { why: 'a global twin', change: { name: 'twin' }, rule: 'shadowed' },
  { why: 'the project’s twin', change: { name: 'twin', project: 'billing' }, rule: null },
  { why: 'a done task', change: { type: 'task', done: true }, rule: 'done' },
] as const)('L $why: $rule', ({ change, rule }) => {
  const found = eligibility({ ...somewhere, projectNames: ['twin'] }, memory(1, change))
  expect(found.eligible ? null : found.rule).toBe(rule)
})

it.each([
  { globs: ['*.sql'], files: ['db/x.sql'], eligible: true },
  { globs: ['*.sql'], files: ['src/x.ts'], eligible: false },
  { globs: ['*.sql'], files: ['src/x.ts', 'db/x.sql'], eligible: true },
  { globs: ['src/api/**'], files: ['/home/ada/shop/src/api/a.ts'], eligible: true },
  { globs: ['*.sql'], files: [], eligible: true },
  { globs: [], files: ['src/x.ts'], eligible: true },
])('D-09 globs $globs in a turn about $files: $eligible', ({ globs, files, eligible }) => {
  expect(eligibility({ ...somewhere, files }, memory(1, { globs })).eligible).toBe(eligible)
})

it('A-04 a call without a project sees global memories only', () => {
  const nowhere = { ...somewhere, project: null }
  expect(eligibility(nowhere, memory(1, { project: 'billing' })).eligible).toBe(false)
  expect(eligibility(nowhere, memory(1)).eligible).toBe(true)
})

it('H-06 asking for one kind opens that kind and nothing else', () => {
  expect(SENSITIVITIES.filter((kind) => sensitivityGate(['private'], kind).open)).toEqual([
    'public',
    'private',
  ])
  expect(SENSITIVITIES.filter((kind) => sensitivityGate([], kind).open)).toEqual(['public'])
})

it('H-06 a memory of unknown sensitivity is served nowhere, whatever else is true of it', () => {
  const anyMemory = fc.record({
    type: fc.constantFrom('fact', 'policy', 'architecture', 'negative', 'procedure', 'task'),
    priority: fc.constantFrom('critical', 'normal'),
    validated: fc.boolean(),
    importance: fc.constantFrom(0, 0.5, 1),
    origin: fc.constantFrom('user', 'agent', 'web'),
  } as const)
  fc.assert(
    fc.property(anyMemory, fc.subarray(['private', 'secret'] as const), (change, requested) => {
      const hidden = memory(1, {
        ...change,
        sensitivity: 'unknown',
        title: 'canary',
        content: 'canary deploy',
        name: 'canary',
        triggers: ['deploy'],
      })
      const { text, decisions } = composed({
        situation: { ...somewhere, requested },
        standing: [hidden],
        recalled: [candidate(hidden)],
        pending: [candidate(hidden)],
        procedures: [candidate(hidden)],
        tasks: [candidate(hidden)],
        negatives: [hidden],
        globalIndex: { ...indexOf([hidden]), counts: {} },
      })
      expect(text).not.toContain('canary')
      expect(decisions.every((one) => one.outcome === 'out')).toBe(true)
    }),
  )
})
