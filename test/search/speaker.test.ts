import { describe, expect, it } from 'vitest'
import { pointedAt, whoPart } from '../../src/search/parts/who.ts'
import { attribute, findSpeakers, parseAttribution } from '../../src/search/speaker.ts'

const inSession = (text: string, session: string | null = 's') => ({ text, session })

describe('who said a text', () => {
  it.each([
    ['Anna: I moved to Lisbon.', 'Anna', null, 6],
    ['Anna Berg: yes', 'Anna Berg', null, 11],
    ['user: where do I live?', null, 'user', 6],
    ['Assistant: You live in Lisbon.', null, 'assistant', 11],
    ['The cache: it is warm.', null, null, 0],
    ['https://example.org is down', null, null, 0],
    ['Anna:', null, null, 0],
  ])('M-30 %j', (text, speaker, role, start) => {
    expect(parseAttribution(text)).toEqual({ speaker, role, start })
  })

  it('M-30 names count where texts of a session take turns', () => {
    const turns = ['Anna: Hi!', 'Ben: Hello.', 'Anna: How are you?', 'Ben: Fine, thanks.']
    expect(findSpeakers(turns.map((text) => inSession(text)))).toEqual(['Anna', 'Ben'])
    expect(attribute('Ben: Fine.', ['Anna', 'Ben'])).toMatchObject({ speaker: 'Ben', start: 5 })
  })

  it('M-30 notes that begin with a subject are no conversation', () => {
    const notes = ['Redis: holds sessions.', 'Kafka: events.', 'Biome: lints.', 'Vite: builds.']
    expect(findSpeakers(notes.map((text) => inSession(text)))).toEqual([])
    expect(
      findSpeakers(['Anna: a', 'Anna: b', 'Ben: c', 'Ben: d'].map((t) => inSession(t, null))),
    ).toEqual([])
    expect(attribute('Redis: holds sessions.', [])).toEqual({ speaker: null, role: null, start: 0 })
  })

  it('M-30 of notes "how do we …" points at nobody, of turns at the user', () => {
    expect(pointedAt('how do we deploy', [], 'turns')).toEqual({ role: 'user' })
    expect(pointedAt('how do we deploy', [], 'notes')).toEqual({ noSpeaker: true })
    expect(pointedAt('what have I said about tabs', [], 'notes')).toEqual({ role: 'user' })
    expect(whoPart({ role: 'user' }, { speaker: null, role: 'user' })).toBe(1)
  })
})
