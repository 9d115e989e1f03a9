/**
 * Reads request bodies up to a limit. A body that is still arriving holds no place that another request could
 * use; when too many arrive at once, the slowest is dropped.
 */
import { MnemeError } from '../../errors.ts'
import { type CallTurns, isLargeBody, LARGE, openCallTurns } from '../call-turns.ts'

interface Bodies {
  /** Parsed; undefined when there is none. */
  json(request: Request): Promise<unknown>
  /** The same request with its body in memory. */
  whole(request: Request): Promise<Request>
}

interface BodyLimits {
  readonly maxBytes: number
  /** How many bodies may arrive at once. */
  readonly maxAtOnce: number
  readonly maxMs?: number
  /** Default: a queue of its own. */
  readonly turns?: CallTurns
}

const MAX_MS = 30_000

export function openBodies({
  maxBytes,
  maxAtOnce,
  maxMs = MAX_MS,
  turns = openCallTurns(),
}: BodyLimits): Bodies {
  /** In order of arrival. */
  const arriving = new Set<AbortController>()
  const read = async (request: Request): Promise<string> => {
    // Before its body is touched: a connection whose body was started and not read cannot be
    // reused.
    if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
    const [oldest] = arriving
    if (oldest !== undefined && arriving.size >= maxAtOnce) {
      arriving.delete(oldest)
      oldest.abort()
    }
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), maxMs)
    arriving.add(stop)
    try {
      return await textBody(request, maxBytes, stop.signal)
    } finally {
      clearTimeout(timer)
      arriving.delete(stop)
    }
  }
  return {
    async json(request) {
      const json = async () => parseBody(await read(request))
      return isLarge(request) ? turns.take(LARGE, json) : json()
    },
    async whole(request) {
      const body = await (isLarge(request) ? turns.take(LARGE, () => read(request)) : read(request))
      const { url, method, headers } = request
      return new Request(url, { method, headers, ...(body === '' ? {} : { body }) })
    },
  }
}

/** From the headers alone: touching the body would start reading it. */
function isLarge({ headers }: Request): boolean {
  const hasBody = headers.has('content-length') || headers.has('transfer-encoding')
  return hasBody && isLargeBody(headers.get('content-length'))
}

function parseBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new MnemeError('invalid_input', 'the body is not valid JSON', { cause })
  }
}

async function textBody(request: Request, mostBytes: number, signal: AbortSignal): Promise<string> {
  if (!request.body) return ''
  const reader = request.body.getReader()
  const chunks: Uint8Array[] = []
  let bytes = 0
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(tooSlow()), { once: true })
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), givenUp])
      if (done) break
      bytes += value.byteLength
      if (bytes > mostBytes) throw tooLarge(mostBytes)
      chunks.push(value)
    }
  } catch (thrown) {
    if (thrown instanceof MnemeError) throw thrown
    throw new MnemeError('invalid_input', 'the request ended before its body did', {
      cause: thrown,
    })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new MnemeError('invalid_input', 'the body is not valid UTF-8', { cause })
  }
}

function tooLarge(mostBytes: number): MnemeError {
  const most = (mostBytes / 1_000_000).toFixed(mostBytes < 10_000_000 ? 2 : 0)
  return new MnemeError('too_large', `the request is larger than ${most} MB`, {
    hint: 'Give it in smaller pieces, or raise http.max_body_megabytes.',
  })
}

function tooSlow(): MnemeError {
  return new MnemeError('rate_limited', 'the body of this request arrives too slowly', {
    hint: 'Send it again, in one go.',
  })
}
