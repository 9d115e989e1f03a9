/** A language model, as the engine asks for one: a question, the shape of the answer, and a limit. */

/** Each sentence here is a test in test/model/contract.ts, for every provider. */
export interface LanguageModel {
  /** Provider and model, for people and for the journal: `anthropic:claude-haiku-5-5`. */
  readonly id: string
  /**
   * The answer as JSON, which is untrusted: it may be of any shape. Whatever goes wrong, from a
   * missing program to half an answer, rejects with `unavailable`, and never later than the deadline.
   */
  ask(question: Question): Promise<Answer>
}

export interface Question {
  readonly system: string
  readonly user: string
  /** A JSON Schema with `additionalProperties: false` and every property required. */
  readonly schema: AnswerSchema
  /** Of the answer, a word: `memories`. */
  readonly name: string
  readonly maxOutputTokens: number
  readonly signal?: AbortSignal | undefined
}

export type AnswerSchema = Readonly<Record<string, unknown>>

export interface Answer {
  readonly value: unknown
  /** As the provider counted them; null where it does not say. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}
