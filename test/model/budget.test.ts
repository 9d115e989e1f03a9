import { expect, it } from 'vitest'
import { type SpendStore, spentToday, troubleWith, withBudget } from '../../src/model/budget.ts'
import type { Answer, LanguageModel } from '../../src/model/model.ts'
import { ModelSettings } from '../../src/model/settings.ts'
import { testClock } from '../support/clock.ts'
import { question } from './contract.ts'

const DAY_MS = 86_400_000

/** Notes as a store keeps them: one value a key, compare-and-set. */
function purse(): SpendStore & { readonly clock: ReturnType<typeof testClock> } {
  const notes = new Map<string, string>()
  return {
    clock: testClock(),
    notes: {
      get: async (key) => notes.get(key) ?? null,
      async compareAndSet(key, expected, value) {
        if ((notes.get(key) ?? null) !== expected) return false
        notes.set(key, value)
        return true
      },
    },
  }
}

function model(answer: () => Promise<Answer>): LanguageModel & { asked: number } {
  const it = {
    id: 'test:model',
    asked: 0,
    async ask() {
      it.asked += 1
      return answer()
    },
  }
  return it
}

const answers = async (): Promise<Answer> => ({ value: {}, inputTokens: 30, outputTokens: 10 })
const fails = async (): Promise<Answer> => {
  throw new Error('no such luck')
}
const settings = (given: Partial<ModelSettings>) => ModelSettings.parse(given)

it('K-01 what a call really cost is what counts', async () => {
  const own = purse()
  const guarded = withBudget(model(answers), settings({}), own)
  await guarded.ask(question)
  await guarded.ask(question)
  expect(await spentToday(own)).toEqual({ calls: 2, tokens: 80, failures: 0, refused: 0 })
})

it('K-01 no call beyond the day, and the next day begins anew', async () => {
  const own = purse()
  const asked = model(answers)
  const guarded = withBudget(asked, settings({ dailyCalls: 2 }), own)
  await guarded.ask(question)
  await guarded.ask(question)
  await expect(guarded.ask(question)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(asked.asked).toBe(2)
  expect(await spentToday(own)).toMatchObject({ calls: 2, refused: 1 })
  own.clock.advance(DAY_MS)
  await guarded.ask(question)
  expect(asked.asked).toBe(3)
})

it('K-01 a call that could cost more than is left is not made', async () => {
  const own = purse()
  const asked = model(answers)
  // The answer alone may take 200 tokens.
  const guarded = withBudget(asked, settings({ dailyTokens: 199 }), own)
  await expect(guarded.ask(question)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(asked.asked).toBe(0)
})

it('K-01 many at once stay within the cap together', async () => {
  const own = purse()
  const asked = model(answers)
  const guarded = withBudget(asked, settings({ dailyCalls: 5 }), own)
  const all = await Promise.allSettled(Array.from({ length: 12 }, () => guarded.ask(question)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(asked.asked).toBe(5)
})

it('K-01 where nobody says what it cost, the most it could have cost is taken', async () => {
  const own = purse()
  const silent = async (): Promise<Answer> => ({ value: {}, inputTokens: null, outputTokens: null })
  await withBudget(model(silent), settings({}), own).ask(question)
  expect((await spentToday(own)).tokens).toBeGreaterThanOrEqual(question.maxOutputTokens)
})

it('G-09 a model that fails again and again is left alone for a while', async () => {
  const own = purse()
  const broken = model(fails)
  const guarded = withBudget(broken, settings({ failuresInARow: 2, pauseMinutes: 10 }), own)
  for (let i = 0; i < 4; i++) await expect(guarded.ask(question)).rejects.toThrow()
  expect(broken.asked).toBe(2)
  expect(await spentToday(own)).toMatchObject({ calls: 2, failures: 2 })
  expect((await troubleWith(own)).said).toBe('no such luck')
  own.clock.advance(11 * 60_000)
  await expect(guarded.ask(question)).rejects.toThrow('no such luck')
  expect(broken.asked).toBe(3)
})

it('G-09 one success ends the trouble', async () => {
  const own = purse()
  let works = false
  const moody = model(() => (works ? answers() : fails()))
  const guarded = withBudget(moody, settings({ failuresInARow: 2 }), own)
  await expect(guarded.ask(question)).rejects.toThrow()
  works = true
  await guarded.ask(question)
  works = false
  await expect(guarded.ask(question)).rejects.toThrow('no such luck')
  expect((await troubleWith(own)).until).toBeNull()
})
