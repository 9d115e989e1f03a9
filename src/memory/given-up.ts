/**
 * M-10, B-05. What a sentence says no longer holds ("spaces instead of tabs", "moved from A to B",
 * "A is gone"), and whether it says of itself that it corrects something. One table per idea, all
 * languages side by side.
 */

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
const SUBJECT = String.raw`(?<=^|[,;(—–]\s{0,4}|[:.]\s{1,4}|\b(?:and|but|und|aber|et|mais|y|pero)\s)(?:(?:the|that|our|this|old|der|die|das|le|la|el|los)\s{1,4}){0,4}((?:(?!(?:is|are|was|were|has|have|had|if|when|it|we|they|that|which)\b)(?:[^\s,;:()!?]|:(?=\S)){1,80}\s){1,4}?)`
const END = String.raw`(?=\s{0,4}(?:$|[.,;:!)—–]|\b(?:and|but|so|since|because|last|this|yesterday|today|now|in|as|with|after|after all)\b))`
const CHANGING = String.raw`\b(?:chang|switch|mov|migrat|upgrad|downgrad|bump|rais|lower|increas|decreas|reduc|renam|convert|transition|updat|went|turn|shorten|extend|lengthen|cut|shift|relocat|port|swap|go|goes|gone)\w{0,12}`
const GONE = String.raw`(?:gone|removed|deleted|dropped|replaced|retired|deprecated|archived|abandoned|obsolete|outdated|out|dead|history|wrong|incorrect|discontinued|decommissioned|superseded|shut down|turned off|no longer \w+|not \w+ any ?more|not enough|too \w+|not right)`

/** How a sentence names what it gives up, and what is left to read once that is taken out. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`(${CHANGING}[^.;]{0,120}?)\bfrom ${THING}(?=to\b)`, 'giu'), '$1'],
  [
    new RegExp(
      String.raw`${SUBJECT}(?:was|were|is|are|has been|have been|got) (?:now )?replaced (?:by|with)\b`,
      'giu',
    ),
    ' use ',
  ],
  [
    new RegExp(
      `${SUBJECT}(?:was|were|is|are|has been|have been|got)(?: now)? ${GONE}${END}`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`${SUBJECT}(?:has |have )?(?:left|quit|resigned)(?: the (?:team|company|project))?(?=\s*[;,.])`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`\b(?:it|that|this) (?:was not|wasn't|is not|isn't) (?:the |a |an )?${THING}(?:after all)?(?=\s*[,;:.—–])`,
      'giu',
    ),
    ' ',
  ],
  [new RegExp(String.raw`\breplac(?:e|es|ed|ing) ${THING}(?:with|by)\b`, 'giu'), ' use '],
  [new RegExp(String.raw`\breplac(?:e|es|ed|ing) ${THING}$`, 'giu'), ''],
  [
    new RegExp(
      String.raw`\b(?:instead of|rather than|in place of|as opposed to) (?:using )?(?:the )?${THING}`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`(?:[,;(—–-]|\band\b|\bbut\b)\s*(?:and |but )?(?:not|never|no longer|no more) (?:use |using )?(?:(?:to|in|into|on|onto|with|at|by|from|as) )?(?:the )?${THING}\)?(?=[.,;!]|$|\s*(?:for|in|on|when|if|at)\b)`,
      'giu',
    ),
    ' ',
  ],
  [new RegExp(String.raw`\bthan (?<=\brather [^.;]{0,80}?than )${THING}`, 'giu'), ' '],
  [
    new RegExp(
      String.raw`\bover (?<=\b(?:prefer|prefers|preferred|choose|chose|chosen|favor|favour|picked) [^.;]{0,120}?over )${THING}`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`\b(?:drop|dropped|abandon|abandoned|ditch|ditched|retire|retired|swapped|swap) ${THING}(?:for|in favou?r of)\b`,
      'giu',
    ),
    ' use ',
  ],
  [
    new RegExp(
      String.raw`\b(?:don't|do not|never|stop|avoid) (?:use |using )?${THING}[,;.—–-]+\s*(?:and |but )?(?=(?:please |always )?(?:use|prefer|go with)\b)`,
      'giu',
    ),
    ' ',
  ],
  [
    new RegExp(
      String.raw`\(\s*(?:was|were|previously|formerly|before|used to be|not|up from|down from)[:,]? ${THING}\)`,
      'giu',
    ),
    ' ',
  ],
  [new RegExp(String.raw`\b(?:up|down) from ${THING}`, 'giu'), ' '],
  [
    new RegExp(
      String.raw`(?<![\p{L}])(?:statt|anstatt|anstelle von|anstelle des|nicht mehr|au lieu d[eu']|plutôt que|en vez de|en lugar de|ya no|em vez de|ao invés de|não mais|invece di|al posto di|non più|вместо|больше не)\s+${THING}`,
      'giu',
    ),
    ' ',
  ],
  [
    /(?:而不是|而不用|代替|取代|不再使用|不再用)\s*([\p{L}\p{N}_.+-]{1,16}?)(?=[，。,.；;]|$)/gu,
    ' ',
  ],
  [
    /([\p{L}\p{N}_.+-]{1,16}?)\s*(?:ではなく|じゃなくて|の代わりに|をやめて|대신|이 아니라|가 아니라)/gu,
    ' ',
  ],
]

/** A sentence that opens like this says itself that it puts something right. */
const CORRECTION = new RegExp(
  [
    String.raw`^(?:small |a )?(?:correction|amendment|erratum|update|edit|fix|rectification|korrektur|berichtigung|nachtrag|correctif|corrección|corrección|correção|atualização|actualización|correzione|aggiornamento|исправление|поправка|обновление)(?:\s+(?:to|of|for|on|zu|de|à|a)\s[^:,]{0,60})?\s*[:,—–]\s*`,
    String.raw`^(?:no|nope|nein|non|нет|not quite|wrong)[,!.:]\s+`,
    String.raw`^(?:sorry,? )?(?:i|we) (?:was|were) (?:wrong|mistaken)(?: about (?:that|this|it))?\s*[,:;.—–]\s*`,
    String.raw`^(?:we|i|they) (?:have |'ve )?changed (?:our|my|their) minds?\s*[,:;.—–]\s*`,
    String.raw`^(?:scratch that|on second thoughts?|as it turns out|it turns out(?: that)?|turns out(?: that)?|actually|doch|tatsächlich|en fait|en realidad|na verdade|in realtà)\s*[,:;—–]?\s*`,
    String.raw`^(?:更正|订正|訂正|修正|정정|수정)\s*[：:，,]?\s*`,
  ].join('|'),
  'iu',
)

