/**
 * A stand-in for the model APIs that hosts speak (Messages, Responses, Chat Completions, Gemini), on
 * loopback: answers every request with a short text and keeps what the model would have read.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface StandIn {
  readonly url: string
  /** The bodies of the requests for a model's answer, in order. */
  readonly requests: string[]
  /** What is asked for from now on; everything before is forgotten. */
  forget(): void
}

export async function standInApi(answer = 'Understood.'): Promise<StandIn> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    void handle(request, response, requests, answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, forget: () => requests.splice(0) }
}

/**
 * How often the words are in the request that asks the question. Beside the turn itself some hosts ask for
 * a title or their own notes, without hooks: the turn is the longest.
 */
export function timesInTurn({ requests }: StandIn, question: string, words: string): number {
  const asked = requests.filter((body) => body.includes(question))
  if (asked.length === 0) throw new Error(`no request asks ${JSON.stringify(question)}`)
  const times = (body: string) => body.split(words).length - 1
  const turn = asked.reduce((longest, body) => (body.length > longest.length ? body : longest))
  const most = Math.max(...asked.map(times))
  if (most > times(turn)) throw new Error(`a request beside the turn has it ${most} times`)
  return times(turn)
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  requests: string[],
  answer: string,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  const body = Buffer.concat(parts).toString('utf8')
  const path = (request.url ?? '').split('?')[0]
  if (path === '/v1/messages/count_tokens') return json(response, { input_tokens: 10 })
  if (path === '/v1/messages') {
    requests.push(body)
    const { stream, model } = JSON.parse(body) as { stream?: boolean; model: string }
    return stream
      ? claudeStream(response, model, answer)
      : json(response, claudeMessage(model, answer))
  }
  if (path === '/v1/responses') {
    requests.push(body)
    return codexStream(response, answer)
  }
  if (path === '/v1/chat/completions') {
    requests.push(body)
    const { stream, model } = JSON.parse(body) as { stream?: boolean; model: string }
    return stream
      ? completionStream(response, model, answer)
      : json(response, completion(model, answer))
  }
  if (path?.startsWith('/v1beta/models/')) {
    if (path.endsWith(':countTokens')) return json(response, { totalTokens: 10 })
    requests.push(body)
    return path.endsWith(':streamGenerateContent')
      ? dataLines(response, [geminiAnswer(answer)])
      : json(response, geminiAnswer(answer))
  }
  response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

const USAGE = { input_tokens: 10, output_tokens: 5 }

function claudeMessage(model: string, text: string) {
  return {
    id: `msg_${Math.random().toString(36).slice(2)}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: USAGE,
  }
}

function claudeStream(response: ServerResponse, model: string, text: string): void {
  const message = { ...claudeMessage(model, text), content: [], stop_reason: null }
  events(response, [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: USAGE,
    },
    { type: 'message_stop' },
  ])
}

function codexStream(response: ServerResponse, text: string): void {
  const id = `resp_${Math.random().toString(36).slice(2)}`
  const item = {
    type: 'message',
    id: `msg_${id}`,
    role: 'assistant',
    content: [{ type: 'output_text', text }],
  }
  const usage = {
    input_tokens: 10,
    input_tokens_details: null,
    output_tokens: 5,
    output_tokens_details: null,
    total_tokens: 15,
  }
  events(response, [
    { type: 'response.created', response: { id } },
    { type: 'response.output_item.done', item },
    { type: 'response.completed', response: { id, usage } },
  ])
}

function completion(model: string, content: string) {
  const message = { role: 'assistant', content }
  return {
    id: `chatcmpl-${Math.random().toString(36).slice(2)}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }
}

function completionStream(response: ServerResponse, model: string, content: string): void {
  const { choices: _whole, usage, ...head } = completion(model, content)
  const chunk = (choices: readonly object[], more: object = {}) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices,
    ...more,
  })
  dataLines(response, [
    chunk([{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    chunk([], { usage }),
    '[DONE]',
  ])
}

function geminiAnswer(text: string) {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  }
}

function dataLines(response: ServerResponse, lines: readonly (object | string)[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const line of lines) {
    response.write(`data: ${typeof line === 'string' ? line : JSON.stringify(line)}\n\n`)
  }
  response.end()
}

type ApiEvent = { readonly type: string } & Readonly<Record<string, unknown>>

function events(response: ServerResponse, list: readonly ApiEvent[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of list)
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
}
