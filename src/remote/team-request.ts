/** One request to a team's server: its answer, or what is wrong in our own words. */
import * as z from 'zod'
import { FAILURES, type FailureCode, MnemeError } from '../errors.ts'
import { withoutTrailingSlashes } from '../text/trailing-slashes.ts'

export interface Reaching {
  readonly server: string
  readonly token: string | null
  readonly timeoutMs: number
}

const Problem = z.object({
  code: z.string(),
  detail: z.string(),
  hint: z.string().optional(),
})

export async function requestTeam<T>(
  { server, token, timeoutMs }: Reaching,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  schema: z.ZodType<T>,
  body?: unknown,
): Promise<T> {
  let response: Response
  let text: string
  try {
    response = await fetch(`${server}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error', // A token is for the server it was given for.
    })
    text = await response.text()
  } catch (cause) {
    throw unreachable(server, cause)
  }
  if (!response.ok) throw refusal(server, response.status, text)
  const answer = schema.safeParse(parsedJson(text))
  if (answer.success) return answer.data
  throw new MnemeError(
    'unavailable',
    `${server} answers, but not as a team’s server of mneme does`,
    {
      hint: 'Check the address; a newer server may need a newer mneme here.',
      cause: answer.error,
    },
  )
}

function refusal(server: string, status: number, text: string): MnemeError {
  const problem = Problem.safeParse(parsedJson(text))
  if (problem.success && isCode(problem.data.code)) {
    const { code, detail, hint } = problem.data
    return new MnemeError(code, detail, hint === undefined ? {} : { hint })
  }
  return new MnemeError('unavailable', `${server} answered ${status}`, {
    hint: 'Is this the address of a team’s server? A proxy before it may be what answers.',
  })
}

function isCode(code: string): code is FailureCode {
  return Object.hasOwn(FAILURES, code)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // reported by the caller that needed it
  }
}

function unreachable(server: string, cause: unknown): MnemeError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const why = inner instanceof Error ? inner.message || inner.name : String(inner)
  return new MnemeError('unavailable', `the team’s server ${server} cannot be reached: ${why}`, {
    hint: 'The local copy of the last sync still works; writes are queued.',
    cause,
  })
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** The address as it is kept. A token must not travel where others can read it. */
export function serverAddress(given: string, allowPlain: boolean): string {
  let url: URL
  try {
    url = new URL(given)
  } catch {
    throw new MnemeError('invalid_input', `"${given.slice(0, 80)}" is no address`, {
      hint: 'It looks like https://memory.example.com.',
    })
  }
  const isPlain = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !isPlain) {
    throw new MnemeError('invalid_input', 'a team’s server is reached by https', {
      hint: 'It looks like https://memory.example.com.',
    })
  }
  if (isPlain && !allowPlain && !LOOPBACK.has(url.hostname)) {
    throw new MnemeError('not_allowed', 'a token is not sent over plain http', {
      hint: 'Use https. In a network that you trust: mneme config set team.plain_http true',
    })
  }
  url.hash = ''
  url.search = ''
  return withoutTrailingSlashes(url.href)
}
