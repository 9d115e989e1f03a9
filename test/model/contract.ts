/** What every provider promises, whoever is behind it. Each provider's test calls this once. */
import { describe, expect, it } from 'vitest'
import { MnemeError } from '../../src/errors.ts'
import type { LanguageModel, Question } from '../../src/model/model.ts'

export const question: Question = {
  system: 'Say what you know.',
  user: 'What do you know?',
  name: 'memories',
  schema: {
    type: 'object',
    properties: { memories: { type: 'array', items: { type: 'string' } } },
    required: ['memories'],
    additionalProperties: false,
  },
  maxOutputTokens: 200,
}

/** A provider whose other side behaves in each of these ways. */
export interface Behaviours {
  readonly answers: (value: unknown) => Promise<LanguageModel>
  readonly garbage: () => Promise<LanguageModel>
  readonly cutOff: () => Promise<LanguageModel>
  readonly hangs: () => Promise<LanguageModel>
  readonly missing: () => Promise<LanguageModel>
}

const PATIENCE_MS = 10_000

export function itIsALanguageModel(name: string, open: Behaviours): void {
  describe(`${name} is a LanguageModel`, () => {
    it('G-09 gives the answer as JSON, and what it cost', async () => {
      const model = await open.answers({ memories: ['tea', 'コーヒー'] })
      const answer = await model.ask(question)
      expect(answer.value).toEqual({ memories: ['tea', 'コーヒー'] })
      expect(answer.inputTokens).toBeGreaterThan(0)
      expect(answer.outputTokens).toBeGreaterThan(0)
    })

    it.each(['garbage', 'cutOff', 'missing'] as const)('G-09 %s is `unavailable`', async (way) => {
      const model = await open[way]()
      const thrown = await model.ask(question).catch((error: unknown) => error)
      expect(thrown).toBeInstanceOf(MnemeError)
      expect(thrown).toMatchObject({ code: 'unavailable' })
    })

    it('G-09 one that never answers is given up at the deadline', async () => {
      const model = await open.hangs()
      const start = performance.now()
      await expect(model.ask(question)).rejects.toMatchObject({ code: 'unavailable' })
      expect(performance.now() - start).toBeLessThan(PATIENCE_MS)
    })

    it('G-09 can be called off', async () => {
      const model = await open.hangs()
      const controller = new AbortController()
      const asked = model.ask({ ...question, signal: controller.signal })
      controller.abort()
      await expect(asked).rejects.toMatchObject({ code: 'unavailable' })
    })
  })
}
