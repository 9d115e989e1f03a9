/** G-09. Answers from any server that speaks OpenAI's `/chat/completions`: Ollama, LM Studio, vLLM … */
import * as z from 'zod'
import { MnemeError } from '../errors.ts'
import { withoutTrailingSlashes } from '../text/trailing-slashes.ts'
import { withinDeadline } from './deadline.ts'
import { jsonInText } from './json-in-text.ts'
import { type KeyEnvironment, keyFrom } from './key.ts'
import type { Answer, LanguageModel, Question } from './model.ts'
import { type ModelRequest, refusal, requestAnswer } from './request.ts'
import type { ModelSettings } from './settings.ts'

const SERVER = 'The model server'
const DEFAULT_URL = 'https://api.openai.com/v1'
/** Sent to local servers without a configured key: any text will do. */
const NO_KEY = 'none'

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullable().optional() }),
        finish_reason: z.string().nullable().optional(),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .nullable()
    .optional(),
})

interface Shape {
  readonly format: (question: Question) => object
  /** Whether the prompt itself has to show the schema. */
  readonly shown: boolean
  readonly limit: 'max_tokens' | 'max_completion_tokens'
}

const bySchema = ({ name, schema }: Question) => ({
  response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } },
})
const asObject = () => ({ response_format: { type: 'json_object' } })

/** From the strictest way of asking for JSON to the simplest; a server that refuses one gets the next. */
// biome-ignore format: a table reads best in columns
const SHAPES: readonly Shape[] = [
  { format: bySchema,   shown: false, limit: 'max_completion_tokens' },
  { format: bySchema,   shown: false, limit: 'max_tokens' },
  { format: asObject,   shown: true,  limit: 'max_tokens' },
  { format: () => ({}), shown: true,  limit: 'max_tokens' },
]

export function openOpenAiCompatible(
  settings: ModelSettings,
  env: KeyEnvironment,
  random: () => number,
): LanguageModel {
  const { name: model } = settings
  const base = withoutTrailingSlashes(settings.baseUrl ?? DEFAULT_URL)
  let first = 0
  return {
    id: `openai:${model ?? '?'}`,
    ask: (question) =>
      withinDeadline(settings, SERVER, question.signal, async (signal) => {
        if (model === undefined) {
          throw new MnemeError('unavailable', 'no model is named for the model server', {
            hint: 'Name one: mneme config set model.name NAME',
          })
        }
        const key =
          settings.apiKeyEnv === undefined ? undefined : keyFrom(env, settings.apiKeyEnv, SERVER)
        let last: { request: ModelRequest; status: number; said: string } | null = null
        for (const [index, shape] of SHAPES.entries()) {
          if (index < first) continue
          const request: ModelRequest = {
            url: `${base}/chat/completions`,
            headers: { authorization: `Bearer ${key ?? NO_KEY}` },
            body: bodyOf(model, shape, question),
            server: SERVER,
            key,
            retries: settings.retries,
            signal,
            random,
          }
          const reply = await requestAnswer(request)
          if (reply.kind === 'answer') {
            first = index
            return answerIn(reply.value)
          }
          last = { request, status: reply.status, said: reply.said }
          // No server, or the model is missing: no other way of asking helps.
          if (reply.status === 404 || reply.status === 405) break
        }
        if (last === null)
          throw new MnemeError('internal', 'the server accepted none of the request formats')
        throw refusal(last.request, last.status, last.said)
      }),
  }
}

function bodyOf(model: string, shape: Shape, question: Question): object {
  const { system, user, schema, maxOutputTokens } = question
  const instructions = shape.shown
    ? `${system}\n\nAnswer with one JSON object of this schema and nothing else:\n${JSON.stringify(schema)}`
    : system
  return {
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: user },
    ],
    stream: false,
    [shape.limit]: maxOutputTokens,
    ...shape.format(question),
  }
}

function answerIn(value: unknown): Answer {
  const completion = Completion.safeParse(value)
  if (!completion.success) throw garbage('an answer of the wrong shape', completion.error)
  const { choices, usage } = completion.data
  const [choice] = choices
  if (choice?.finish_reason === 'length') throw garbage('a truncated answer: it was too long')
  const answer = jsonInText(choice?.message.content ?? '')
  if (answer === undefined) throw garbage('no JSON')
  return {
    value: answer,
    inputTokens: usage?.prompt_tokens ?? null,
    outputTokens: usage?.completion_tokens ?? null,
  }
}

function garbage(what: string, cause?: unknown): MnemeError {
  return new MnemeError('unavailable', `${SERVER} gave ${what}`, { cause })
}
