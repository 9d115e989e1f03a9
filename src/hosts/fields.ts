/** Reads untrusted JSON: a field that is missing or of another type is null. */

export type Fields = Readonly<Record<string, unknown>>

export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export function fieldsIn(fields: Fields, name: string): Fields {
  const value = fields[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

/** Longer results are truncated in the middle before they are sent: the ends matter. */
const MAX_RESULT_CHARACTERS = 20_000

/** A tool's result as text, in any format a host uses. */
export function resultText(value: unknown): string {
  if (typeof value === 'string') return keepEnds(value)
  if (typeof value !== 'object' || value === null) return ''
  const fields = value as Fields
  const said = ['stdout', 'stderr', 'output', 'llmContent', 'content', 'text', 'error']
    .map((name) => fields[name])
    .filter((part): part is string => typeof part === 'string' && part !== '')
  return keepEnds(said.length > 0 ? said.join('\n') : JSON.stringify(value))
}

function keepEnds(text: string): string {
  if (text.length <= MAX_RESULT_CHARACTERS) return text
  const half = MAX_RESULT_CHARACTERS / 2
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${text.slice(0, half).replace(/[\ud800-\udbff]$/, '')}\n…\n${tail}`
}
