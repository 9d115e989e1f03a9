/**
 * A-08, K-11, M-01. Origins and trust. The door determines the speaker; a claim in a payload can only lower
 * that, never raise it.
 */
import type { Memory, Origin, Source } from './memory.ts'

/** The door of a call. */
export const DOORS = ['cli', 'page', 'http', 'mcp', 'hook', 'library', 'job'] as const
export type Door = (typeof DOORS)[number]

/** The hint for a caller refused what only a person may do. */
export const PERSON_HINT =
  'Run the same command yourself in a terminal, or use the page: mneme ui. An agent, a script or a pipe cannot.'

interface SpeakerTraits {
  /** Default origin of the words. */
  readonly origin: Origin
  /** M-02. May change what a person has said. */
  readonly changesPersons: boolean
  /** K-11. May approve words that are not the user's own. */
  readonly accepts: boolean
}

/**
 * The speaker: a person at a terminal or on the page, an edited file of the vault, a team's maintainer on the
 * team's server, or a program. Anything unknown counts as an agent.
 */
// biome-ignore format: a table reads best in columns
const SPEAKERS = {
  person: { origin: 'user',  changesPersons: true,  accepts: true  },
  file:   { origin: 'user',  changesPersons: true,  accepts: false },
  team:   { origin: 'user',  changesPersons: true,  accepts: true  },
  agent:  { origin: 'agent', changesPersons: false, accepts: false },
} as const satisfies Record<string, SpeakerTraits>

export type Speaker = keyof typeof SPEAKERS

export function speaksAsUser(speaker: Speaker): boolean {
  return SPEAKERS[speaker].origin === 'user'
}

export function mayAccept(speaker: Speaker): boolean {
  return SPEAKERS[speaker].accepts
}

/** K-11. Words that came from outside the conversation: never a rule without a person's yes. */
export function isForeign(origin: Origin): boolean {
  return origin !== 'user' && origin !== 'agent'
}

/** The journal's actors that are a person: at the terminal and on the page. */
const PERSONS_ACTORS: ReadonlySet<string> = new Set(['cli', 'page'])

/** M-01. The origin of a change, from its journal entry. */
export function originOfActor(actor: string | undefined): Origin {
  return actor !== undefined && PERSONS_ACTORS.has(actor) ? 'user' : 'agent'
}

/** M-02. Stated or approved by a person. */
export function isPersons(memory: Pick<Memory, 'provenance' | 'validated'>): boolean {
  return memory.provenance.origin === 'user' || memory.validated
}

/** M-02. Whether this speaker may change the memory itself, or only propose a change. */
export function mayChange(
  speaker: Speaker,
  memory: Pick<Memory, 'provenance' | 'validated'>,
): boolean {
  return SPEAKERS[speaker].changesPersons || !isPersons(memory)
}

/** M-01. The origin a call may give its words: anyone may quote others, only a person is the user. */
export function admitOrigin(speaker: Speaker, claimed: Origin | undefined): Origin {
  const own = SPEAKERS[speaker].origin
  if (claimed === undefined) return own
  return claimed === 'user' ? own : claimed
}

/** Default source by origin, when the call gives none. */
// biome-ignore format: a table reads best in columns
const SOURCE_OF: { readonly [From in Origin]: Source } = {
  user:          'user-stated',
  agent:         'observed',
  'tool-output': 'extracted',
  web:           'extracted',
  file:          'extracted',
}

/** M-01. Only the user's own words are stated or corrected by the user. */
export function admitSource(origin: Origin, claimed: Source | undefined): Source {
  if (claimed === undefined) return SOURCE_OF[origin]
  const isUsers = claimed === 'user-stated' || claimed === 'user-corrected'
  return isUsers && origin !== 'user' ? SOURCE_OF[origin] : claimed
}

/** Initial confidence by source. */
// biome-ignore format: a table reads best in columns
export const CONFIDENCE_OF: { readonly [From in Source]: number } = {
  'user-stated':    0.95,
  'user-corrected': 0.95,
  observed:         0.8,
  extracted:        0.75,
  imported:         0.8,
  inferred:         0.6,
}
