/** M-08. Both texts of an edit conflict, for people and for models. */
import type { MnemeError } from '../errors.ts'

const FIELDS = ['title', 'description', 'content'] as const

/** Empty for any other failure. */
export function conflictLines({ code, details }: MnemeError): string[] {
  if (code !== 'conflict' || details === undefined) return []
  const current = fieldsOf(details.current)
  const wanted = fieldsOf(details.wanted)
  const differing = FIELDS.filter(
    (field) => wanted[field] !== undefined && wanted[field] !== current[field],
  )
  return [
    `Present version: ${String(details.version)}`,
    ...differing.flatMap((field) => [
      `${field} now: ${String(current[field])}`,
      `${field} as you wrote it: ${String(wanted[field])}`,
    ]),
  ]
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
