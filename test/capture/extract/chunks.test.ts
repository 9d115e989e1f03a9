import { describe, expect, it } from 'vitest'
import { charsOf, chunksOf, isEnough } from '../../../src/capture/extract/chunks.ts'
import { BoundarySettings, ChunkSettings } from '../../../src/capture/settings.ts'
import { fc } from '../../support/property.ts'
import { agent, conversation, ran, user } from '../conversation.ts'

const settings = { ...ChunkSettings.parse({}), boundaries: BoundarySettings.parse({}) }

describe('chunks of a session', () => {
  it('G-08 less than 25 messages are not enough, and tool results do not count', () => {
    const talk = Array.from({ length: 24 }, (_, i) => user(`message ${i}`))
    expect(isEnough(settings, conversation(...talk))).toBe(false)
    expect(isEnough(settings, conversation(...talk, agent('one more')))).toBe(true)
    expect(isEnough(settings, conversation(...Array.from({ length: 20 }, () => ran('ls'))))).toBe(
      false,
    )
  })

  it('G-08 is cut at the boundary of an episode where there is one', () => {
    const auth = Array.from({ length: 6 }, (_, i) =>
      user(`login token session cookie refresh expiry ${'x'.repeat(i)}`),
    )
    const css = Array.from({ length: 4 }, (_, i) =>
      user(`button padding colour layout flex card ${'y'.repeat(i)}`),
    )
    const messages = conversation(...auth, ...css)
    const total = messages.reduce((sum, message) => sum + charsOf(message), 0)
    const chunks = chunksOf({ ...settings, maxChars: total - 20 }, messages)
    expect(chunks.map(({ from, to }) => [from, to])).toEqual([
      [0, 6],
      [6, 10],
    ])
  })

  it('G-08 every message is in exactly one chunk, and no chunk is longer than allowed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 80 }), { maxLength: 40 }),
        fc.integer({ min: 20, max: 300 }),
        (texts, maxChars) => {
          const messages = conversation(...texts.map((text) => user(text)))
          const chunks = chunksOf({ ...settings, maxChars }, messages)
          expect(chunks.flatMap((chunk) => chunk.messages)).toEqual(messages)
          for (const { messages: part, chars } of chunks) {
            expect(part.length === 1 || chars <= maxChars).toBe(true)
          }
        },
      ),
    )
  })
})
