import { describe, expect, it } from 'vitest'
import {
  boundariesOf,
  boundaryFact,
  NO_BOUNDARY_STATE,
  withInteraction,
} from '../../src/capture/boundaries.ts'
import { BoundarySettings } from '../../src/capture/settings.ts'
import { fc } from '../support/property.ts'

const settings = BoundarySettings.parse({})
const auth = [
  'login token expired',
  'refresh token of the login session',
  'token expiry in the session store',
  'login session cookie token',
]
const css = [
  'button colour and padding',
  'flex layout of the button row',
  'padding of the card layout',
  'colour theme for button and card',
]
const work = (texts: readonly string[]) =>
  texts.map((text, i) => ({ id: `i${i}`, at: `2026-01-05T09:00:0${i}.000Z`, text }))

describe('boundaries between episodes', () => {
  it('G-06 a change of topic is one boundary, at its first interaction', () => {
    const boundaries = boundariesOf(settings, work([...auth, ...css]))
    expect(boundaries.map(({ id }) => id)).toEqual(['i4'])
    expect(boundaries[0]?.similarity).toBe(0)
    expect(boundaries[0]?.summary).toContain('button')
  })

  it('G-06 one topic has no boundary', () => {
    expect(boundariesOf(settings, work([...auth, ...auth, ...auth]))).toEqual([])
  })

  it('G-06 coming back is a boundary again', () => {
    const texts = work([...auth, ...css, ...auth])
    expect(boundariesOf(settings, texts).map(({ id }) => id)).toEqual(['i4', 'i8'])
  })

  it('G-06 the folders that every file lies in do not hide a change of topic', () => {
    const in_ = (name: string) => `/home/dev/work/shop/packages/app/src/${name}`
    const texts = [
      ...['auth/login.ts', 'auth/token.ts', 'auth/session.ts', 'auth/login.test.ts'],
      ...['theme/button.css', 'theme/card.css', 'theme/row.css', 'theme/button.test.css'],
    ]
    const named = ['login', 'token', 'login', 'token', 'colour', 'button', 'colour', 'button']
    const told = texts.map((text, i) => `${in_(text)} ${named[i]}`)
    expect(boundariesOf(settings, work(told)).map(({ id }) => id)).toEqual(['i4'])
  })

  it('G-06 a few short replies are no new topic', () => {
    const replies = [
      'LGTM, commit it',
      'why is that?',
      'ok, drop the docstring',
      'looks fine to me',
    ]
    expect(boundariesOf(settings, work([...auth, ...replies]))).toEqual([])
  })

  it('G-06 looking elsewhere for the same request is no new topic', () => {
    const steps = work([...auth, ...css]).map((each, i) => ({ ...each, asked: i < 4 }))
    expect(boundariesOf(settings, steps)).toEqual([])
  })

  it('G-06 is kept as a fact about the session', () => {
    const [boundary] = boundariesOf(settings, work([...auth, ...css]))
    if (boundary === undefined) throw new Error('no boundary')
    const fact = boundaryFact('s1', boundary)
    expect(fact.subject).toBe('session:s1')
    expect(fact.predicate).toBe('boundary_at')
    expect(fact.object).toMatch(/^2026-01-05T09:00:04\.000Z \w/)
  })

  it('G-06 the state survives JSON between any two interactions', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...auth, ...css), { maxLength: 30 }), (texts) => {
        let state = NO_BOUNDARY_STATE
        const streamed = work(texts).flatMap((interaction) => {
          const step = withInteraction(settings, JSON.parse(JSON.stringify(state)), interaction)
          state = step.state
          return step.boundary ?? []
        })
        expect(streamed).toEqual(boundariesOf(settings, work(texts)))
        expect(state.recent.length).toBeLessThanOrEqual(2 * settings.windowSize)
      }),
    )
  })
})
