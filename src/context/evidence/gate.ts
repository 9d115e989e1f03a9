/**
 * M-32. The gate: how probable it is that the chosen evidence helps this prompt. A logistic model over
 * few features; `gate-table.ts` says how each row came about, `npm run bench -- fit-gate` fits them anew.
 */
import { GATE_TABLE } from './gate-table.ts'
import type { PersonFeatures } from './person.ts'

/** What the gate looks at. */
export interface GateFeatures {
  /** How near the prompt is to the talk around the lead, by what is usual in this history. */
  readonly nearness: number | null
  /** Cosine of the lead itself. */
  readonly meaning: number | null
  /** How far the lead's stretch stands out among those that share a word with the prompt. */
  readonly prominence: number
  /** Of the prompt's words, by rarity, the share that the history knows. */
  readonly known: number
  /** The share that it does not know, of a prompt of few words: such a one is about something else. */
  readonly strange: number
  /** ln(1 + number of the prompt's words). */
  readonly length: number
  /** How many of the prompt's words the lead holds. */
  readonly shared: number
  /** The share of the prompt's words that the lead holds, each by its rarity. */
  readonly covered: number
  /** Score of the lead less that of the best unit of another source. */
  readonly margin: number
}

type GateName = keyof typeof GATE_TABLE.gates
type LeadGate = Exclude<GateName, 'person'>

export interface GateVerdict {
  /** The row of the table; `linked` is judged by an edge of the graph instead. */
  readonly gate: GateName | 'linked'
  readonly probability: number
  readonly parts: Readonly<Record<string, number>>
}

/**
 * Which row of the table judges a lead: a memory was given, or overheard in a session, whose passages
 * are here anyway; everything else was said in passing.
 */
export function gateFor(what: 'said' | 'given' | 'overheard', hasMeaning: boolean): LeadGate {
  if (hasMeaning) return what
  return what === 'said' ? 'saidByWords' : 'givenByWords'
}

/** `prior` is what the candidate's own past says, where it has one. */
export function judgeEvidence(gate: LeadGate, features: GateFeatures, prior = 0): GateVerdict {
  return judge(gate, { ...features }, { prior })
}

/** For a question about someone who speaks in the memories: did they say anything of it? */
export function judgePerson(features: PersonFeatures, prior = 0): GateVerdict {
  return judge('person', { ...features }, { prior })
}

function judge(
  gate: GateName,
  features: Readonly<Record<string, number | null>>,
  given: Readonly<Record<string, number>>,
): GateVerdict {
  const { bias, weights } = GATE_TABLE.gates[gate]
  const parts: Record<string, number> = { bias, ...given }
  for (const [name, weight] of Object.entries(weights)) parts[name] = weight * (features[name] ?? 0)
  const z = Object.values(parts).reduce((sum, each) => sum + each, 0)
  return { gate, probability: 1 / (1 + Math.exp(-z)), parts }
}
