/** G-08. Discoveries: causes, limits, surprises. */
import type { Concept } from '../../memory/memory.ts'
import type { Message } from '../../sessions/message.ts'
import { type Candidate, candidateOf, capitalize } from './candidate.ts'
import { findStatements, isMeant, isWhole, plain, type Said } from './said.ts'

// biome-ignore format: a table reads best in columns
const CUES: readonly { readonly cue: RegExp; readonly weight: number; readonly concept: Concept; readonly why: string; readonly alone?: false }[] = [
  { weight: 0.76, concept: 'gotcha',           why: 'it turned out',     cue: /\b(?:it )?(?:turns|turned) out(?: that)?\b/i },
  { weight: 0.80, concept: 'problem-solution', why: 'a root cause',      cue: /\b(?:root cause|the (?:real |actual |underlying )?(?:cause|culprit|reason)(?: of [^.]{1,60})?) (?:is|was|turned out)\b/i },
  { weight: 0.74, alone: false, concept: 'problem-solution', why: 'a named problem',   cue: /\bthe (?:real |actual |underlying )?(?:problem|issue|bug) (?:is|was) (?:that |caused by |in |with )/i },
  { weight: 0.74, concept: 'how-it-works',     why: 'found out',         cue: /\b(?:i|we)(?:['’]ve)? (?:found(?: out)?|discovered|learned|realized|realised|confirmed) that\b/i },
  { weight: 0.74, alone: false, concept: 'gotcha',           why: 'a limit',           cue: /\b(?:does not|doesn['’]?t|cannot|can['’]?t|won['’]?t) (?:support|work (?:with|on|when|if|in)|handle|allow|accept)\b/i },
  { weight: 0.73, alone: false, concept: 'gotcha',           why: 'a condition',       cue: /\bonly (?:works|runs|applies|happens|fails|triggers) (?:when|if|with|on|in|after|for)\b/i },
  { weight: 0.76, concept: 'gotcha',           why: 'called a trap',     cue: /\b(?:gotcha|caveat|pitfall|beware|watch out|the trick is|the catch is)\b/i },
  { weight: 0.72, alone: false, concept: 'how-it-works',     why: 'how it is wired',   cue: /\b(?:is|are) (?:actually |in fact )?(?:stored|configured|generated|defined|registered|loaded|read|served|cached|owned|handled) (?:in|by|from|at|under|through|via|on)\b/i },
]

/** Without a name in it (code, a file, a product, a figure) it is of no use later. */
const NAMED =
  /\uE000|\b[\w-]+\.(?:tsx?|jsx?|py|rs|go|java|rb|json|ya?ml|toml|sql|md|css|sh|env)\b|\b[a-z]+[A-Z]\w*|\b[A-Za-z]+_\w+|\b[A-Z][A-Za-z0-9]*[A-Z0-9]\w*\b|\b\d+(?:\.\d+)?\b|(?<=[a-z,] )[A-Z][a-z]{2,}/
const UNSURE =
  /\b(?:might|maybe|perhaps|probably|possibly|i think|i suspect|it seems|seems to|looks like|could be|not sure|let me|i['’]ll|i will|should|would|once|hopefully|appears to|likely|expect|seem|currently|still|now|indeed|problem lies)\b/i
/** Common knowledge from the manual. */
const DANGLING = /^(?:it|this|that|these|those|they|there|he|she)\b(?! turns out| turned out)/i

export function discoveriesIn(messages: readonly Message[]): Candidate[] {
  return findStatements(messages).flatMap((said) => {
    const candidate = discoveryOf(said)
    return candidate === null ? [] : [candidate]
  })
}

function discoveryOf(said: Said): Candidate | null {
  if (!isMeant(said)) return null
  const { masked, text } = said.sentence
  // What stands in brackets is an aside.
  const told = masked.replace(/\([^()]{0,300}\)/g, '')
  const row = CUES.find(({ cue }) => cue.test(told))
  if (row === undefined || UNSURE.test(masked) || DANGLING.test(masked) || !NAMED.test(masked)) {
    return null
  }
  // A bare "the issue is that …" was said of the moment; with its consequence it explains something.
  if (!said.byUser && !isWhole(masked)) return null
  if (row.alone === false && !said.byUser && !EXPLAINS.test(masked)) {
    if (row.why === 'a named problem' || masked.includes(':')) return null
  }
  if (
    /[:：]\s{0,4}$/.test(masked) ||
    /^\W{0,4}(?:i (?!found|discovered|learned|confirmed)|you|based on|at the end|meaning)\b/i.test(
      masked,
    )
  )
    return null
  const reasoned = /\b(?:because|since|due to|so that|which means|therefore)\b/i.test(masked)
  const content = plain(text)
  return candidateOf({
    type: 'discovery',
    title: capitalize(withoutLead(content)),
    content,
    confidence: row.weight + (reasoned ? 0.06 : 0) + (said.byUser ? 0.04 : 0),
    reason: row.why,
    importance: 0.65,
    concepts: [row.concept],
    from: said.message,
  })
}

const EXPLAINS =
  /\b(?:because|since|due to|which means|therefore|so (?:it|the|our|that|we|they)|not (?:through|via|in|by|from|globally|the)|otherwise|unless)\b/i

function withoutLead(text: string): string {
  return text.replace(
    /^(?:ah|oh|ok|okay|so|great|good|interesting|note|aha|however|but|also|btw)?[,:!.]?\s*(?:it )?(?:(?:turns|turned) out(?: that)?|(?:i|we)(?:['’]ve)? (?:found(?: out)?|discovered|learned|realized|realised|confirmed) that)\s*,?\s*/i,
    '',
  )
}
