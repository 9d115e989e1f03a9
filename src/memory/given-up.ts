/**
 * M-10, B-05. What a sentence says no longer holds: "spaces instead of tabs", "moved from A to B",
 * "A is gone", "A was succeeded by B". One row per way to say it, all languages side by side.
 */
import { announcesChange, takeOpening } from './change-cues.ts'

interface GivenUp {
  /** The sentence without what it gives up: what it says now. */
  readonly rest: string
  /** Each thing given up, in the words of the sentence. */
  readonly things: readonly string[]
  /** It opens as a correction: "Correction: …", "No, …", "I was wrong, …". */
  readonly corrects: boolean
  /** Something is different now: a thing is given up, or a word such as "now" or "again" says so. */
  readonly announcesChange: boolean
}

/** The words up to where the next part of the sentence begins. */
const WORD = String.raw`(?!(?:for|in|on|when|if|at|with|and|but|as|to|is|are|was|were|because|since|after|so|by|last|due|für|weil|seit|pour|car|para|porque|per|perché)\b)(?:[^\s,;:()!?]|:(?=\S)){0,80}[^\s.,;:()!?]`
const THING = String.raw`(${WORD}(?:\s${WORD}){0,3}\s?)`
/** The subject of a clause: from its start up to the verb. */
const SUBJECT = String.raw`(?<=^|[,;(—–]\s{0,4}|[:.!]\s{1,4}|\b(?:and|but|because|since|as|und|aber|et|mais|y|pero)\s)(?:(?:the|that|our|this|old|der|die|das|le|la|el|los)\s{1,4}){0,4}((?:(?!(?:is|are|was|were|has|have|had|if|when|it|we|they|that|which)\b)(?:[^\s,;:()!?]|:(?=\S)){1,80}\s){1,5}?)`
const END = String.raw`(?=\s{0,4}(?:$|[.,;:!)—–]|\b(?:and|but|so|since|because|last|this|yesterday|today|now|in|as|with|after|after all|for|from|at|on|by)\b))`
const CHANGING = String.raw`\b(?:chang|switch|mov|migrat|upgrad|downgrad|bump|rais|lower|increas|decreas|reduc|renam|convert|transition|updat|went|turn|shorten|extend|lengthen|cut|shift|relocat|port|swap|go|goes|gone|transfer|pass|took over|taken over|takes over|hand|return|grew|dropp|fell|slipp|postpon)\w{0,12}`
const BE = `(?:was|were|is|are|has been|have been|had been|got|gets|will be|is being|are being|turned out(?: to be)?|turns out(?: to be)?|proved(?: to be)?|became|went|ended up)`
const GONE = String.raw`(?:gone|removed|deleted|dropped|replaced|retired|deprecated|archived|abandoned|abolished|scrapped|obsolete|outdated|out|dead|history|wrong|incorrect|false|untrue|discontinued|decommissioned|superseded|sunset|phased out|shut down|closed down|(?:thrown|kicked|ripped|taken|pulled) out|torn down|taken (?:down|offline)|turned off|switched off|cancel?led|revoked|withdrawn|broken|end of life|eol|off the table|a thing of the past|a (?:mistake|dead end|red herring|false alarm)|no longer \w+|not \w+ any ?(?:more|longer)|not enough|too \w+|not (?:right|true|correct|needed|supported|the (?:cause|reason|culprit|problem|way)))`
const NOT_WORKING = `(?:does not|doesn't|do not|don't|did not|didn't|no longer|will not|won't|can not|can't|cannot) (?:work|works|help|helps|exist|exists|build|builds|compile|compiles|support|supports|fit|fits|cope|scale|scales|apply|applies|count|counts|hold|holds)(?: any ?(?:more|longer))?|(?:stopped|ceased) working|(?:has |have )?(?:failed|broke)`
/** "We got rid of A", "we said goodbye to A". */
const ABANDON = `(?:got rid of|get rid of|getting rid of|did away with|done away with|said goodbye to|gave up(?: on)?|given up(?: on)?|moved (?:away|off) (?:from )?|moved off|got away from|turned away from|stopped using|stopped|ceased|quit|ditched|dumped|scrapped|abolished|dropped|abandoned|retired|removed|killed|killed off|outgrew|phased out|decommissioned|discontinued)`

