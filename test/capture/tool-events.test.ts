import { expect, it } from 'vitest'
import { toolEventsOf } from '../../src/capture/tool-events.ts'
import { conversation, ran } from './conversation.ts'

it('G-04 a call is joined with its answer, and one without an answer says so', () => {
  const [first, second] = toolEventsOf(conversation(ran('a', 'x'), ran('b', 'y')).slice(0, 3))
  expect(first).toMatchObject({ result: { text: 'x' }, index: 0, answeredAt: 1 })
  expect(second).toMatchObject({ result: null, index: 2, answeredAt: 2 })
})
