/** G-09. Answers from the Anthropic Messages interface. */
import * as z from 'zod'
import { MnemeError } from '../errors.ts'
import { withoutTrailingSlashes } from '../text/trailing-slashes.ts'
import { withinDeadline } from './deadline.ts'
import { jsonInText } from './json-in-text.ts'
import { type KeyEnvironment, keyFrom } from './key.ts'
import type { Answer, LanguageModel, Question } from './model.ts'
import { type ModelRequest, refusal, requestAnswer } from './request.ts'
import type { ModelSettings } from './settings.ts'

const SERVER = 'The Anthropic interface'
const DEFAULT_URL = 'https://api.anthropic.com'
const DEFAULT_MODEL = 'claude-haiku-5-5'
const DEFAULT_KEY = 'ANTHROPIC_API_KEY'

const Message = z.object({
  content: z.array(
    z.object({ type: z.string(), text: z.string().optional(), input: z.unknown().optional() }),
  ),
  stop_reason: z.string().nullable().optional(),
  usage: z
    .object({
      input_tokens: z.number().optional(),
      output_tokens: z.number().optional(),
      cache_creation_input_tokens: z.number().nullable().optional(),
      cache_read_input_tokens: z.number().nullable().optional(),
    })
    .optional(),
})

/** Ways to ask for JSON, the surest first; gateways and older models know only the second. */
const SHAPES: readonly ((question: Question) => object)[] = [
  ({ schema }) => ({ output_config: { format: { type: 'json_schema', schema } } }),
  ({ schema, name }) => ({
    tools: [{ name, description: 'Takes the answer.', input_schema: schema }],
    tool_choice: { type: 'tool', name },
  }),
]

export function openAnthropic(
  settings: ModelSettings,
  env: KeyEnvironment,
  random: () => number,
): LanguageModel {
  const model = settings.name ?? DEFAULT_MODEL
  const url = `${withoutTrailingSlashes(settings.baseUrl ?? DEFAULT_URL)}/v1/messages`
  let shape = 0
  return {
    id: `anthropic:${model}`,
    ask: (question) =>
      withinDeadline(settings, SERVER, question.signal, async (signal) => {
        const key = keyFrom(env, settings.apiKeyEnv ?? DEFAULT_KEY, SERVER)
        for (; ; shape++) {
          const request: ModelRequest = {
            url,
            headers: { 'x-api-key': key, 'anthropic-version': settings.apiVersion },
            body: {
              model,
              max_tokens: question.maxOutputTokens,
              system: question.system,
              messages: [{ role: 'user', content: question.user }],
              ...SHAPES[shape]?.(question),
            },
            server: SERVER,
            key,
            retries: settings.retries,
            signal,
            random,
          }
          const reply = await requestAnswer(request)
          if (reply.kind === 'answer') return answerIn(reply.value)
          if (reply.status !== 400 || shape >= SHAPES.length - 1) {
            throw refusal(request, reply.status, reply.said)
          }
        }
      }),
  }
}

function answerIn(value: unknown): Answer {
  const message = Message.safeParse(value)
  if (!message.success) throw garbage('an answer of the wrong shape', message.error)
  const { content, stop_reason, usage } = message.data
  if (stop_reason === 'max_tokens') throw garbage('a truncated answer: it was too long')
  if (stop_reason === 'refusal') throw garbage('a refusal to answer')
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  const answer = content.find(({ type }) => type === 'tool_use')?.input ?? jsonInText(text)
  if (answer === undefined) throw garbage('no JSON')
  const read = usage && [
    usage.input_tokens,
    usage.cache_creation_input_tokens,
    usage.cache_read_input_tokens,
  ]
  return {
    value: answer,
    inputTokens: read ? read.reduce<number>((sum, each) => sum + (each ?? 0), 0) : null,
    outputTokens: usage?.output_tokens ?? null,
  }
}

function garbage(what: string, cause?: unknown): MnemeError {
  return new MnemeError('unavailable', `${SERVER} gave ${what}`, { cause })
}
