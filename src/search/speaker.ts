/**
 * Who said a text: what it says of itself at its beginning ("Anna: …", "assistant: …"). A note such
 * as "Redis: holds the sessions" begins alike, so a name counts only where texts of a session take
 * turns: most of them begin with a name, and the same few names come again.
 */
import type { SpokenRole, Unit } from './corpus.ts'

interface Attribution {
  readonly speaker: string | null
  readonly role: SpokenRole | null
  /** Where the words themselves begin. */
  readonly start: number
}

const NOT_SAID: Attribution = { speaker: null, role: null, start: 0 }

const ROLE = /^\s*(user|human|assistant|ai|agent)\s*:\s+(?=\S)/i
/** One to three capitalised words, as names are written. */
const NAME =
  /^\s*(\p{Lu}[\p{L}\p{M}'’.-]{0,23}(?: \p{Lu}[\p{L}\p{M}'’.-]{0,23}){0,2})\s*:\s+(?=\S)/u

/** Where texts take turns: so many begin with a name, each name several times. */
const MIN_TURNS = 4
const MIN_TURN_SHARE = 0.5
const MIN_TURNS_EACH = 2

type Said = Pick<Unit, 'text' | 'session'>

export function parseAttribution(text: string): Attribution {
  const role = ROLE.exec(text)
  if (role) {
    const isUser = /^(?:user|human)$/i.test(role[1] ?? '')
    return { speaker: null, role: isUser ? 'user' : 'assistant', start: role[0].length }
  }
  const name = NAME.exec(text)
  return name ? { speaker: name[1] ?? null, role: null, start: name[0].length } : NOT_SAID
}

/** The names of those who take turns in these texts, in the order of their first words. */
export function findSpeakers(texts: readonly Said[]): string[] {
  const inSessions = texts.filter(({ session }) => session !== null)
  const names = inSessions.flatMap(({ text }) => parseAttribution(text).speaker ?? [])
  const known = [...new Set(names)]
  const takeTurns =
    names.length >= MIN_TURNS &&
    names.length >= MIN_TURN_SHARE * inSessions.length &&
    names.length >= MIN_TURNS_EACH * known.length
  return takeTurns ? known : []
}

/** Who said it, given who speaks here at all. */
export function attribute(text: string, speakers: readonly string[]): Attribution {
  const said = parseAttribution(text)
  if (said.role !== null) return said
  return said.speaker !== null && speakers.includes(said.speaker) ? said : NOT_SAID
}
