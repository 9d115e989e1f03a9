/** Reads untrusted JSON: nothing is assumed to exist. */

export type JsonObject = { readonly [key: string]: unknown }

export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A non-empty string; an empty one counts as absent. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function asTexts(value: unknown): readonly string[] {
  return asArray(value).filter((one): one is string => typeof one === 'string')
}

/** Years outside of these are a broken clock or another unit, not a moment of a coding session. */
const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)

const OUR_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A time in any format hosts use (ISO text, seconds, milliseconds), as ISO text. */
export function asMoment(value: unknown): string | null {
  const ms =
    typeof value === 'number'
      ? value < LATEST_MS / 1000
        ? value * 1000
        : value
      : typeof value === 'string'
        ? Date.parse(value)
        : Number.NaN
  if (!(ms >= EARLIEST_MS && ms <= LATEST_MS)) return null
  return typeof value === 'string' && OUR_FORM.test(value) ? value : new Date(ms).toISOString()
}

/** JSON held in a string, as some hosts write tool arguments; null when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // a plain string is an ordinary answer here
  }
}
