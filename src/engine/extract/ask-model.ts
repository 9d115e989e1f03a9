/** G-08, G-09. Asks the model what to remember. Its answer is untrusted; a missing answer is not an error. */
import * as z from 'zod'
import { AnsweredMemory, candidatesFromAnswer } from '../../capture/extract/answer-schema.ts'
import type { Candidate } from '../../capture/extract/candidate.ts'
import { extractionPrompt } from '../../capture/extract/prompt.ts'
import type { AnswerSchema } from '../../model/model.ts'
import type { Message } from '../../sessions/message.ts'
import type { Engine } from '../engine.ts'

export interface ModelFindings {
  readonly candidates: readonly Candidate[]
  /** For each candidate, the shown findings (counted from 1) that it rewords or joins. */
  readonly replaces: ReadonlyMap<Candidate, readonly number[]>
  /** Entries that did not fit the schema. */
  readonly refused: number
  /** Why there is no answer; then only the rules extract. */
  readonly failure: string | null
}

/** Null when no model is configured: then nothing is sent anywhere (K-01). */
export async function proposals(
  engine: Engine,
  messages: readonly Message[],
  known: readonly Candidate[],
  signal: AbortSignal | undefined,
): Promise<ModelFindings | null> {
  if (engine.model === null) return null
  const { extraction, model } = engine.config
  const prompt = extractionPrompt(extraction, extraction.maxChars, messages, known)
  try {
    const { value } = await engine.model.ask({
      ...prompt,
      schema: answerSchema(),
      name: 'memories',
      maxOutputTokens: model.maxOutputTokens,
      signal,
    })
    return { ...candidatesFromAnswer(value, messages), failure: null }
  } catch (thrown) {
    const failure = thrown instanceof Error ? thrown.message : String(thrown)
    return { candidates: [], replaces: new Map(), refused: 0, failure }
  }
}

/** Strict servers want every property required and none beside them. */
function answerSchema(): AnswerSchema {
  const Entry = z.strictObject(
    Object.fromEntries(
      Object.entries(AnsweredMemory.shape).map(([name, field]) => [name, withoutDefault(field)]),
    ),
  )
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject({ memories: z.array(Entry) }), {
    io: 'output',
    unrepresentable: 'any',
  })
  return schema
}

function withoutDefault(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field
}
