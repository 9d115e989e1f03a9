/** One JSON request to a model's server: retries a busy one, never beyond the deadline. */
import { setTimeout as wait } from 'node:timers/promises'
import { MnemeError } from '../errors.ts'

export interface ModelRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** The provider's name, as error messages show it. */
  readonly server: string
  /** Redacted wherever the server repeats it. */
  readonly key: string | undefined
  readonly retries: number
  readonly signal: AbortSignal
  readonly random: () => number
}

type Reply =
  | { readonly kind: 'answer'; readonly value: unknown }
  /** The server does not support this kind of request; another may work. */
  | { readonly kind: 'refused'; readonly status: number; readonly said: string }

const SHOWN_CHARACTERS = 200
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 20_000
const MAX_ANSWER_CHARACTERS = 4_000_000
/** Too many requests, overloaded, or broken for the moment. */
const BUSY: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529])
/** The question's shape is not understood. */
const UNSUITABLE: ReadonlySet<number> = new Set([400, 404, 405, 415, 422, 501])

export async function requestAnswer(request: ModelRequest): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    const response = await sendRequest(request)
    if (response.ok) return { kind: 'answer', value: asJson(request, response.text) }
    const said = redactKey(request, response.text)
    if (BUSY.has(response.status) && attempt < request.retries) {
      await pause(request, response.retryAfter, attempt)
      continue
    }
    if (UNSUITABLE.has(response.status)) {
      return { kind: 'refused', status: response.status, said }
    }
    throw refusal(request, response.status, said)
  }
}

/** A refusal by every way of asking. */
export function refusal(request: ModelRequest, status: number, said: string): MnemeError {
  const about = `${request.server} refused with ${status}: ${said}`
  return new MnemeError('unavailable', about, {
    hint:
      status === 401 || status === 403
        ? 'Check the key in the environment variable that model.api_key_env names.'
        : 'Check model.name and model.base_url.',
  })
}

interface Received {
  readonly ok: boolean
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

async function sendRequest(request: ModelRequest): Promise<Received> {
  const { url, headers, body, server, signal } = request
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // K-17: a server may not redirect our texts or our key to another host.
      redirect: 'error',
      signal,
    })
    const retryAfter = response.headers.get('retry-after')
    const text = await response.text()
    return { ok: response.ok, status: response.status, retryAfter, text }
  } catch (cause) {
    if (signal.aborted) throw lateAnswer(server, cause)
    throw new MnemeError('unavailable', `${server} does not answer at ${url}`, {
      hint: 'Is it running, and is model.base_url right?',
      cause,
    })
  }
}

export function lateAnswer(server: string, cause: unknown): MnemeError {
  return new MnemeError('unavailable', `${server} gave no answer in time`, {
    hint: 'Give it longer with model.timeout_seconds, or ask a faster model.',
    cause,
  })
}

async function pause(request: ModelRequest, asked: string | null, attempt: number): Promise<void> {
  const askedMs = Number(asked) * 1000
  const ownMs = FIRST_WAIT_MS * 2 ** attempt * (1 + request.random())
  const ms = asked !== null && Number.isFinite(askedMs) && askedMs > 0 ? askedMs : ownMs
  try {
    await wait(Math.min(ms, MAX_WAIT_MS), undefined, { signal: request.signal })
  } catch (cause) {
    throw lateAnswer(request.server, cause)
  }
}

function asJson(request: ModelRequest, text: string): unknown {
  try {
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('the answer is too long')
    return JSON.parse(text)
  } catch (cause) {
    throw new MnemeError(
      'unavailable',
      `${request.server} answered with something else than JSON`,
      {
        hint: 'Check model.base_url.',
        cause,
      },
    )
  }
}

function redactKey({ key }: ModelRequest, text: string): string {
  const said = key === undefined || key === '' ? text : text.replaceAll(key, '…') // some echo the key
  return said.slice(0, SHOWN_CHARACTERS).trim()
}
