import { expect, it } from 'vitest'
import { gapIn } from '../../src/capture/gaps.ts'
import { GapSettings } from '../../src/capture/settings.ts'

const settings = GapSettings.parse({})
const asked = {
  text: 'How do we rotate the signing keys of the payment service?',
  candidates: 4,
  served: 0,
  isEmpty: false,
}

it('G-11 a real question without an answer is a gap', () => {
  const gap = gapIn(settings, asked)
  expect(gap?.topic).toEqual(
    expect.arrayContaining(['rotate', 'signing', 'keys', 'payment', 'service']),
  )
  expect(gap?.snippet).toBe(asked.text)
})

it.each([
  ['something was served', { served: 1 }],
  ['memory is empty', { isEmpty: true }],
  ['nothing was asked', { text: 'ok, go ahead' }],
  ['it is a slash command', { text: '/clear all the conversation history now' }],
  ['it is all pasted', { text: '```\nfour words of code here\n```' }],
])('G-11 no gap when %s', (_, change) => {
  expect(gapIn(settings, { ...asked, ...change })).toBeNull()
})
