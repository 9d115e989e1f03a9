/**
 * RECALL "directive": a person's standing instruction ("always …", "never …", "I prefer …"), lifted for
 * requests, which it concerns though it shares no word with them.
 */
import type { Unit } from '../corpus.ts'

const DIRECTIVE =
  /\b(?:always|never|from now on|prefer|instead of|make sure|do ?n['’]t|do not|must(?: not)?|should(?: not|n['’]t)?|avoid|stick to)\b/i

/** Begins with what is to be done, or asks for it politely; asks for no fact. */
const REQUEST =
  /^\s*(?:please\s+|can you\s+|could you\s+|let['’]?s\s+|help me\s+|i (?:want|need|would like) (?:you )?to\s+)?(?:add|build|change|create|debug|delete|deploy|design|document|draft|explain|extend|fix|format|generate|implement|improve|install|make|migrate|move|optimi[sz]e|plan|prepare|refactor|remove|rename|replace|review|rewrite|run|set up|split|summari[sz]e|test|translate|update|upgrade|use|write)\b/i

export function isRequest(query: string): boolean {
  return REQUEST.test(query)
}

export function directivePart(
  requested: boolean,
  { text, role, isRule, standing }: Pick<Unit, 'text' | 'role' | 'isRule' | 'standing'>,
): number {
  const isTheirs = standing ? isRule : role === 'user'
  return requested && isTheirs && DIRECTIVE.test(text) ? 1 : 0
}
