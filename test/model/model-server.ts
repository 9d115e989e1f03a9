/** A model's server on this machine: it says what a test wants it to say, and notes what it was asked. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Heard {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Record<string, unknown>
}

export interface Said {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly text?: string
}

export interface ModelServer {
  readonly url: string
  readonly heard: Heard[]
}

/** `answer` is asked with each request and its number; `hang` never answers. */
export async function modelServer(
  answer: (heard: Heard, number: number) => Said | 'hang',
): Promise<ModelServer> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>
    const one = { path: request.url ?? '', headers: request.headers, body }
    heard.push(one)
    const said = answer(one, heard.length)
    if (said === 'hang') return
    response.writeHead(said.status ?? 200, {
      'content-type': 'application/json',
      ...said.headers,
    })
    response.end(said.text ?? JSON.stringify(said.json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

export const anthropicSays = (value: unknown): Said => ({
  json: {
    type: 'message',
    content: [{ type: 'text', text: JSON.stringify(value) }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 5 },
  },
})

export const openAiSays = (text: string): Said => ({
  json: {
    choices: [{ message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 25 },
  },
})
