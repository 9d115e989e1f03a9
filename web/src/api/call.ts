/** One operation of the daemon, with the types that its schemas give it. */
import type * as z from 'zod'
import type { OperationOf } from '../../../src/operations/table.ts'
import { place } from '../state/place.ts'
import { signedOut } from '../state/signed-out.ts'
import { pageKey } from './page-key.ts'
import { ROUTES, type RouteName } from './routes.ts'

/** Input of an operation; a call may also name its project and session. */
export type Input<Name extends RouteName> = z.input<OperationOf<Name>['input']> & Said

interface Said {
  readonly project?: string
  readonly session?: string
}

export type Output<Name extends RouteName> = z.output<OperationOf<Name>['output']>
export type Brief = Output<'list'>['memories'][number]
export type Memory = Output<'history'>['memory']

/** What the daemon answered instead, in its own words. */
export class Refusal extends Error {
  readonly code: string
  readonly hint: string | null
  /** M-08. Both texts, where an edit met another one. */
  readonly details: Readonly<Record<string, unknown>> | null

  constructor(
    code: string,
    message: string,
    hint: string | null = null,
    details: Readonly<Record<string, unknown>> | null = null,
  ) {
    super(message)
    this.code = code
    this.hint = hint
    this.details = details
  }
}

interface Problem {
  readonly code: string
  readonly detail: string
  readonly hint: string
  readonly details: Readonly<Record<string, unknown>>
}

export async function call<Name extends RouteName>(
  name: Name,
  input: Input<Name>,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const [method, pattern] = ROUTES[name]
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) }
  const path = pattern.replace(/:(\w+)/g, (_, field: string) => {
    const value = rest[field]
    delete rest[field]
    return encodeURIComponent(String(Array.isArray(value) ? value[0] : value))
  })
  const isRead = method === 'GET'
  const response = await reached(
    fetch(isRead ? `${path}${queryOf(rest)}` : path, {
      method,
      headers: {
        ...ownHeaders(),
        ...(isRead ? {} : { 'content-type': 'application/json' }),
      },
      ...(isRead ? {} : { body: JSON.stringify(rest) }),
      ...(signal ? { signal } : {}),
    }),
  )
  if (response.status === 401) signedOut.value = true
  const body: unknown = await response.json()
  if (response.ok) return body as Output<Name>
  const problem = body as Partial<Problem>
  const { code = 'internal', detail = response.statusText, hint = null, details = null } = problem
  throw new Refusal(code, detail, hint, details)
}

/** Which page asks, and about which project. */
export function ownHeaders(): Record<string, string> {
  return {
    'x-mneme-page': pageKey(),
    ...(place.value === null ? {} : { 'x-mneme-project': encodeURIComponent(place.value) }),
  }
}

async function reached(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') throw thrown
    throw new Refusal('unavailable', 'the daemon does not answer', 'Start it: mneme serve --detach')
  }
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
