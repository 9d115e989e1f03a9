/** Stated know-how: what to do for a purpose, with the commands. */

import { type Claim, isOneMemory, judgePair } from '../../memory/judge-pair.ts'
import type { Message } from '../../sessions/message.ts'
import { type Candidate, candidateOf, capitalize } from './candidate.ts'
import { findStatements, isMeant, plain, type Said } from './said.ts'

/** "To regenerate the client, run …" and its kin; the first group is what one wants. */
const HOW_TOS: readonly RegExp[] = [
  /^(?:in order )?to ([a-z][^,.;:]{3,80}?),\s*(?:you (?:can|need to|have to|should|must)\s+|just\s+|first\s+|simply\s+|please\s+)*(?:run|use|call|execute|start|open|set|invoke|type|edit|add|do)\b/i,
  /^(?:if|when(?:ever)?) you (?:want|need) to ([a-z][^,.;:]{3,80}?),\s*(?:you (?:can|need to|have to|should)\s+|just\s+|first\s+|simply\s+)*(?:run|use|call|execute|start|open|set|invoke|edit|add)\b/i,
  /^the way (?:we|you|to) ([a-z][^,.;:]{3,80}?) is (?:to (?:run|use|call)|with|by (?:running|using|calling))\b/i,
  /^(?:run|use|call|execute) \uE000+ to ([a-z][^,.;:]{3,80})/i,
]
const STEP_BREAK = /,?(?<!\s)\s+(?:(?:and\s+)?then|followed by|and (?:finally|after that))\s+|;\s+/i
/** Work of the moment and knowledge of the manual are no skills of this project. */
const ONE_OFF =
  /\b(?:fix (?:this|the|it)|see (?:this|the|what|if|how)|check (?:this|if|whether|what)|understand|continue|proceed|verify (?:this|that|it)|debug|reproduce|do (?:this|that|it)|be safe|summari[sz]e|answer)\b/i

export function skillsIn(messages: readonly Message[]): Candidate[] {
  const found: Candidate[] = []
  for (const said of findStatements(messages)) {
    const skill = skillOf(said)
    if (skill !== null && !found.some((known) => isSameSkill(known, skill))) found.push(skill)
  }
  return found
}

/** M-10. Another subject, path or flag is another skill, however alike the words. */
export function isSameSkill(a: Claim, b: Claim): boolean {
  return isOneMemory(judgePair(a, b))
}

function skillOf(said: Said): Candidate | null {
  const { sentence, message, byUser } = said
  // Without code in it there is nothing to repeat.
  if (!isMeant(said) || sentence.code.length === 0) return null
  const aim = HOW_TOS.map((pattern) => pattern.exec(sentence.masked)?.[1]).find((found) => found)
  if (aim === undefined || ONE_OFF.test(aim)) return null
  const content = plain(sentence.text)
  const start = content.toLowerCase().indexOf(aim.toLowerCase().trim()) + aim.trim().length
  const body = content.slice(start).replace(/^[,\s]+/, '')
  const steps = (body === '' ? content : body)
    .split(STEP_BREAK)
    .map((step) => step.replace(/(?<![.\s])[.\s]+$/, ''))
  if (steps.every((step) => step.trim() === '' || /[:：]$/.test(step))) return null
  const goal = plain(aim)
  return candidateOf({
    type: 'skill',
    title: capitalize(goal),
    content,
    confidence: (byUser ? 0.82 : 0.72) + (steps.length > 1 ? 0.04 : 0),
    reason: byUser ? 'the user told how' : 'the agent told how',
    importance: 0.6,
    concepts: ['how-it-works'],
    procedure: {
      trigger: goal,
      steps: steps.filter((step) => step !== ''),
      prerequisites: [],
      warnings: [],
    },
    from: message,
  })
}
