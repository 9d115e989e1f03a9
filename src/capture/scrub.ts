/**
 * M-04. The one place through which text passes before it is written anywhere: private passages (F-09)
 * and credentials (G-10) are taken out, and what is left is well-formed.
 */
import { withoutPrivate } from '../text/private.ts'
import { cleanText } from '../text/well-formed.ts'
import { hasSecrets, type Redacted, redactText } from './secrets/redact.ts'

interface Scrubbed<T> {
  /** The same fields, cleaned. */
  readonly fields: T
  /** Which credentials were found, by kind; never the value. */
  readonly kinds: readonly string[]
}

export function scrubText(text: string): Redacted {
  return redactText(cleanText(withoutPrivate(text)))
}

/** Whether `scrubText` would take anything out. */
export function needsScrubbing(text: string): boolean {
  return withoutPrivate(text) !== text || hasSecrets(text)
}

/** Every text in a value, names of fields included. Other values pass through. */
export function scrub<T>(fields: T): Scrubbed<T> {
  const kinds = new Set<string>()
  const clean = (text: string) => {
    const found = scrubText(text)
    for (const kind of found.kinds) kinds.add(kind)
    return found.text
  }
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return clean(inner)
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [clean(key), walk(each)]))
  }
  // The shape stays: only texts are exchanged for texts.
  return { fields: walk(fields) as T, kinds: [...kinds] }
}
