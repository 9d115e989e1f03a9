/** Failures as problem+json (RFC 9457), with the hint that people at a terminal get. */
import { asMnemeError, FAILURES, type FailureCode } from '../../errors.ts'

export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: FailureCode
  readonly hint?: string
  /** M-08. Both texts of a conflict. */
  readonly details?: Readonly<Record<string, unknown>>
}

export function problemOf(thrown: unknown): Problem {
  const error = asMnemeError(thrown)
  const { http } = FAILURES[error.code]
  return {
    type: `urn:mneme:problem:${error.code}`,
    title: titleOf(error.code),
    status: http,
    detail: error.message,
    code: error.code,
    ...(error.hint ? { hint: error.hint } : {}),
    ...(error.details ? { details: error.details } : {}),
  }
}

export function problemResponse(thrown: unknown): Response {
  const problem = problemOf(thrown)
  const retry = FAILURES[problem.code].retry ? { 'retry-after': '1' } : {}
  const challenge = problem.status === 401 ? { 'www-authenticate': 'Bearer realm="mneme"' } : {}
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...retry, ...challenge },
  })
}

function titleOf(code: FailureCode): string {
  return code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')
}
