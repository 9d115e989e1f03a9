import { describe, expect, it } from 'vitest'
import { judgePerson } from '../../src/context/evidence/gate.ts'
import { personFeatures } from '../../src/context/evidence/person.ts'
import { SPEAK_AT } from '../../src/context/evidence/settings.ts'

interface Match {
  readonly words: number
  readonly tokens: number
  readonly meaning: number
}

const hit = (speaker: string | null, isAsked: boolean, { words, tokens, meaning }: Match) => ({
  unit: { speaker },
  score: 3.6,
  parts: [
    { name: 'text', raw: words },
    { name: 'tokens', raw: tokens },
    { name: 'meaning', raw: meaning },
    { name: 'who', raw: Number(isAsked) },
  ],
})
const near = { words: 20, tokens: 0.6, meaning: 0.6 }
const far = { words: 6, tokens: 0.35, meaning: 0.4 }

describe('a question about someone who speaks in the memories', () => {
  it('M-32 is let through where their own words fit best', () => {
    const features = personFeatures([hit('Anna', true, near), hit('Ben', false, far)])
    expect(features?.ownWords).toBeCloseTo(0.7)
    if (features) expect(judgePerson(features).probability).toBeGreaterThan(SPEAK_AT.balanced.first)
  })

  it('M-32 is silent where another said it', () => {
    const features = personFeatures([hit('Ben', false, near), hit('Anna', true, far)])
    expect(features?.ownTokens).toBeLessThan(0)
    if (features) expect(judgePerson(features).probability).toBeLessThan(SPEAK_AT.balanced.first)
  })

  it('M-32 is no such question where the prompt names none of them, or nobody speaks', () => {
    expect(personFeatures([hit('Ben', false, near), hit('Anna', false, far)])).toBeNull()
    expect(personFeatures([hit(null, true, near)])).toBeNull()
    expect(personFeatures([])).toBeNull()
  })
})
