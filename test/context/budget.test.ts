import { describe, expect, it } from 'vitest'
import { fitsIn, pack } from '../../src/context/budget.ts'
import { compose } from '../../src/context/compose.ts'
import { FORMATS } from '../../src/context/render.ts'
import { approximateCounter, loadTokenCounter } from '../../src/text/token-count.ts'
import { fc } from '../support/property.ts'
import {
  candidate,
  composed,
  everything,
  indexOf,
  memory,
  NOW,
  nothing,
  settings,
  somewhere,
  withContext,
} from './fixtures.ts'

const render = (body: string) => body
const together = (texts: readonly string[]) => texts.join('\n')
const packed = (
  tokens: number,
  bodies: readonly (readonly [whole: string, passage?: string])[],
  bestAlways = true,
) => {
  const packables = bodies.map(([whole, passage], item) => ({
    item,
    whole,
    passage: passage ?? null,
    render,
  }))
  const options = { room: { tokens, bytes: 24_000 }, together, places: 9, bestAlways }
  return pack(approximateCounter, options, packables)
}

describe('H-03 packing', () => {
  it('bytes are a limit beside tokens', () => {
    const oneToken = { count: () => 1 }
    const fits = (bytes: number) => fitsIn(oneToken, { tokens: 5, bytes }, 'größe')
    expect([fits(7), fits(6)]).toEqual([true, false])
    expect(fitsIn(oneToken, { tokens: 0, bytes: 100 }, 'x')).toBe(false)
  })

  it('takes the whole, else the best passage, else the next', () => {
    const { packed: taken, skipped } = packed(10, [
      ['a'.repeat(16)],
      ['b'.repeat(90), 'b'.repeat(12)],
      ['c'.repeat(90), 'c'.repeat(50)],
      ['d'.repeat(4)],
    ])
    expect(taken.map((one) => [one.item, one.form])).toEqual([
      [0, 'whole'],
      [1, 'passage'],
      [3, 'whole'],
    ])
    expect(skipped).toEqual([2])
  })

  it('admits the single best, cut at a word', () => {
    const { packed: taken } = packed(5, [['one two three four five six seven']])
    expect(taken.map((one) => [one.form, one.text])).toEqual([['cut', 'one two three four…']])
  })

  it('cuts nothing but the best, and nothing where it is not asked to', () => {
    expect(packed(5, [['a'], ['b '.repeat(99)]]).packed).toHaveLength(1)
    expect(packed(5, [['b '.repeat(99)]], false).packed).toEqual([])
  })

  it('never cuts a character in two', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 30 }),
        fc.integer({ min: 1, max: 6 }),
        (text, tokens) => {
          for (const one of packed(tokens, [[text]]).packed) expect(one.text).not.toMatch(/\p{Cs}/u)
        },
      ),
    )
  })
})

/** Any mixture of memories, long and short, in any place they can stand. */
const words = fc.array(
  fc.constantFrom('deploy ', 'サービス', '<b>&lt; ', '\n', '🚀 ', 'lorem ipsum '),
  { maxLength: 300 },
)
const bodies = fc.array(
  words.map((some) => some.join('')),
  { maxLength: 8 },
)
const anyInput = bodies.map((all) => {
  const types = [
    'fact',
    'policy',
    'procedure',
    'negative',
    'task',
    'decision',
    'architecture',
    'preference',
  ]
  const memories = all.map((content, i) => {
    const type = types[i % types.length] ?? 'fact'
    return memory(i + 1, {
      content,
      type,
      triggers: ['deploy'],
      origin: i % 3 === 2 ? 'web' : 'user',
    })
  })
  const candidates = memories.map((one) => candidate(one, { passage: one.content.slice(0, 60) }))
  return {
    ...nothing,
    anchors: [
      { file: 'USER.md', path: 'USER.md', state: 'trusted', text: all[0] || 'me' } as const,
    ],
    globalIndex: indexOf(memories),
    standing: memories,
    recalled: candidates,
    pending: candidates.slice(3, 5),
    procedures: candidates,
    tasks: candidates,
    negatives: memories,
    lifeboat: { text: all[1] ?? '', savedAt: NOW },
  }
})

