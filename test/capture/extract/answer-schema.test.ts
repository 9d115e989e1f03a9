import { describe, expect, it } from 'vitest'
import { candidatesFromAnswer } from '../../../src/capture/extract/answer-schema.ts'
import { Candidate } from '../../../src/capture/extract/candidate.ts'
import { fc } from '../../support/property.ts'
import { agent, conversation, user } from '../conversation.ts'

const messages = conversation(user('We need exports.'), agent('Exports are streamed now.'))
const good = {
  type: 'decision',
  title: 'Exports are streamed',
  content: 'Exports are streamed because files grew beyond memory.',
  confidence: 0.9,
  reason: 'stated',
  tags: ['Export Files'],
  concepts: ['why-it-exists', 'nonsense'],
  files: ['src/export.ts'],
  steps: [],
  first_message: 1,
  last_message: 2,
}

describe('what a model may answer', () => {
  it('G-08 a good answer becomes a candidate with its messages', () => {
    const { candidates, refused } = candidatesFromAnswer({ memories: [good] }, messages)
    expect(refused).toBe(0)
    expect(candidates).toMatchObject([
      {
        type: 'decision',
        confidence: 0.9,
        messages: ['m1', 'm2'],
        concepts: ['why-it-exists'],
        origin: 'agent',
      },
    ])
    expect(candidates[0]?.tags).toContain('export-files')
  })

  it.each([
    ['another type', { type: 'banana' }],
    ['a kind that nobody knows', { type: 'prophecy' }],
    ['no title', { title: ' ' }],
    ['messages that do not exist', { last_message: 9 }],
    ['messages the wrong way round', { first_message: 2, last_message: 1 }],
    ['a procedure without steps', { type: 'procedure' }],
  ])('G-08 refuses %s and says so', (_, change) => {
    const answer = { memories: [{ ...good, ...change }, good] }
    expect(candidatesFromAnswer(answer, messages)).toMatchObject({
      candidates: [{ type: 'decision' }],
      refused: 1,
    })
  })

  it('G-08 numbers and lengths are clamped', () => {
    const wild = {
      ...good,
      confidence: 7,
      title: 'x '.repeat(500),
      content: 'y '.repeat(50_000),
      tags: Array.from({ length: 99 }, (_, i) => `t${i}`),
    }
    const [candidate] = candidatesFromAnswer({ memories: [wild] }, messages).candidates
    expect(candidate?.confidence).toBe(1)
    expect(candidate?.title.length).toBeLessThanOrEqual(120)
    expect(candidate?.content.length).toBeLessThanOrEqual(2000)
    expect(candidate?.tags.length).toBeLessThanOrEqual(12)
  })

  it('G-08 anything at all may come back', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.anything(), fc.record({ memories: fc.array(fc.anything()) })),
        (answer) => {
          for (const candidate of candidatesFromAnswer(answer, messages).candidates) {
            expect(Candidate.safeParse(candidate).success).toBe(true)
          }
        },
      ),
    )
  })
})
