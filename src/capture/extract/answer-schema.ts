/**
 * G-08. The schema of a model's answer. It is untrusted: entries that do not fit are dropped, lengths and
 * numbers are clamped, and message numbers must exist.
 */

import * as z from 'zod'
import { Concept } from '../../memory/memory.ts'
import { isKnownType } from '../../memory/types.ts'
import type { Message } from '../../sessions/message.ts'
import { shortenLine } from '../../text/shorten.ts'
import { type Candidate, candidateOf } from './candidate.ts'

/** Types a model may propose. Rules need a person's approval (K-11). */
export const PROPOSABLE_TYPES = [
  'decision',
  'discovery',
  'bugfix',
  'fact',
  'context',
  'architecture',
  'pitfall',
  'task',
  'skill',
  'procedure',
  'preference',
  'policy',
  'correction',
  'negative',
] as const

const MAX_TITLE_CHARS = 120
const MAX_CONTENT_CHARS = 2000
const MAX_LIST = 12
const MAX_MEMORIES = 50

const ShortText = z.string().trim().min(1)
const Labels = z.array(z.string()).max(200).default([])

export const AnsweredMemory = z.object({
  type: z.enum(PROPOSABLE_TYPES).describe('What kind of knowledge it is'),
  title: ShortText.describe('One line that says it'),
  content: ShortText.describe('The knowledge itself, with its reason'),
  confidence: z.number().describe('How sure, 0 to 1'),
  reason: z.string().default('').describe('Why so sure'),
  tags: Labels.describe('A few labels'),
  concepts: z.array(z.string()).default([]).describe('Kinds of knowledge'),
  files: Labels.describe('Files it is about'),
  steps: Labels.describe('For procedures and skills: the steps'),
  first_message: z.int().describe('Number of the first message it comes from'),
  last_message: z.int().describe('Number of the last message it comes from'),
  replaces: z
    .array(z.int())
    .max(200)
    .default([])
    .describe('Numbers of the findings it says better or joins'),
})
export type AnsweredMemory = z.infer<typeof AnsweredMemory>

interface ReadAnswer {
  readonly candidates: readonly Candidate[]
  readonly replaces: ReadonlyMap<Candidate, readonly number[]>
  /** The number of dropped entries. */
  readonly refused: number
}

/** The candidates of a parsed answer; accepts any value. */
export function candidatesFromAnswer(answer: unknown, messages: readonly Message[]): ReadAnswer {
  const outer = z.object({ memories: z.array(z.unknown()) }).safeParse(answer)
  if (!outer.success) return { candidates: [], replaces: new Map(), refused: 1 }
  const entries = outer.data.memories
  const replaces = new Map<Candidate, readonly number[]>()
  for (const entry of entries.slice(0, MAX_MEMORIES)) {
    const memory = AnsweredMemory.safeParse(entry)
    const candidate = memory.success ? asCandidate(memory.data, messages) : null
    if (memory.success && candidate !== null) replaces.set(candidate, memory.data.replaces)
  }
  const candidates = [...replaces.keys()]
  return { candidates, replaces, refused: entries.length - candidates.length }
}

function asCandidate(memory: AnsweredMemory, messages: readonly Message[]): Candidate | null {
  const from = messages[memory.first_message - 1]
  const to = messages[memory.last_message - 1]
  if (from === undefined || to === undefined || memory.last_message < memory.first_message)
    return null
  if (!isKnownType(memory.type)) return null
  const steps = shortenLines(memory.steps, 300)
  const needsSteps = memory.type === 'procedure' || memory.type === 'skill'
  if (needsSteps && steps.length === 0) return null
  const concepts = memory.concepts.flatMap((concept) => Concept.safeParse(concept).data ?? [])
  return candidateOf({
    type: memory.type,
    title: shortenLine(memory.title, MAX_TITLE_CHARS),
    content: shortenLine(memory.content, MAX_CONTENT_CHARS),
    confidence: Number.isFinite(memory.confidence) ? memory.confidence : 0,
    reason: shortenLine(memory.reason, 200) || 'proposed by a model',
    tags: shortenLines(memory.tags, 40).map((tag) => tag.toLowerCase().replace(/\s+/g, '-')),
    concepts: [...new Set(concepts)],
    files: shortenLines(memory.files, 300),
    origin: 'agent',
    snippet: shortenLine(from.text || to.text || memory.content, 240),
    procedure: needsSteps
      ? { trigger: memory.title, steps, prerequisites: [], warnings: [] }
      : null,
    done: memory.type === 'task' ? false : null,
    from,
    to,
  })
}

function shortenLines(texts: readonly string[], maxChars: number): string[] {
  const clean = texts.map((text) => shortenLine(text, maxChars)).filter((text) => text !== '')
  return [...new Set(clean)].slice(0, MAX_LIST)
}