describe('H-03 nothing ever exceeds its budget', () => {
  it('with a budget asked for, in every format and part', () => {
    const options = fc.record({
      format: fc.constantFrom(...FORMATS),
      part: fc.constantFrom('all', 'stable', 'tail'),
      budgetTokens: fc.nat(600),
    } as const)
    fc.assert(
      fc.property(anyInput, options, (input, asked) => {
        const { text, tokens } = composed(input, asked)
        expect(approximateCounter.count(text)).toBeLessThanOrEqual(asked.budgetTokens)
        expect(tokens).toBe(text === '' ? 0 : approximateCounter.count(text))
      }),
      { numRuns: 150 },
    )
  })

  it('with the settings’ own budgets: layers, layer A, tail and bytes', () => {
    const figures = fc.record({
      layersTokens: fc.nat(400),
      tailTokens: fc.nat(900),
      maxBytes: fc.nat(4000),
    })
    fc.assert(
      fc.property(anyInput, figures, (input, change) => {
        const layers = withContext(change)
        const stable = composed(
          { ...input, anchors: [], globalIndex: nothing.globalIndex },
          { part: 'stable' },
          layers,
        )
        const standing = stable.text
          .slice(stable.text.indexOf('<standing>'))
          .replace(/\n<\/memory-context>$/, '')
        const used = stable.text === '' ? 0 : approximateCounter.count(standing)
        expect(used).toBeLessThanOrEqual(Math.floor(change.layersTokens * 0.6))
        const tail = composed(input, { part: 'tail' }, layers)
        expect(used + tail.tokens).toBeLessThanOrEqual(Math.max(change.tailTokens, used))
        expect(tail.bytes).toBeLessThanOrEqual(change.maxBytes)
        const layersBC = tail.decisions.filter(
          (one) => one.outcome === 'in' && ['recalled', 'procedures'].includes(one.section),
        )
        const spent = layersBC.reduce(
          (sum, one) => sum + (one.outcome === 'in' ? one.tokens : 0),
          0,
        )
        expect(used + spent).toBeLessThanOrEqual(change.layersTokens)
      }),
      { numRuns: 100 },
    )
  })

  it('H-12 with the cap of a host', () => {
    fc.assert(
      fc.property(anyInput, fc.nat(3000), fc.nat(500), (input, characters, tokens) => {
        const layers = withContext({ hostCaps: { small: { characters, tokens } } })
        for (const part of ['stable', 'tail'] as const) {
          const { text } = composed(input, { host: 'small', part }, layers)
          expect(text.length).toBeLessThanOrEqual(characters)
          if (text !== '') expect(approximateCounter.count(text)).toBeLessThanOrEqual(tokens)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('counted with the real tokenizer', async () => {
    const counter = await loadTokenCounter()
    fc.assert(
      fc.property(anyInput, fc.nat(400), (input, budgetTokens) => {
        const { text } = compose(settings, counter, input, { ...everything, budgetTokens })
        if (text !== '') expect(counter.count(text)).toBeLessThanOrEqual(budgetTokens)
      }),
      { numRuns: 25 },
    )
  })
})

it('H-03 the best is there even when others took the room before it', () => {
  const big = (number: number, change = {}) =>
    memory(number, { content: 'long words '.repeat(900), ...change })
  const { decisions } = composed({
    situation: somewhere,
    lifeboat: { text: 'saved '.repeat(2000), savedAt: NOW },
    standing: [big(1, { type: 'policy' })],
    negatives: [big(2, { type: 'negative', triggers: ['deploy'] })],
    recalled: [candidate(big(3)), candidate(big(4), { match: 0.9 })],
  })
  const outcome = Object.fromEntries(
    decisions.map((one) => [one.name, one.outcome === 'in' ? one.form : one.rule]),
  )
  expect(outcome).toEqual({
    'memory-1': 'cut',
    'memory-2': 'cut',
    'memory-3': 'cut',
    'memory-4': 'over-budget',
  })
})
