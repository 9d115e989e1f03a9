import { describe, expect, it } from 'vitest'
import type { Origin } from '../../src/memory/memory.ts'
import {
  admitOrigin,
  admitSource,
  isForeign,
  isPersons,
  mayAccept,
  mayChange,
  type Speaker,
} from '../../src/memory/origins.ts'
import { memoryWith } from '../support/memory.ts'

const { provenance } = memoryWith()
const wordsOf = (origin: Origin, validated = false) => ({
  validated,
  provenance: { ...provenance, origin },
})

describe('whom to trust', () => {
  it.each([
    { speaker: 'person', changesPersons: true, accepts: true },
    { speaker: 'file', changesPersons: true, accepts: false },
    { speaker: 'team', changesPersons: true, accepts: true },
    { speaker: 'agent', changesPersons: false, accepts: false },
  ] as const)('M-02 K-11 $speaker: changes a person’s $changesPersons, accepts $accepts', (row) => {
    const speaker: Speaker = row.speaker
    expect(mayChange(speaker, wordsOf('user'))).toBe(row.changesPersons)
    expect(mayChange(speaker, wordsOf('agent'))).toBe(true)
    expect(mayAccept(speaker)).toBe(row.accepts)
  })

  it('M-02 what a person said yes to is a person’s, whoever said it first', () => {
    expect(isPersons(wordsOf('user'))).toBe(true)
    expect(isPersons(wordsOf('web', true))).toBe(true)
    expect(isPersons(wordsOf('agent'))).toBe(false)
    expect(mayChange('agent', wordsOf('agent', true))).toBe(false)
  })

  it.each([
    ['user', false],
    ['agent', false],
    ['tool-output', true],
    ['web', true],
    ['file', true],
  ] as const)('K-11 words from %s are foreign: %s', (origin, foreign) => {
    expect(isForeign(origin)).toBe(foreign)
  })

  it('M-01 a claim can lower the origin of the words, never raise it', () => {
    expect(admitOrigin('agent', undefined)).toBe('agent')
    expect(admitOrigin('agent', 'user')).toBe('agent')
    expect(admitOrigin('agent', 'web')).toBe('web')
    expect(admitOrigin('person', undefined)).toBe('user')
    expect(admitOrigin('person', 'user')).toBe('user')
    expect(admitOrigin('person', 'web')).toBe('web')
  })

  it('M-01 only the user’s own words are stated or corrected by the user', () => {
    expect(admitSource('user', 'user-corrected')).toBe('user-corrected')
    expect(admitSource('agent', 'user-stated')).toBe('observed')
    expect(admitSource('web', 'user-corrected')).toBe('extracted')
    expect(admitSource('agent', 'inferred')).toBe('inferred')
    expect(admitSource('user', undefined)).toBe('user-stated')
  })
})
