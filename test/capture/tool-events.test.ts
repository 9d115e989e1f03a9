import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shortened, toolEventsOf } from '../../src/capture/tool-events.ts'
import { conversation, ran } from './conversation.ts'

it('G-04 a call is joined with its answer, and one without an answer says so', () => {
  const [first, second] = toolEventsOf(conversation(ran('a', 'x'), ran('b', 'y')).slice(0, 3))
  expect(first).toMatchObject({ result: { text: 'x' }, index: 0, answeredAt: 1 })
  expect(second).toMatchObject({ result: null, index: 2, answeredAt: 2 })
})

it('G-04 a shortened text is never longer than asked, nor half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 60 }), (text, most) => {
      const short = shortened(text, most)
      expect(short.length).toBeLessThanOrEqual(most)
      expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
    }),
  )
})
