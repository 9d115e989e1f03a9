/** RECALL `who`: whom a question points at, and whether a unit is theirs. */
import { words } from '../../text/words.ts'
import type { SpokenRole, Unit } from '../corpus.ts'

export type PointedAt =
  | { readonly speaker: string }
  | { readonly role: SpokenRole }
  | { readonly noSpeaker: true }

const ASSISTANT =
  /\b(?:did|have) you\b|\byou (?:suggested|recommended|told|said|gave|mentioned|proposed|provided|explained|advised)\b|\byour (?:suggestion|recommendation|advice|answer|response)s?\b/i
const USER = /\b(?:i|my|me|mine|we|our)\b/i
/** Of notes, "how do we deploy" asks for the answer, no matter who wrote it; this asks for one's own words. */
const USER_SAID =
  /\b(?:i|we) (?:said|told|asked|wanted|decided|preferred|mentioned)\b|\b(?:did|have) (?:i|we) (?:say|said|tell|told|ask|asked|decide|decided|mention|mentioned|want|prefer)\b/i

const NO_SPEAKER: PointedAt = { noSpeaker: true }

/** The first that holds: one known name, words to the assistant, words of oneself. Two names: no one. */
export function pointedAt(
  query: string,
  speakers: readonly string[],
  /** Turns of a conversation have a speaker; notes say what is known. */
  texts: 'turns' | 'notes' = 'turns',
): PointedAt {
  const named = namedIn(query, speakers)
  if (named.length > 1) return NO_SPEAKER
  const [speaker] = named
  if (speaker !== undefined) return { speaker }
  if (ASSISTANT.test(query)) return { role: 'assistant' }
  return (texts === 'turns' ? USER : USER_SAID).test(query) ? { role: 'user' } : NO_SPEAKER
}

export function namedIn(query: string, speakers: readonly string[]): string[] {
  const said = new Set(words(query))
  return speakers.filter((speaker) => namesOf(speaker).some((name) => said.has(name)))
}

export function whoPart(pointed: PointedAt, unit: Pick<Unit, 'speaker' | 'role'>): number {
  if ('speaker' in pointed) return Number(unit.speaker === pointed.speaker)
  return 'role' in pointed ? Number(unit.role === pointed.role) : 0
}

/** A name, and the first word of a longer one: "Anna Berg" may be called Anna. */
function namesOf(speaker: string): string[] {
  const name = speaker.toLowerCase()
  const [first = ''] = name.split(/\s+/)
  return first.length > 2 ? [name, first] : [name]
}
