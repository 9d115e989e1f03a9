/**
 * M-20. Ways of putting a standing rule in English that need no cue word beside them: a choice framed by the
 * project ("in this repo use tabs, not spaces"), what must last ("we must keep the v1 endpoints"), what is
 * required of each ("a header is required in every file").
 */
import { refusalOf } from './rule-refusals.ts'

interface StandingForm {
  readonly reason: string
  readonly confidence: number
}

const PLACE =
  '(?:whole |entire )?(?:project|repo|repository|codebase|code base|monorepo|workspace|company|team)'
/** Where it holds, said at the head or at the end. */
const FRAME_AT_HEAD = new RegExp(
  String.raw`^(?:so |and |also |please |btw |ok )?(?:in|for|across|throughout|within|inside) (?:this|our|the whole|the entire|my) ${PLACE}\b[,:]?\s+`,
  'i',
)
const FRAME_AT_END = new RegExp(
  String.raw`\s(?:in|for|across|throughout|within|inside) (?:this|our|the whole|the entire|my) ${PLACE}\s*[.!]*$`,
  'i',
)
/** "In our API all timestamps are UTC". */
const OWN_THING_AT_HEAD =
  /^(?:in|for|across) our [\w-]{2,30}(?: (?!(?:all|every|each|any|no|we|use|never|always)\b)[\w-]{2,30})?[,:]?\s+/i

/** Verbs that choose a way of doing things; other orders ask for something to be done once. */
const CHOICE =
  /^(?:please |always |never |only |we |you should |you must |do not |don['’]?t ){0,3}(?:use|avoid|prefer|name|indent|format|follow|stick (?:to|with)|target|import|commit|log|write|keep|call|spell|document|store|return|throw)\b/i
const CONTRAST = /(?:\binstead of\b|\brather than\b|\bnot\b|\bover\b|,\s*never\b|\bno\b)/i
const OF_ALL = /^(?:all|every|each|any|no|nothing|everything)\s.{2,120}/i
/** "Use feature branches": a kind of thing, not the thing at hand. */
const USES_A_KIND =
  /^(?:please |only )?use (?!(?:the|this|that|these|those|a|an|my|your|it|them|one)\b)\S/i
const ABSOLUTE = /\b(?:always|never)\b/i

const REQUIRED_OF_EACH =
  /\b(?:is|are) (?:required|mandatory|forbidden|not allowed|obligatory)\b.{0,60}\b(?:every|each|all|any|no)\b|\b(?:every|each|all|any)\b.{1,80}\b(?:is|are) (?:required|mandatory|forbidden|not allowed|obligatory)\b/i
const ANSWER_LANGUAGE =
  /^(?:please,? )?(?:always )?(?:answer|reply|respond|speak|talk|write)(?: to me)?(?: only)? in (?:english|german|french|spanish|italian|portuguese|chinese|japanese|korean|russian|dutch|polish|swedish|turkish|hindi|arabic)\b/i

export function standingForm(masked: string): StandingForm | null {
  const sentence = masked.trim()
  if (refusalOf(sentence, sentence) !== null) return null
  if (isFramedChoice(sentence)) return { reason: 'a choice for this project', confidence: 0.82 }
  if (REQUIRED_OF_EACH.test(sentence)) return { reason: 'required of each', confidence: 0.8 }
  return ANSWER_LANGUAGE.test(sentence) ? { reason: 'how to answer', confidence: 0.82 } : null
}

function isFramedChoice(sentence: string): boolean {
  const head = FRAME_AT_HEAD.exec(sentence)?.[0] ?? OWN_THING_AT_HEAD.exec(sentence)?.[0]
  const body = head === undefined ? sentence.replace(FRAME_AT_END, '') : sentence.slice(head.length)
  if (body === sentence) return false
  if (OF_ALL.test(body)) return true
  if (!CHOICE.test(body)) return false
  return head !== undefined || CONTRAST.test(body) || ABSOLUTE.test(body) || USES_A_KIND.test(body)
}
