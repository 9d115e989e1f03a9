/**
 * H-05, K-11. Decides by origin how a memory may speak. Only the user's own words, or words a
 * person accepted, are rules. Everything else is quoted, whatever it says: a quotation that
 * sounds like an order stays a quotation.
 */
import type { Memory } from '../memory/memory.ts'
import { isForeign, isPersons } from '../memory/origins.ts'
import { RULE_TYPES } from '../memory/types.ts'
import { withoutInvisible, withoutRolePrefixes, withoutTemplateMarkers } from './cleaning.ts'
import { disarmOwnTags } from './fence.ts'
import { instructionLikeness } from './likeness.ts'
import type { ContextSettings } from './settings.ts'

/** rule: to be followed · reference: the user's or the team's words, to be known · quote: another's, as data. */
export type GovernorVerdict = 'rule' | 'reference' | 'quote' | 'withhold'

export interface Governed {
  readonly verdict: GovernorVerdict
  readonly title: string
  readonly text: string
  /** What was decided or changed, for `explain`. */
  readonly reasons: readonly string[]
}

type GovernorSettings = Pick<ContextSettings, 'blockLikeness'>

/** `body` is the text to render: the content, or one passage of it. */
export function govern(
  settings: GovernorSettings,
  memory: Memory,
  body: string = memory.content,
): Governed {
  const { origin } = memory.provenance
  const isTeams = memory.scope === 'team'
  const isUsers = origin === 'user' && !isTeams
  const clean = isUsers ? cleanOwn : cleanForeign
  const title = oneLine(clean(memory.title))
  const text = clean(body).trim()
  const reasons: string[] = []
  if (title !== oneLine(memory.title) || text !== body.trim()) {
    reasons.push('hidden characters or role markers were removed')
  }
  const give = (verdict: GovernorVerdict, reason: string): Governed => ({
    verdict,
    title,
    text,
    reasons: [...reasons, reason],
  })

  if (title === '' && text === '') return give('withhold', 'nothing is left to show')
  const isRule = RULE_TYPES.has(memory.type)
  if (isUsers) {
    return isRule ? give('rule', "the user's own rule") : give('reference', "the user's own words")
  }
  if (isRule && memory.validated && !isTeams)
    return give('rule', `a person accepted these ${origin} words`)
  if (isRule && isForeign(origin) && !memory.validated) {
    return give('withhold', `a ${memory.type} from ${origin} needs a person's yes (K-11)`)
  }
  // Judged before cleaning, which could make an attack look harmless.
  const likeness = instructionLikeness(`${memory.title}\n${body}`)
  if (likeness.reasons.length > 0) {
    reasons.push(`sounds like an instruction: ${likeness.reasons.join(', ')}`)
  }
  if ((isForeign(origin) || isTeams) && likeness.score >= settings.blockLikeness) {
    const from = isTeams ? 'the team' : origin
    return give('withhold', `instruction-like text from ${from} (${likeness.score.toFixed(2)})`)
  }
  // K-18. A teammate is not the user: what a maintainer accepted is reference, never a rule of the
  // user's.
  if (isTeams && isPersons(memory)) return give('reference', "the team's words")
  return give('quote', `words from ${origin} are quoted as data`)
}

/** In a list lines are joined, so that a speaker's name may be anywhere. */
const SPEAKER = /(?<![\w-])(System|SYSTEM|Assistant|ASSISTANT|Developer|Human)\s{0,3}[:：](?=\s|$)/g

export type Words = Pick<Memory, 'scope'> & {
  readonly provenance: Pick<Memory['provenance'], 'origin'>
}

/** A memory's text as any door may hand it to an agent: nothing hidden, no speaker posed as, none of our tags. */
export function cleanWordsOf({ scope, provenance }: Words, text: string): string {
  const isUsers = provenance.origin === 'user' && scope !== 'team'
  return isUsers ? disarmOwnTags(cleanOwn(text)) : cleanQuoted(text)
}

/** The same for words that are not a memory: a message, a proposal. */
export function cleanQuoted(text: string): string {
  return disarmOwnTags(cleanForeign(text).replace(SPEAKER, '$1 –'))
}

/** The user's sentences stay as they are; a turn marker is no sentence. */
function cleanOwn(text: string): string {
  return withoutTemplateMarkers(withoutInvisible(text))
}

function cleanForeign(text: string): string {
  return withoutRolePrefixes(withoutTemplateMarkers(withoutInvisible(text)))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