/** Words by which the newer speaks of a change by itself. */
const CHANGE =
  /(?<![\p{L}\p{N}])(?:now|currently|instead|actually|any ?more|nowadays|henceforth|from now on|going forward|as of (?:now|today)|these days|no longer|again|after all|since v?\d[\w.]*|since (?:january|february|march|april|may|june|july|august|september|october|november|december|last|yesterday|the)|changed|switched|moved|migrated|upgraded|downgraded|bumped|raised|lowered|increased|decreased|reduced|renamed|converted|updated|replaced|became|shortened|extended|doubled|halved|tripled|slipped|postponed|handed over|took over|taken over|used to|jetzt|nun|ab sofort|künftig|ab jetzt|inzwischen|mittlerweile|nicht mehr|désormais|maintenant|dorénavant|ahora|desde ahora|a partir de ahora|ya no|agora|a partir de agora|ora|adesso|d'ora in poi|теперь|отныне|больше не)(?![\p{L}\p{N}])|现在|目前|今后|以后|改为|改成|改用|换成|不再|今は|現在は|今後|これから|に変更|に移行|이제|앞으로|으로 변경|로 변경/iu

/** Longer than this it is no plain claim, and the patterns would take long over it. */
const MAX_CLAIM_LENGTH = 400
const MAX_OPENINGS = 3

export function takeGivenUp(sentence: string): GivenUp {
  if (sentence.length > MAX_CLAIM_LENGTH) {
    return { rest: sentence, things: [], corrects: false, announcesChange: false }
  }
  const announces = CHANGE.test(sentence)
  let rest = sentence
  let corrects = false
  for (let opening = 0; opening < MAX_OPENINGS; opening += 1) {
    const claim = rest.replace(CORRECTION, '')
    if (claim === rest || claim.trim() === '') break
    corrects = true
    rest = claim
  }
  const things: string[] = []
  for (const [pattern, kept] of PATTERNS) {
    const before = rest
    const found: string[] = []
    const left = before.replace(pattern, (...groups: string[]) => {
      const keepsFront = kept === '$1'
      found.push((groups[keepsFront ? 2 : 1] ?? '').trim())
      return keepsFront ? (groups[1] ?? '') : kept
    })
    // "The endpoint is gone" gives up nothing: it is all the sentence says.
    if (found.length === 0 || !/[\p{L}\p{N}]/u.test(left)) continue
    things.push(...found)
    rest = left
  }
  return { rest, things, corrects, announcesChange: announces || corrects || things.length > 0 }
}