interface Row {
  /** One of them, in small letters, is in every text that the pattern is found in. */
  readonly words: readonly string[]
  /** Found wherever the pattern is, and quicker to look for. */
  readonly cue?: RegExp
  readonly pattern: RegExp
  /** Which groups name what is given up. */
  readonly things: readonly number[]
  /** What is left to read in its place; `$n` is a group. */
  readonly rest: string
}

function row(words: string, source: string, rest: string, things: readonly number[] = [1]): Row {
  return { words: words.split('|'), pattern: new RegExp(source, 'giu'), things, rest }
}

/** What a clause says of its subject: the subject is looked for where that is said at all. */
function subjectRow(words: string, said: string, rest: string, things?: readonly number[]): Row {
  return { cue: new RegExp(said, 'iu'), ...row(words, `${SUBJECT}${said}`, rest, things) }
}

export const PATTERNS: readonly Row[] = [
  row(
    'from |out of |off ',
    String.raw`(${CHANGING}[^.;]{0,120}?)\b(?:from|out of|away from|off) (?:the )?${THING}(?=(?:in)?to\b)`,
    '$1',
    [2],
  ),
  row(
    'from ',
    String.raw`(${CHANGING}[^.;]{0,80}?\bto [^.;]{0,80}?)\bfrom (?:the )?${THING}${END}`,
    '$1',
    [2],
  ),
  subjectRow(
    'replaced|superseded|succeeded|supplanted|displaced|followed|swapped|exchanged',
    String.raw`${BE} (?:now |since |recently )?(?:replaced|superseded|succeeded|supplanted|displaced|followed|swapped|exchanged) (?:by|with|for)\b`,
    ' use ',
  ),
  subjectRow(
    'way for|way to',
    String.raw`(?:has |have )?(?:made way|gave way|given way|had to make way|makes way) (?:for|to)\b`,
    ' use ',
  ),
  subjectRow(
    'handed|passed|gave|given|transferred|turned',
    String.raw`(?:has |have |had )?(?:handed|passed|gave|given|transferred|turned) ((?:the |it |[^\s,;.]+ ){1,4}?)(?:over |on )?to\b`,
    ' $2 is ',
  ),
  subjectRow(
    'in favo',
    `${BE}(?: now| since| already| finally)? ${GONE} in favou?r of\\b`,
    ' use ',
  ),
  subjectRow(
    'gone|removed|deleted|dropped|replaced|retired|deprecated|archived|abandoned|abolished|scrapped|obsolete|outdated|out|dead|history|wrong|incorrect|false|untrue|discontinued|decommissioned|superseded|sunset|shut down|closed down|torn down|taken|turned off|switched off|canceled|cancelled|revoked|withdrawn|broken|end of life|eol|off the table|a thing of the past|mistake|red herring|no longer|not |too ',
    `${BE}(?: now| since| already| finally)? ${GONE}${END}`,
    ' ',
  ),
  subjectRow(
    "not |n't |no longer|cannot|stopped|ceased|failed|broke",
    `(?:${NOT_WORKING})${END}`,
    ' ',
  ),
  subjectRow(
    'left|quit|resigned|retired|stepped down',
    String.raw`(?:has |have )?(?:left|quit|resigned|retired|stepped down)(?: the (?:team|company|project))?(?=\s*[;,.])`,
    ' ',
  ),
  row(
    'left|leaves|abandoned|forsook|exchanged|swapped|traded',
    String.raw`\b(?:has |have )?(?:left|leaves|abandoned|forsook|exchanged|swapped|traded) ${THING}for(?! (?:the|our|all|new|this|that|every|some)\b)\b`,
    ' use ',
  ),
  row(
    'over from ',
    String.raw`\b(?:took|takes|taken|taking) (?:([^.;,]{1,40}?) )?over from ${THING}`,
    ' is owner $1 ',
    [2],
  ),
  row(
    "'s replacement|'s successor",
    String.raw`\b(\p{L}[\p{L}\p{N}-]{1,40})'s (?:replacement|successor)\b`,
    ' ',
  ),
  row(' out', String.raw`^(\S{2,40}) (?:is )?out,? (?=\S{2,40} (?:is )?in\b)`, ' use '),
  row('nothing to do with', String.raw`\bnothing to do with (?:the )?${THING}`, ' '),
  row(
    " not |n't ",
    String.raw`\b(?:it|that|this|they|the \p{L}+) (?:was not|wasn't|is not|isn't|were not|weren't|are not|aren't) (?:the |a |an )?${THING}(?:after all)?(?=\s*[,;:.—–])`,
    ' ',
  ),
  subjectRow(
    " not |n't ",
    String.raw`(?:was not|wasn't|is not|isn't|were not|weren't|are not|aren't) (?:in |at |on |from |due to |caused by |because of )?(?:the |a |an )?${THING}(?=[,;—–]\s{0,4}(?:it|but|they|that|the (?:real|actual|true)|instead)\b)`,
    ' $1 ',
    [2],
  ),
  row(
    'not |no more|no longer',
    String.raw`^(?:please )?(?:not|no more|no longer) (?:the )?${THING}[!,;.:—–]{1,3}(?=\s{0,4}\S)`,
    ' ',
  ),
  row('but', String.raw`\b(?:not|never) (?:the )?${THING}(?=but\b)`, ' '),
  row('replac', String.raw`\breplac(?:e|es|ed|ing) ${THING}(?:with|by)\b`, ' use '),
  row(
    'replac|supersed|succeed|supplant|displac',
    String.raw`\b(?:replac(?:e|es|ed|ing)|supersed(?:e|es|ed|ing)|succeed(?:s|ed|ing)?|supplant(?:s|ed)?|displac(?:e|es|ed)) (?:the )?(?:old )?${THING}(?=$|[.,;!—–]|(?:for|in|on|as|since|at|after|with|last)\b)`,
    ' ',
  ),
  row(
    'instead of|rather than|place of|lieu of|opposed to|contrast to',
    String.raw`\b(?:instead of|rather than|in place of|in lieu of|in the place of|as opposed to|in contrast to) (?:using )?(?:the )?${THING}`,
    ' ',
  ),
  row(
    'not |never |no longer |no more ',
    String.raw`(?:[,;(—–-]|\band\b|\bbut\b)\s*(?:and |but )?(?:not|never|no longer|no more) (?:use |using )?(?:(?:to|in|into|on|onto|with|at|by|from|as) )?(?:the )?${THING}\)?(?=[.,;!]|$|\s*(?:for|in|on|when|if|at)\b)`,
    ' ',
  ),
  row('rather ', String.raw`\bthan (?<=\brather [^.;]{0,80}?than )${THING}`, ' '),
  row(
    'prefer|choose|chose|favor|favour|picked',
    String.raw`\bover (?<=\b(?:prefer|prefers|preferred|choose|chose|chosen|favor|favour|picked) [^.;]{0,120}?over )${THING}`,
    ' ',
  ),
  row(
    'drop|abandon|ditch|retire|swap|dumped|scrapped|exchanged|gave up',
    String.raw`\b(?:drop|dropped|abandon|abandoned|ditch|ditched|retire|retired|swapped|swap|dumped|scrapped|exchanged|gave up) ${THING}(?:for(?! (?:the|our|all|new|this|that|every|some)\b)|in favou?r of)\b`,
    ' use ',
  ),
  row(
    'got rid|get rid|getting rid|away with|goodbye to|gave up|given up|moved|got away|turned away|stopped|ceased|quit|ditched|dumped|scrapped|abolished|dropped|abandoned|retired|removed|killed|outgrew|phased out|decommissioned|discontinued',
    String.raw`\b(?:we|they|i|the team|ops|it)(?: have| has|'ve|'s| finally| now){0,2} ${ABANDON} (?:using |the |our |all ){0,2}${THING}${END}`,
    ' ',
  ),
  row(
    "don't|do not|never|stop|avoid|quit|forget",
    String.raw`\b(?:don't|do not|never|stop|avoid|quit|forget(?: about)?) (?:use |using )?(?:the )?${THING}[,;.—–-]{1,3}\s{0,4}(?:and |but )?(?=(?:please |always |just |from now on ){0,2}(?:use|prefer|go with|take|choose|try)\b)`,
    ' ',
  ),
  row(
    '(',
    String.raw`\(\s*(?:was|were|previously|formerly|before|used to be|not|no longer|up from|down from|instead of)[:,]? ${THING}\)`,
    ' ',
  ),
  row('up from|down from|away from', String.raw`\b(?:up|down|away) from ${THING}`, ' '),
  row(
    'until|till|before|previously|so far|up to now',
    String.raw`\b(?:was|were|used to be) ${THING}(?:until|till|before|previously|so far|up to now)\b`,
    ' ',
  ),
  row(
    'statt|anstelle|nicht mehr|au lieu|plutôt|en vez|en lugar|ya no|em vez|ao invés|não mais|invece|al posto|non più|вместо|больше не',
    String.raw`(?<![\p{L}])(?:statt|anstatt|anstelle von|anstelle des|nicht mehr|au lieu d[eu']|plutôt que|en vez de|en lugar de|ya no|em vez de|ao invés de|não mais|invece di|al posto di|non più|вместо|больше не)\s+${THING}`,
    ' ',
  ),
  {
    words: ['而不', '代替', '取代', '不再'],
    pattern:
      /(?:而不是|而不用|代替|取代|不再使用|不再用)\s*([\p{L}\p{N}_.+-]{1,16}?)(?=[，。,.；;]|$)/gu,
    things: [1],
    rest: ' ',
  },
  {
    words: ['ではなく', 'じゃなくて', 'の代わりに', 'をやめて', '대신', '이 아니라', '가 아니라'],
    pattern:
      /([\p{L}\p{N}_.+-]{1,16}?)\s*(?:ではなく|じゃなくて|の代わりに|をやめて|대신|이 아니라|가 아니라)/gu,
    things: [1],
    rest: ' ',
  },
]

