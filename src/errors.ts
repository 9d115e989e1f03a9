/** All expected failures, with their HTTP status and exit code. */
// biome-ignore format: a table reads best in columns
export const FAILURES = {
  invalid_input:  { http: 400, exit:  2, retry: false },
  bad_config:     { http: 400, exit: 78, retry: false },
  unauthorized:   { http: 401, exit: 77, retry: false },
  not_allowed:    { http: 403, exit: 77, retry: false },
  not_found:      { http: 404, exit:  3, retry: false },
  conflict:       { http: 409, exit:  4, retry: true  }, // changed by another writer meanwhile
  too_large:      { http: 413, exit:  2, retry: false },
  secret_found:   { http: 422, exit: 65, retry: false }, // a credential would have been stored
  rate_limited:   { http: 429, exit: 75, retry: true  },
  unavailable:    { http: 503, exit: 69, retry: true  }, // a part we depend on is missing
  store_busy:     { http: 503, exit: 75, retry: true  },
  store_newer:    { http: 503, exit: 76, retry: false }, // written by a newer version of mneme
  store_corrupt:  { http: 500, exit: 74, retry: false },
  disk:           { http: 507, exit: 74, retry: false }, // full, read-only, or not permitted
  switched_off:   { http: 409, exit:  5, retry: false }, // memory is turned off here
  internal:       { http: 500, exit: 70, retry: false }, // an internal bug
} as const

export type FailureCode = keyof typeof FAILURES

/** The only error class we throw: what happened, what to do about it, and its cause. */
export class MnemeError extends Error {
  readonly code: FailureCode
  readonly hint: string | undefined
  /** What the caller needs to continue, such as both texts of a conflict (M-08); plain data. */
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: FailureCode,
    message: string,
    more: { hint?: string; cause?: unknown; details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'MnemeError'
    this.code = code
    this.hint = more.hint
    this.details = more.details
  }

  withDetails(details: Readonly<Record<string, unknown>>): MnemeError {
    const { code, message, hint } = this
    return new MnemeError(code, message, { ...(hint ? { hint } : {}), cause: this, details })
  }
}

/** Converts anything thrown into a MnemeError. Only doors need this. */
export function asMnemeError(thrown: unknown): MnemeError {
  if (thrown instanceof MnemeError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new MnemeError('internal', message, {
    hint: 'This is a bug in mneme. `mneme doctor` may say more.',
    cause: thrown,
  })
}
