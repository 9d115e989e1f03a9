/** G-10. Nothing is stored with a credential in it: every text field, by every door. */
import { redactSecrets } from '../../capture/secrets/scan.ts'
import { cleanText } from '../../text/well-formed.ts'
import type { Engine } from '../engine.ts'

export interface Scrubbed<T> {
  /** The same fields, cleaned, credentials blacked out. */
  readonly fields: T
  /** What was found, by kind; never the value. */
  readonly kinds: readonly string[]
}

/** Walks strings and lists of strings, one level deep in objects; other values pass through. */
export async function scrub<T extends object>(engine: Engine, fields: T): Promise<Scrubbed<T>> {
  const kinds = new Set<string>()
  const text = async (value: string) => {
    const clean = cleanText(value)
    const findings = await engine.secrets.scan(clean)
    for (const finding of findings) kinds.add(finding.kind)
    return findings.length > 0 ? redactSecrets(clean, findings) : clean
  }
  const walk = async (value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return Promise.all(value.map(walk))
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).map(async ([key, inner]) => [key, await walk(inner)])
      return Object.fromEntries(await Promise.all(entries))
    }
    return value
  }
  return { fields: (await walk(fields)) as T, kinds: [...kinds] }
}