/** "Faker any more" gives up Faker. */
const MORE = /\s{0,4}\b(?:any ?(?:more|longer)|at all|now|so far)$/iu

/** Longer than this it is no plain claim, and the patterns would take long over it. */
export const MAX_CLAIM_LENGTH = 400

/** "Three years, not one": here "one" counts. */
function thingOf(words = ''): string {
  const thing = words.trim().replace(MORE, '')
  return thing.toLowerCase() === 'one' ? '1' : thing
}

export function takeGivenUp(sentence: string): GivenUp {
  if (sentence.length > MAX_CLAIM_LENGTH) {
    return { rest: sentence, things: [], corrects: false, announcesChange: false }
  }
  const { rest: claim, corrects } = takeOpening(sentence)
  const things: string[] = []
  let rest = claim
  let small = rest.toLowerCase()
  for (const { words, cue, pattern, things: groups, rest: kept } of PATTERNS) {
    if (!words.some((word) => small.includes(word)) || cue?.test(rest) === false) continue
    const found: string[] = []
    const left = rest.replace(pattern, (...match: (string | undefined)[]) => {
      found.push(...groups.map((group) => thingOf(match[group])))
      return kept.replace(/\$(\d)/g, (_, group: string) => match[Number(group)] ?? '')
    })
    // "The endpoint is gone" gives up nothing: it is all the sentence says.
    if (found.length === 0 || !/[\p{L}\p{N}]/u.test(left)) continue
    things.push(...found)
    rest = left
    small = rest.toLowerCase()
  }
  const changes = corrects || things.length > 0 || announcesChange(sentence)
  return { rest, things, corrects, announcesChange: changes }
}
