/**
 * M-03. A short request that points at a text beside it: "proofread", "review this plan", "I copied this
 * from the docs, do we follow it?" above it, "is that good advice?" below. What it points at is not the
 * person's own. "Do this", "follow these rules" announce what the person wants, and point at nothing.
 */

import { CUE_TABLES } from './cues/language.ts'
import { asksWhatIsThere, namesText, pointsAtText, worksOnText } from './text-requests.ts'

export const MAX_REQUEST_CHARACTERS = 200

/** What a text is called. */
const TEXT =
  'text|paragraph|section|chapter|passage|sentences?|message|mail|e-?mail|letter|thread|chat|conversation|comments?|feedback|review|ticket|issue|request|stor(?:y|ies)|bug report|report|notes?|memo|minutes|transcript|plan|proposal|prompt|rules?|polic(?:y|ies)|terms|conventions|guidelines|(?:blog )?post|article|answer|reply|docs?|documentation|page|wiki|spec|draft|snippet|excerpt|quote|output|log|error|warning|description|requirements?|announcement|advice|suggestions?|guide|handbook|readme|checklist|hand-?off|items|tutorial|lesson|essay|lyrics|poem|dialogue|slogan|headline|caption|footer|landing page|(?:[\\w-]{1,30}\\.(?:md|txt|mdc|rst))'
const WORDS_BETWEEN = '(?:[\\w-]{1,20} ){0,3}'

/** "This ticket", "the comments below", "the following", "described here": something must stand there. */
const POINTS_AT_TEXT = new RegExp(
  `\\b(?:this|that|these|those|following) ${WORDS_BETWEEN}(?:${TEXT})\\b|\\b(?:${TEXT}) ${WORDS_BETWEEN}below\\b|\\b(?:with|is|are|as|got|see|of|on) the following\\b|\\b(?:described|shown|listed|quoted|attached|pasted|written) (?:here|below)\\b|\\b(?:any|all|some|each|which|one|out) of (?:these|those|this|them)\\b`,
  'i',
)
/** "Copied this from", "take this one", "fix this": the pronoun stands for what comes next. */
const POINTS_BY_PRONOUN =
  /\b(?:take|implement|fix|handle|solve|address|work on|pick up|look at|look into|check|explain|review|about|copied|pasted|found|got|received|forwarded|saw|wrote|sent me|left|read) (?:this|these)(?: one)?(?: (?:next|first|now|please|pls|from|on|in|at|by|for me)\b[^\n]{0,120})?[,.!?]?\s*$/i
/** Verbs that work on a text, alone or with what is to become of it. */
const WORKS_ON_TEXT =
  /^(?:(?:please|pls|can you|could you|now|ok|hey),? ){0,2}(?:proof-?read|spell-?check|summari[sz]e|translate|rephrase|reword|paraphrase|shorten|simplify|tl;?dr|eli5|explain|review|rewrite|format|improve|convert|turn|polish|grade|rate|critique|classify|extract|address(?: it| them)?)(?: (?:this|it|them|that|these|the \w+(?: \w+)?))?(?: (?:in|into|to|as|for) (?:\w+ ?){1,4})?(?: (?:please|pls|for me))?[.!:]?\s*$/i
