import { describe, expect, it } from 'vitest'
import { STRETCH_TURNS, stretchesOf, type Turn } from '../../src/sessions/stretches.ts'
import { fc } from '../support/property.ts'

function short(count: number): Turn[] {
  return Array.from({ length: count }, (_, i) => ({ id: `m${i}`, speaker: 'user', text: `t${i}` }))
}

function ends(turns: readonly Turn[]) {
  return stretchesOf(turns).map(({ fromMessage, toMessage }) => [fromMessage, toMessage])
}

describe('stretchesOf', () => {
  it.each([
    { turns: 0, expected: [] },
    { turns: 1, expected: [['m0', 'm0']] },
    { turns: 8, expected: [['m0', 'm7']] },
    {
      turns: 9,
      expected: [
        ['m0', 'm7'],
        ['m4', 'm8'],
      ],
    },
    {
      turns: 16,
      expected: [
        ['m0', 'm7'],
        ['m4', 'm11'],
        ['m8', 'm15'],
      ],
    },
  ])('F-02 $turns short turns go eight at a time, stepping by four', ({ turns, expected }) => {
    expect(ends(short(turns))).toEqual(expected)
  })

  it('F-02 a passage of a long message has one neighbour on each side', () => {
    const [a, b] = short(2)
    const paragraph = (word: string) => `${word.repeat(150)}\n\n`
    const long = {
      id: 'long',
      speaker: 'assistant',
      text: ['AAAA', 'BBBB', 'CCCC'].map(paragraph).join(''),
    }
    const found = stretchesOf([a as Turn, long, b as Turn])
    const passages = found.filter((one) => /A{9}|B{9}|C{9}/.test(one.text))
    expect(passages).toHaveLength(3)
    expect(passages[0]).toMatchObject({ fromMessage: 'm0', toMessage: 'long' })
    expect(passages[0]?.text).toMatch(/^user: t0\nassistant: A+\nassistant: B+$/)
    expect(passages[2]).toMatchObject({ fromMessage: 'long', toMessage: 'm1' })
  })

  it('F-02 every message that says something is in a stretch', () => {
    const turn = fc.record({
      id: fc.uuid(),
      speaker: fc.constantFrom('user', 'assistant'),
      text: fc.oneof(fc.string({ maxLength: 20 }), fc.string({ minLength: 801, maxLength: 3000 })),
    })
    fc.assert(
      fc.property(fc.uniqueArray(turn, { maxLength: 30, selector: (one) => one.id }), (turns) => {
        const said = turns.filter((one) => one.text.trim() !== '')
        const order = new Map(said.map((one, index) => [one.id, index]))
        const covered = new Set<number>()
        for (const { fromMessage, toMessage } of stretchesOf(turns)) {
          const from = order.get(fromMessage) ?? -1
          const to = order.get(toMessage) ?? -1
          expect(from).toBeLessThanOrEqual(to)
          expect(to - from).toBeLessThan(STRETCH_TURNS)
          for (let i = from; i <= to; i++) covered.add(i)
        }
        expect(covered.size).toBe(said.length)
      }),
      { numRuns: 50 },
    )
  })
})
