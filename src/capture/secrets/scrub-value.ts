/** G-10. Anything that is put on disk for a moment: every text in it without its credentials. */
import { findSecrets, redactSecrets } from './scan.ts'

export function scrubbedValue(value: unknown): unknown {
  if (typeof value === 'string') {
    const findings = findSecrets(value)
    return findings.length > 0 ? redactSecrets(value, findings) : value
  }
  if (Array.isArray(value)) return value.map(scrubbedValue)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, scrubbedValue(inner)]),
    )
  }
  return value
}
