import { describe, expect, it } from 'vitest'
import { withClosingReply } from '../../src/context/evidence/choose.ts'
import { quoteOf } from '../../src/context/evidence/quote.ts'
import type { EvidenceUnit, ScoredUnit } from '../../src/context/evidence/unit.ts'

function unitOf(text: string, sentence: string, change: Partial<EvidenceUnit> = {}): EvidenceUnit {
  const start = text.indexOf(sentence)
  return {
    ...{ kind: 'session', source: 's1', message: 'm1', role: 'assistant', turn: 1 },
    ...{ at: '2026-01-05T10:00:00.000Z', text, start, end: start + sentence.length },
    ...change,
  }
}

/** One sentence that does not fit. */
const LONG = `It was measured on ${'the small machine and on the large one and on '.repeat(9)}both.`

describe('M-34 where a quote ends', () => {
  it('between two words', () => {
    const text = `The limit ${'of the queue '.repeat(30)}is ten.`
    const { text: quote } = quoteOf(unitOf(text, text))
    expect(quote).toMatch(/(?:of|the|queue)…$/)
    expect(quote.length).toBeLessThanOrEqual(280)
  })

  it('before a sentence that announces what is no longer quoted', () => {
    const text = `We count in Python, not in SQL. Let me fix both:\n\n${LONG}`
    const settled = 'We count in Python, not in SQL.'
    expect(quoteOf(unitOf(text, settled), false).text).toBe(settled)
  })

  it('within what is announced, if the quote is the announcement', () => {
    const text = `${LONG} There are two cases:\n\n${LONG}`
    const { text: quote } = quoteOf(unitOf(text, 'There are two cases:'), false)
    expect(quote).toMatch(/^There are two cases:\n\nIt was measured on .*\w…$/)
  })

  it('and that it does not begin with what ended the sentence before', () => {
    const text = `${LONG}\n. Run the specs before every push.`
    expect(quoteOf(unitOf(text, '. Run the specs before every push.')).text).toBe(
      'Run the specs before every push.',
    )
  })
})

it.each(['Should the bare domain match too?', 'Let me run the tests:'])(
  'M-34 what asks or announces closes nothing: %s',
  (open) => {
    const scored = (score: number, unit: EvidenceUnit): ScoredUnit => ({
      unit,
      measured: { words: 0, meaning: null, surroundings: 0 },
      parts: { words: 0, meaning: 0, surroundings: 0, prior: 0, source: 0 },
      score,
    })
    const lead = scored(1, unitOf('One label only.', 'One label only.', { role: 'user', turn: 0 }))
    const asks = scored(0.9, unitOf(open, open, { message: 'm2' }))
    const settles = scored(0.6, unitOf('One label it is.', 'One label it is.', { message: 'm3' }))
    expect(withClosingReply({ lead, quotes: [lead] }, [asks, settles]).quotes).toEqual([
      lead,
      settles,
    ])
    expect(withClosingReply({ lead, quotes: [lead] }, [asks]).quotes).toEqual([lead])
  },
)
