import { describe, expect, it } from 'vitest'
import { findSecrets, redactSecrets } from '../../../src/capture/secrets/scan.ts'
import { credentialTalk } from './credential-talk.ts'
import { everydayLines, HARMLESS_TWINS } from './everyday.ts'

describe('credentials as people and files write them', () => {
  it('G-10 of the everyday lines at least nineteen in twenty are caught', () => {
    const lines = [1, 2, 3].flatMap((seed) => everydayLines(seed))
    expect(everydayLines(1).length).toBeGreaterThanOrEqual(60)
    const missed = lines.filter(({ text, value }) =>
      redactSecrets(text, findSecrets(text)).replace(/\s/g, '').includes(value),
    )
    expect(missed.map(({ text }) => text).slice(0, 20)).toEqual([])
    expect(missed.length).toBeLessThanOrEqual(lines.length / 20)
  })

  it('G-10 nor do more of them pass in talk, files and commands of ten languages', () => {
    const lines = [1, 2, 3].flatMap((seed) => credentialTalk(seed))
    expect(credentialTalk(1).length).toBeGreaterThanOrEqual(100)
    const missed = lines.filter(({ text, value }) =>
      redactSecrets(text, findSecrets(text)).includes(value),
    )
    expect(missed.map(({ text }) => text).slice(0, 20)).toEqual([])
  })

  it.each(HARMLESS_TWINS)('G-10 %s has twins that open no door', (_rule, twins) => {
    expect(twins.length).toBeGreaterThanOrEqual(5)
    expect(twins.filter((text) => findSecrets(text).length > 0)).toEqual([])
  })
})
