/**
 * A small embedding server on this machine: it speaks both dialects, and misbehaves on demand. Its
 * vectors count letters, so that the same text has the same vector and others have others.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Seen {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: Record<string, unknown>
}

interface Given {
  readonly status?: number
  readonly location?: string
  readonly json?: unknown
  readonly text?: string
}

export type Answer = (seen: Seen) => Given | 'hang'

export interface FakeServer {
  readonly url: string
  readonly seen: Seen[]
  close(): Promise<void>
}

export const FAKE_DIMS = 32

export async function fakeServer(answer: Answer = bothDialects): Promise<FakeServer> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const asked = await seenIn(request)
    seen.push(asked)
    const given = answer(asked)
    if (given !== 'hang') reply(response, given)
  })
  // On a busy machine the default of five seconds ends a connection that is about to be used again.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One that is gone when the test is. */
export async function fakeServerForTest(answer?: Answer): Promise<FakeServer> {
  const server = await fakeServer(answer)
  onTestFinished(() => server.close())
  return server
}

export function bothDialects({ path, body }: Seen): ReturnType<Answer> {
  const inputs = (body.input ?? []) as string[]
  if (inputs.some((text) => text === '')) return { status: 400, text: 'empty input' }
  const vectors = inputs.map(letterVector)
  if (path === '/api/tags') return { json: { models: [{ name: 'all-minilm:latest' }] } }
  if (path === '/api/show') return { json: { model_info: { 'bert.embedding_length': FAKE_DIMS } } }
  if (path === '/api/embed') return { json: { embeddings: vectors } }
  if (path === '/v1/embeddings') {
    const data = vectors.map((embedding, index) => ({ index, embedding }))
    return { json: { data: data.reverse() } } // any order is allowed
  }
  return { status: 404, text: 'no such path' }
}

function letterVector(text: string): number[] {
  const vector = new Array<number>(FAKE_DIMS).fill(0.01)
  for (const character of text) {
    const place = (character.codePointAt(0) ?? 0) % FAKE_DIMS
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}

async function seenIn(request: IncomingMessage): Promise<Seen> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    authorization: request.headers.authorization,
    body: text === '' ? {} : JSON.parse(text),
  }
}

function reply(response: ServerResponse, given: Given): void {
  response.statusCode = given.status ?? 200
  if (given.location) response.setHeader('location', given.location)
  response.end(given.text ?? JSON.stringify(given.json))
}
