import { describe, expect, it } from 'vitest'
import { SkillSettings } from '../../src/ranking/settings.ts'
import { duplicateSkills, type Skill, skillOf, skillSimilarity } from '../../src/ranking/skills.ts'
import { fc } from '../support/property.ts'
import { memoryOf } from './memories.ts'

const settings = SkillSettings.parse({})

function skill(id: string, name: string, steps: string[], validated = false): Skill {
  return { id, createdAt: `2026-01-0${id}T00:00:00.000Z`, name, steps, validated }
}

const release = skill('1', 'Release a new version', [
  'run the tests',
  'bump the version',
  'push the tag',
])

describe('A-15 skills', () => {
  it('alike in name and steps are one; the older stays', () => {
    const again = skill('2', 'Release new version', [
      'run all the tests',
      'bump version',
      'push the tag',
    ])
    const [found] = duplicateSkills(settings, [again, release])
    expect(found).toMatchObject({ keep: '1', remove: '2' })
  })
  it('the worked example: 0.4 · 1 + 0.6 · (2 · 2 ÷ 5)', () => {
    const shorter = { ...release, steps: ['run the tests', 'push the tag'] }
    expect(skillSimilarity(settings, release, shorter).total).toBeCloseTo(0.88, 10)
  })
  it('the same steps in another order are another skill', () => {
    const backwards = skill('2', release.name, release.steps.toReversed())
    expect(duplicateSkills(settings, [release, backwards])).toEqual([])
  })
  it('another figure is another step', () => {
    const at = (id: string, port: number) =>
      skill(id, 'Open the port', [`open port ${port} in the firewall`])
    expect(duplicateSkills(settings, [at('1', 80), at('2', 443)])).toEqual([])
    expect(duplicateSkills(settings, [at('1', 80), at('2', 80)])).toHaveLength(1)
  })
  it('a validated one stays before an older one', () => {
    const nodded = { ...release, id: '2', createdAt: '2026-01-09T00:00:00.000Z', validated: true }
    expect(duplicateSkills(settings, [release, nodded])[0]).toMatchObject({
      keep: '2',
      remove: '1',
    })
  })
  it('is read from a procedure, or from the lines of a text', () => {
    expect(skillOf(memoryOf({ title: 'T', content: 'one\n\n two ' })).steps).toEqual(['one', 'two'])
    const procedure = {
      trigger: '',
      steps: ['a', 'b'],
      prerequisites: [],
      warnings: [],
      successes: 0,
      failures: 0,
    }
    expect(skillOf(memoryOf({ content: 'text', procedure })).steps).toEqual(['a', 'b'])
  })
})

it('A-15 similarity is symmetric, in 0 to 1, and 1 to itself', () => {
  const line = fc.constantFrom('run tests', 'bump version', 'push tag', 'open port 80', 'wait')
  const any = fc
    .record({ name: line, steps: fc.array(line, { minLength: 1, maxLength: 5 }) })
    .map(({ name, steps }) => skill('1', name, steps))
  fc.assert(
    fc.property(any, any, (a, b) => {
      const { total } = skillSimilarity(settings, a, b)
      expect(total).toBeGreaterThanOrEqual(0)
      expect(total).toBeLessThanOrEqual(1)
      expect(skillSimilarity(settings, b, a).total).toBeCloseTo(total, 12)
      expect(skillSimilarity(settings, a, a).total).toBeCloseTo(1, 12)
    }),
  )
})