/** "Extract the action items", "check if the chapter has typos", "compare with the conventions of …". */
const WORKS_ON_NAMED_TEXT = new RegExp(
  `^(?:(?:please|pls|can you|could you|now|ok|hey),? ){0,2}(?:proof-?read|summari[sz]e|translate|rephrase|grade|rate|critique|classify|extract|compare|reply|respond|answer|turn|convert|make|find|spot|identify|list|check (?:if|whether|that))\\b[^.\\n]{0,60}\\b(?:${TEXT})\\b`,
  'i',
)
/** A label of a few words for what others wrote: "PR comment from the reviewer". */
const NAMES_TEXT = new RegExp(
  `^(?:the |a |my |an )?${WORDS_BETWEEN}(?:${TEXT}) (?:from|by|of) (?:the |a |my |our )?[\\w@. -]{2,40}$`,
  'i',
)
/** A title without a verb that only says what the text is: "meeting chat export", "Q3 goals (from the deck)". */
const TITLES_TEXT =
  /^(?!.*\b(?:my|our)\b)(?:[\w'’&/#-]{1,20} ){0,4}(?:docs|documentation|export|transcript|thread|chat|mail|e-?mail|ticket|issue|comments?|feedback|output|logs?|article|(?:blog )?post|readme|excerpt|quote|minutes|report|reply|memo|announcement|newsletter|\([^()\n]{0,12}\bfrom [^()\n]{2,40}\))$/i
/** "Style guide of the client (excerpt)": the bracket says that it was taken from somewhere. */
const TITLES_EXCERPT =
  /^[^\n.!?:]{3,80}\((?:an? )?(?:excerpt|extract|copied|copy|quoted?|shortened|abridged|translated|auszug|zitat|extrait|citation|extracto|fragmento|trecho|estratto|citazione|отрывок|выдержка|цитата|抜粋|节选|摘录|발췌)[^()\n]{0,30}\)$/iu
/** The person is about to say what they want. */
const ANNOUNCES_OWN =
  /\bdo (?:this|these|the following)\b|\b(?:follow|apply|keep|respect|stick to|remember|note|obey|mind)\b[^.?!\n]{0,20}\b(?:this|these|the following|below)\b|\b(?:my|our) (?:own )?(?:\w{1,12} )?(?:rules?|notes?|plan|requirements?|conventions?|preferences?|checklist|wishes|guidelines)\b|\b(?:rules?|conventions?|preferences?|guidelines) (?:for|of|in) (?:this|the|our|my)\b|\bto be a rule\b/i

/** "Review my colleague's proposal". */
const OTHERS_TEXT = new RegExp(
  `^(?:please |pls |can you )?(?:review|check|read|answer|assess|edit|judge|improve) (?:[\\w-]{2,20} ){1,2}?[\\w-]{2,20}['’]s (?:[\\w-]{2,20} )?(?:${TEXT})[.:]?$`,
  'i',
)

/** A request that can only mean the text right below it, or right above where it is the last line. */
export function needsText(line: string): boolean {
  const words = line.trim()
  return isShort(words) && means(words) && !holdsForGood(words)
}

function means(words: string): boolean {
  if (OTHERS_TEXT.test(words) || ENDS_OPEN.test(words)) return true
  return worksOnText(words) || namesText(words)
}

/** "Write a commit for", and what for stands below. */
const ENDS_OPEN =
  /^(?!(?:what|who|where|which|how)\b)[\w'’, -]{8,80} (?:for|from|into|about|with|like)$/i

/** A request that means something beside it or something said before. */
export function mayNeedText(line: string): boolean {
  const words = line.trim()
  const points = isShort(words) && (pointsAtText(words) || asksWhatIsThere(words))
  return points && !holdsForGood(words)
}

/** "Our conventions", "keep these in mind": what stands below is the person's. */
export function announcesOwn(line: string): boolean {
  const words = line.trim().slice(0, MAX_REQUEST_CHARACTERS)
  return ANNOUNCES_OWN.test(words) && !QUESTION.test(words)
}

/** An item of a list is one thing among others to do. */
const LIST_ITEM = /^(?:[-*+•]|\d{1,2}[.)])\s/

function isShort(words: string): boolean {
  return words !== '' && words.length <= MAX_REQUEST_CHARACTERS && !LIST_ITEM.test(words)
}

function holdsForGood(words: string): boolean {
  if (announcesOwn(words)) return true
  return CUE_TABLES.some(({ standing, absolute }) => standing.test(words) || absolute.test(words))
}

/** Whether this paragraph of one line hands the floor to the text below it. */
export function pointsBelow(paragraph: string): boolean {
  const words = paragraph.trim()
  if (words === '' || words.length > MAX_REQUEST_CHARACTERS || ANNOUNCES_OWN.test(words))
    return false
  const ways = [
    POINTS_AT_TEXT,
    POINTS_BY_PRONOUN,
    WORKS_ON_TEXT,
    WORKS_ON_NAMED_TEXT,
    NAMES_TEXT,
    TITLES_TEXT,
    TITLES_EXCERPT,
  ]
  return ways.some((each) => each.test(words))
}

/** A question, and no request in the form of one: what several sentences below say, it asks about. */
const QUESTION =
  /^(?:so |and |ok,? |hey,? )?(?:is|are|does|do|did|was|were|has|have|what|which|why|how|where|who|should|can(?! you)|could(?! you))\b/i

export function asksAboutBelow(paragraph: string): boolean {
  const words = paragraph.trim()
  return (
    words.length <= MAX_REQUEST_CHARACTERS && QUESTION.test(words) && !ANNOUNCES_OWN.test(words)
  )
}

/** Whether a request stands before the colon of this line, and the text it works on behind it. */
export function worksOnRest(lead: string, rest: string): boolean {
  const words = lead.trim()
  if (words.length > MAX_REQUEST_CHARACTERS || ANNOUNCES_OWN.test(words)) return false
  // "Review: …" may be a topic of the person's.
  if (/^\w+$/.test(words) && SPEAKS.test(rest)) return false
  if (needsText(words) || (pointsAtText(words) && !holdsForGood(words))) return true
  return WORKS_ON_TEXT.test(words) || POINTS_BY_PRONOUN.test(words) || GIVES_TEXT.test(words)
}

const SPEAKS = /\b(?:from now on|please|we|our|us|you|i|me|my)\b/i

/** "…, transcript:", "there is a note on the board:", "grade this answer of an applicant:". */
const GIVES_TEXT = new RegExp(
  `^there(?: is|['’]s) an? ${WORDS_BETWEEN}(?:note|comment|message|sign|line|entry|warning)\\b|^[^,]{1,80}, (?:the |its )?(?:transcript|excerpt|quote|text|body|message|mail|hand-?off|summary|notes?)$|^(?:(?:please|pls|ok|hey|so),? ){0,2}(?:grade|rate|critique|review|check|explain|translate|rewrite|improve|answer|what (?:about|do you think (?:of|about)))\\b[^.\\n]{0,40}\\bthis (?:one|${WORDS_BETWEEN}(?:${TEXT}))\\b`,
  'i',
)

/** A question about what stands above: whether it is right, what it means, what its writer wants. */
const ASKS_ABOUT_TEXT =
  /^(?:so |and |hm+,? |ok,? )?(?:is (?:this|that|it|he|she) (?:right|true|correct|good advice|good|valid|sensible|clear|still true|accurate)|thoughts|true|opinions|what (?:do|does|did|is) (?:they|he|she|this|it|that|\w{2,20}) (?:mean|want|say|talking about|trying to)|do(?:es)? (?:they|he|she|this|it|that) (?:have a point|make sense|hold|apply)|tl;?dr|proof-?read|translate|summari[sz]e|(?:reply|respond|answer)(?: to)? (?:this|it|him|her|them))\b/i

export function asksAboutAbove(paragraph: string): boolean {
  const words = paragraph.trim()
  return words.length <= MAX_REQUEST_CHARACTERS && ASKS_ABOUT_TEXT.test(words)
}
