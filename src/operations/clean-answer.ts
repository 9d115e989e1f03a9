/**
 * H-05. Cleans every answer to an agent: no hidden characters, no text that poses as another speaker, none of
 * our own tags. A memory's texts are cleaned by its origin.
 */
import { cleanQuoted, cleanWordsOf, type Words } from '../context/governor.ts'
import { ORIGINS, type Origin } from '../memory/memory.ts'

type Clean = (text: string) => string

export function cleanAnswer<Answer>(answer: Answer): Answer {
  return cleanValue(answer, cleanQuoted) as Answer
}

function cleanValue(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return NOTHING_TO_CLEAN.test(value) ? value : clean(value)
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, clean))
  if (typeof value !== 'object' || value === null) return value
  const words = wordsIn(value)
  const own = words ? (text: string) => cleanWordsOf(words, text) : clean
  const entries = Object.entries(value).map(([name, each]) => [clean(name), cleanValue(each, own)])
  return Object.fromEntries(entries)
}

/** Ids, names, kinds and times, which are most of an answer. */
const NOTHING_TO_CLEAN = /^(?:[\w.+-]*|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/

/** The origin, if the value is a memory, whole or brief, or an anchor. */
function wordsIn(value: object): Words | null {
  const { scope, origin, provenance } = value as Partial<Record<string, unknown>>
  const from = origin ?? (provenance as { readonly origin?: unknown } | null | undefined)?.origin
  if (typeof scope !== 'string' || !ORIGINS.includes(from as Origin)) return null
  return { scope, provenance: { origin: from } } as Words
}
