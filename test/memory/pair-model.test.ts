/** M-10. The fitted judgement of two short statements, by words alone, on the pairs it was fitted on. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isOneMemory, type Judgement, judgePair } from '../../src/memory/judge-pair.ts'
import { titleFrom } from '../../src/memory/normalise.ts'
import type { PairFeatures } from '../../src/memory/pair-features.ts'
import { decideRelation, type PairOrders } from '../../src/memory/pair-model.ts'

interface Pair {
  readonly relation: Judgement['relation']
  readonly older: { readonly type: string; readonly content: string }
  readonly newer: { readonly type: string; readonly content: string }
}

const folder = fileURLToPath(new URL('../../bench/fixtures', import.meta.url))
const pairs = readdirSync(folder)
  .filter((name) => name.startsWith('pairs-'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  .map((line): Pair => JSON.parse(line))

function judged(relation: Pair['relation'], isForward = true): Judgement[] {
  const claim = ({ type, content }: Pair['older']) => ({ title: titleFrom(content), content, type })
  return pairs
    .filter((pair) => pair.relation === relation)
    .map(({ older, newer }) =>
      isForward ? judgePair(claim(newer), claim(older)) : judgePair(claim(older), claim(newer)),
    )
}

const shareOf = (all: readonly Judgement[], is: (each: Judgement) => boolean) =>
  all.filter(is).length / all.length

describe('labelled pairs, by words alone', () => {
  it('M-10 no distinct memory is merged or replaced, in either direction', () => {
    const all = [...judged('distinct'), ...judged('distinct', false)]
    const gone = all.filter((each) => isOneMemory(each) || each.relation === 'corrected')
    expect(gone).toEqual([])
  })

  it('M-10 no two that contradict each other are one memory', () => {
    const all = [...judged('contradicts'), ...judged('contradicts', false)]
    expect(all.filter(isOneMemory)).toEqual([])
  })

  it('M-10 the same is the same, and most corrections are seen', () => {
    expect(shareOf(judged('same'), isOneMemory)).toBe(1)
    expect(
      shareOf(judged('corrected'), ({ relation }) => relation === 'corrected'),
    ).toBeGreaterThan(0.8)
  })
})

describe('what the model decides', () => {
  /** Two weights, so that the probabilities can be computed by hand. */
  const weights = { bias: [0, 0, 0], weights: { change: [2, 0, 0], cosine: [0, 0, 3] } }
  const distinct = { relation: 'distinct', reason: 'too little in common' } as const
  const both = (features: PairFeatures): PairOrders => ({ features, reversed: () => features })
  const told = { change: 1, coverOlder: 1, hasMeaning: 1, cosine: 0 }

  it('M-10 a change that is told replaces: e² of e² + 3 is 0.71', () => {
    expect(decideRelation(both(told), distinct, weights).relation).toBe('corrected')
  })

  it.each(['narrowed', 'otherKind', 'scoped', 'adds', 'history'])(
    'M-10 not where it is %s',
    (feature) => {
      const found = decideRelation(both({ ...told, [feature]: 1 }), distinct, weights)
      expect(found.relation).toBe('contradicts')
    },
  )

  it('M-10 near in meaning is for a person to decide: e³ of e³ + 3 is 0.87', () => {
    const near = { hasMeaning: 1, cosine: 1 }
    expect(decideRelation(both(near), distinct, weights).relation).toBe('restated')
  })

  it('M-10 what cannot be one in other words is no restatement: e³ of e³ + 3 goes, two of three disagree', () => {
    const firm = { ...distinct, isFirm: true }
    const near = { hasMeaning: 1, cosine: 1 }
    expect(decideRelation(both(near), firm, weights).relation).toBe('contradicts')
    // By words alone nobody knows how near they are.
    expect(decideRelation(both({ cosine: 1 }), firm, weights).relation).toBe('distinct')
  })

  it('M-10 whether two disagree does not depend on which came first', () => {
    const sided = { bias: [0, 0, 0], weights: { swaps: [0, 2, 0], missing: [0, -2, 0] } }
    const [one, other] = [
      { hasMeaning: 1, swaps: 1 },
      { hasMeaning: 1, missing: 1 },
    ]
    const relations = [
      { features: one, reversed: () => other },
      { features: other, reversed: () => one },
    ].map((orders) => decideRelation(orders, distinct, sided).relation)
    // e² of e² + 3 is 0.71 and e⁻² of e⁻² + 3 is 0.04, beside 0.25 for what may be corrected.
    expect(relations).toEqual(['contradicts', 'contradicts'])
  })
})
