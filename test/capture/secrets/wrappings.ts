/** The ways a credential stands in what people and tools write: each takes the text that holds it. */
import type { Sample } from './samples.ts'

type Wrapping = (sample: Sample) => string

const indented = (text: string, by: string) =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n')

/** Cut in the middle of the value, as a terminal or a string over two lines does. */
function cut({ text, value }: Sample, seam: string): string {
  if (!isCut(value)) return text
  const at = text.indexOf(value) + Math.ceil(value.length * 0.6)
  return text.slice(0, at) + seam + text.slice(at)
}

// biome-ignore format: a table reads best in columns
export const WRAPPINGS: Readonly<Record<string, Wrapping>> = {
  plain:           ({ text }) => text,
  quoted:          ({ text }) => `it says "${text}" in there`,
  JSON:            ({ text }) => JSON.stringify({ note: { line: text }, ok: true }),
  'JSON in JSON':  ({ text }) => JSON.stringify({ body: JSON.stringify({ line: text }) }),
  YAML:            ({ text }) => `config:\n  data: |\n${indented(text, '    ')}\n  other: 1`,
  'env line':      ({ text }) => `export SETTINGS='${text}'\nPORT=8080`,
  URL:             ({ text }) => `https://example.org/cb?state=1&data=${encodeURIComponent(text)}&x=1`,
  header:          ({ text }) => `GET / HTTP/1.1\r\nX-Forwarded-Config: ${text}\r\nHost: example.org`,
  base64:          ({ text }) => `data: ${Buffer.from(text).toString('base64')}`,
  'split string':  (sample) => cut(sample, '" +\n    "'),
  'joined strings': (sample) => cut(sample, '" + "'),
  'split in JSON': (sample) => JSON.stringify({ note: cut(sample, '" +\n    "') }),
  'line after line': (sample) => `${cut(sample, '" + "')}"\nconst clientName = "heron"`,
  'command line':  ({ text }) => `curl -X POST -d '${text}' https://example.org/api`,
  diff:            ({ text }) => `@@ -1 +1 @@\n-old\n${indented(text, '+')}`,
  fence:           ({ text }) => `look:\n\`\`\`sh\n${text}\n\`\`\`\nwhat is wrong?`,
  log:             ({ text }) => `2026-01-02T03:04:05Z INFO app started with ${text}`,
  'other language': ({ text }) => `Hier der Zugang für morgen: ${text}, bitte nicht weitergeben.`,
}

const CUT = new Set(['split string', 'joined strings', 'split in JSON', 'line after line'])
const MIN_TRACE = 8
/** A shorter value is left whole by a terminal. */
const MIN_CUT_LENGTH = 16

/** What is left of a value if anything is: its lines, or the form it was written in. */
export function tracesOf(wrapping: string, { text, value }: Sample): string[] {
  const lines = value.split(/\n|\\n/).filter((line) => !line.startsWith('-----'))
  const forms = lines.flatMap((line) => [line, encodeURIComponent(line)])
  if (wrapping === 'base64') forms.push(Buffer.from(text).toString('base64').slice(0, 24))
  if (CUT.has(wrapping) && isCut(value)) {
    const at = Math.ceil(value.length * 0.6)
    forms.push(value.slice(0, at), value.slice(at))
  }
  // Labels and the words of the index are lower-case.
  return [...forms, ...forms.map((form) => form.toLowerCase())].filter(
    (form) => form.length >= MIN_TRACE,
  )
}

function isCut(value: string): boolean {
  return value.length >= MIN_CUT_LENGTH && !value.includes('\n')
}
