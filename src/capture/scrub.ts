/**
 * M-04. The one place through which text passes before it is written anywhere: private passages (F-09)
 * and credentials (G-10) are taken out, and what is left is well-formed.
 */
import { withoutPrivate } from '../text/private.ts'
import { cleanText } from '../text/well-formed.ts'
import { KnownValues } from './secrets/known-values.ts'
import { hasSecrets, type Redacted, redactText } from './secrets/redact.ts'

const NO_KEY = new Uint8Array()

interface Scrubbed<T> {
  /** The same fields, cleaned. */
  readonly fields: T
  /** Which credentials were found, by kind; never the value. */
  readonly kinds: readonly string[]
}

/** Values that were recognised in the same session are taken out wherever else they stand. */
export function scrubText(text: string, known: KnownValues = ofThisTextAlone()): Redacted {
  const { text: clean, kinds } = redactText(cleanText(withoutPrivate(text)), known)
  const rest = known.redact(clean)
  return { text: rest.text, kinds: [...kinds, ...rest.kinds] }
}

/** Whether `scrubText` would take anything out. */
export function needsScrubbing(text: string, known?: KnownValues): boolean {
  return withoutPrivate(text) !== text || hasSecrets(text) || known?.isIn(text) === true
}

/** Every text in a value, names of fields included. Other values pass through. */
export function scrub<T>(fields: T, known: KnownValues = ofThisTextAlone()): Scrubbed<T> {
  const kinds = new Set<string>()
  const scrubbed = mapTexts(fields, (text) => {
    const found = scrubText(text, known)
    for (const kind of found.kinds) kinds.add(kind)
    return found.text
  })
  if (kinds.size === 0) return { fields: scrubbed, kinds: [] }
  // What a later field has shown may stand in an earlier one.
  return { fields: mapTexts(scrubbed, (text) => known.redact(text).text), kinds: [...kinds] }
}

/** The shape stays: only texts are exchanged for texts. */
function mapTexts<T>(fields: T, change: (text: string) => string): T {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner)
    if (Array.isArray(inner)) return inner.map(walk)
    if (typeof inner !== 'object' || inner === null) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [change(key), walk(each)]))
  }
  return walk(fields) as T
}

/** Its fingerprints are never stored, so they need no key of their own. */
function ofThisTextAlone(): KnownValues {
  return new KnownValues(NO_KEY)
}
