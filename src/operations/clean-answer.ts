/**
 * H-05. What an agent is given, by whatever operation: every text of it without hidden characters, without
 * what poses as another speaker, and without our own tags. A memory's texts are cleaned by its origin.
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

/** Ids, names, kinds and moments, which are most of an answer. */
const NOTHING_TO_CLEAN = /^(?:[\w.+-]*|\d{4}-\d\d-\d\dT[\d:.]{8,12}Z)$/

/** Whose words these are, where the value is a memory, whole or brief, or an anchor. */
function wordsIn(value: object): Words | null {
  const { scope, origin, provenance } = value as Partial<Record<string, unknown>>
  const from = origin ?? (provenance as { readonly origin?: unknown } | null | undefined)?.origin
  if (typeof scope !== 'string' || !ORIGINS.includes(from as Origin)) return null
  return { scope, provenance: { origin: from } } as Words
}
