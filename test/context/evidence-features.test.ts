import { expect, it } from 'vitest'
import { promptFeatures } from '../../src/context/evidence/features.ts'
import { languageOf } from '../../src/context/evidence/languages.ts'
import { type EvidenceUnit, scoreUnit } from '../../src/context/evidence/unit.ts'

const english = languageOf(['the', 'retries'], 'the retries')

function unitOf(source: string, change: Partial<EvidenceUnit> = {}): EvidenceUnit {
  const text = change.text ?? 'The client gives up after seven attempts'
  return {
    ...{ kind: 'session', source, message: source, role: 'user', turn: 2 },
    ...{ at: '2026-01-05T10:00:00.000Z', text, start: 0, end: text.length },
    ...change,
  }
}

it('M-32 what is quoted stands out from the rest of the history, not from itself', () => {
  const measured = { words: 0.5, meaning: 0.5, surroundings: 0.4 }
  const [lead, second] = ['a', 'b'].map((each) => scoreUnit(english, unitOf(each), measured))
  if (lead === undefined || second === undefined) throw new Error('two units were made')
  const asked: string[][] = []
  const prominenceOf = (quotes: readonly (typeof lead)[]) =>
    promptFeatures(
      {
        words: { language: english, tokens: ['attempt'] },
        units: [lead, second],
        chosen: { lead, quotes },
        nearness: 1,
      },
      {
        rarities: [1],
        isKnown: [true],
        spreadBeside: (sources) => {
          asked.push([...sources])
          return { mean: 0.3 - 0.1 * sources.size, deviation: 0.07 }
        },
      },
    ).prominence
  expect(prominenceOf([lead])).toBeCloseTo(2)
  expect(prominenceOf([lead, second])).toBeCloseTo(3)
  expect(asked).toEqual([['a'], ['a', 'b']])
})

it('M-31 a commit that lays something down counts as a sentence that does', () => {
  const measured = { words: 0, meaning: 0, surroundings: 0 }
  const priorOf = (change: Partial<EvidenceUnit>) =>
    scoreUnit(english, unitOf('a', change), measured).parts.prior
  const rule = 'Keep seven attempts: never round it up to eight'
  const commit = { kind: 'commit', role: 'author', turn: 0 } as const
  expect(priorOf({ ...commit, text: rule })).toBe(priorOf({ text: rule }))
  expect(priorOf({ ...commit, text: rule })).toBeGreaterThan(0)
  expect(priorOf({ ...commit, text: 'Bump the version of the linter' })).toBe(0)
  expect(priorOf({ text: rule, role: 'assistant' })).toBe(0)
})
