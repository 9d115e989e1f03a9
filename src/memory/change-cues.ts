/**
 * M-10. How a text says of itself that something is different now, or that it was wrong before. One
 * expression per idea, all languages side by side.
 */

/** A sentence that opens like this says itself that it puts something right. */
const OPENING = new RegExp(
  [
    String.raw`^(?:small |a )?(?:correction|amendment|erratum|update|edit|fix|rectification|korrektur|berichtigung|nachtrag|correctif|corrección|correção|atualização|actualización|correzione|aggiornamento|исправление|поправка|обновление)(?:\s+(?:to|of|for|on|zu|de|à|a)\s[^:,]{0,60})?\s*[:,—–]\s*`,
    String.raw`^(?:no|nope|nein|non|нет|not quite|wrong|oops|sorry|my bad|my mistake|my fault|never ?mind|careful|attention|heads up)\s*[,!.:;—–]\s+`,
    String.raw`^(?:sorry,? )?(?:i|we) (?:was|were) (?:wrong|mistaken)(?: (?:about|on|with) (?:that|this|it))?\s*[,:;.—–]\s*`,
    String.raw`^(?:sorry,? )?(?:i|we) (?:was|were) (?:wrong|mistaken) (?:about|on|with) (?=\S)`,
    String.raw`^(?:sorry,? )?(?:i|we) (?:had |have |'ve |'d )?(?:misread|misremember(?:ed)?|misunderst(?:ood|and)|misstated|misspoke|mixed (?:it |that |this |them )?up|confused (?:it|that|this|them)|got (?:it|that|this) wrong|told you (?:wrong|nonsense)|made a mistake|gave you the wrong)\b[^:;.,—–]{0,60}[,:;.—–]\s*`,
    String.raw`^(?:please )?(?:scrap|scratch|forget|ignore|disregard|discard|strike) (?:that|this|it|(?:all |everything )?(?:what|the thing|whatever) (?:i|we) (?:said|told you|wrote|noted)(?: (?:earlier|before|yesterday|last \w+))?|(?:the|my|our) (?:earlier|previous|last|old|former) (?:note|rule|answer|statement|info|information|advice|instruction)s?)(?=[\s:;,.—–])(?: (?:earlier|before))?\s*(?:[:;,.—–]\s*)?(?:(?:about|on|regarding) )?`,
    String.raw`^(?:i|we) (?:take|took) (?:that|this|it) back\s*[,:;.—–]\s*`,
    String.raw`^(?:contrary to|unlike|against|other than|different from|differently from) (?:what|how) (?:i|we|was) (?:said|told you|wrote|noted|thought|assumed|planned)(?: (?:earlier|before))?\s*[,:;—–]\s*`,
    String.raw`^(?:we|i|they) (?:have |'ve )?changed (?:our|my|their) minds?\s*[,:;.—–]\s*`,
    String.raw`^(?:on second thoughts?|as it turns out|it (?:turns|turned) out(?: that)?|(?:turns|turned) out(?: that)?|(?:in )?actual(?:ly)?(?: fact)?|in fact|in reality|doch|tatsächlich|en fait|en realidad|na verdade|in realtà)\s*[,:;—–]?\s*`,
    String.raw`^(?:更正|订正|訂正|修正|정정|수정)\s*[：:，,]?\s*`,
  ].join('|'),
  'iu',
)

const MONTHS =
  'january|february|march|april|may|june|july|august|september|october|november|december'
const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'

/** Verbs that are said when a thing is no longer what it was, in the past or as a participle. */
const CHANGED =
  'changed|switched|moved|migrated|relocated|transferred|shifted|ported|converted|transitioned|upgraded|' +
  'downgraded|updated|bumped|raised|lifted|lowered|increased|decreased|reduced|dropped to|cut to|grew to|' +
  'doubled|halved|tripled|quadrupled|shortened|extended|lengthened|prolonged|tightened|loosened|relaxed|' +
  'renamed|rebranded|replaced|superseded|supplanted|succeeded by|swapped|exchanged|reassigned|rearranged|' +
  'rescheduled|postponed|slipped|delayed|brought forward|handed over|handed (?:the |it |[\\w-]+ )*over|' +
  'passed (?:it |this )?on|went to|goes to|took over|taken over|stepped down|stepped in|reverted|rolled back|went back|gone back|' +
  'going back|returned to|back to|renegotiated|renewed|revised|amended|adjusted|rewritten|rewrote|reworked|' +
  'redesigned|overhauled|consolidated|abolished|scrapped|discontinued|sunset|phased out|decommissioned|' +
  'enlarged|expanded|shrunk|widened|narrowed|slowed|sped up|automated|outsourced|insourced|relicensed|retrained|' +
  're-\\p{L}{3,20}ed|split (?:out|off|up)|merged into|folded into|pulled out|taken off|taken over|put on|' +
  'taken the place of|took the place of|made way for|went (?:up|down|away)|goes from|change(?:s)? [^.;]{1,40} to|made us|' +
  'misdiagnosed|wrongly|bankrupt|out of business|retired|deprecated|shut [^.;,]{0,20}down|shut down|became|has become|have become|turned out|proved|used to|outgrew|outgrown'

/** Words by which a text speaks of a change by itself. */
const CHANGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:now|currently|instead|actually|any ?more|any longer|nowadays|henceforth|from now on|from (?:today|tomorrow|next \w+|${DAYS}|${MONTHS})|going forward|as of|as from|effective|starting|with effect|these days|by now|meanwhile|in the meantime|no longer|again|after all|since (?:v?\d[\w.]*|${MONTHS}|${DAYS}|last|yesterday|the|this|version|release|\p{Lu}[\w.]* \d)|this (?:week|month|quarter|year|sprint)|last (?:week|month|quarter|year|sprint|night|${DAYS})|(?:got|gets|has|have|received|there is|there's|here is|is) (?:got )?(?:a|an|the|its|their|our)? ?new|${CHANGED}|outdated|obsolete|wrong|mistaken|incorrect|had to|doubles?|halves?|jetzt|nun|ab sofort|künftig|ab jetzt|inzwischen|mittlerweile|nicht mehr|désormais|maintenant|dorénavant|ahora|desde ahora|a partir de ahora|ya no|agora|a partir de agora|ora|adesso|d'ora in poi|теперь|отныне|больше не)(?![\p{L}\p{N}])|现在|目前|今后|以后|改为|改成|改用|换成|不再|今は|現在は|今後|これから|に変更|に移行|이제|앞으로|으로 변경|로 변경`,
  'iu',
)

/** What is said of a thing that is over, without naming what came of it. */
const ENDING =
  /(?<![\p{L}\p{N}])(?:tired of|fed up with|ran out|runs out|expired|ended|ends|disabled|blocked|closed|left|removed|lost|gone|innocent|not to blame|off the hook|out of the picture|takes (?:forever|too long|ages)|too (?:slow|weak|small|big|large|expensive|rare|short|long|late|early|risky|fragile|often|much|many|few|little|old|noisy|strict|loose)|a mistake|a bad idea|a dead end|a typo|clash(?:es|ed)|conflicts? with|not (?:allowed|possible|available|maintained|supported|enough)|unmaintained|unsupported|on (?:parental )?leave|on holiday|hangs?|hung|crash(?:es|ed)|leak(?:s|ed)|stall(?:s|ed)|chok(?:es|ed)|starv(?:es|ed)|tim(?:es|ed) out|kept \p{L}{2,20}ing|could(?: not|n't) (?:take|cope|handle|keep up|carry|bear|follow)|answers? (?:with )?[45]\d\d|(?:is|are) off)(?![\p{L}\p{N}])/iu

const wholeWords = (...words: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])`, 'iu')

/** Weaker signs of a change than `announcesChange` asks for: they count beside what else the texts show. */
const HINT = wholeWords(
  "now|no more|stopped|ceased|is over|n'est plus|again|back|once more|wieder|de nouveau|otra vez|снова",
  `${CHANGED}|(?:cut|down|up|went|dropped|grew) (?:down |up |over |out )?(?:to|from)|pulled|wheeled`,
  'brought|broke|died|cancelled|canceled|done|finished|loosened|given up|fell away|takes? over|over to|out of',
  String.raw`(?:has|have|had) been \p{L}{2,24}(?:ed|en|t)|got \p{L}{2,24}ed`,
  'since|as of|starting|yesterday|recently|lately|after (?:the|our|that)|until (?:recently|last|now)',
  'seit|ab|depuis|desde|instead|rather than|in place of|but not|replac(?:e|es|ed|ing)|statt|anstatt|au lieu|en vez|вместо',
)

/** What was said before was wrong. */
const WRONG = wholeWords(
  'wrong|mistaken|incorrect|actually|turn(?:s|ed) out|in fact|correction|not true|false|mistake',
  'misremembered|misread|sorry|no,|contrary|changed (?:my|our) minds?|take (?:that )?back|after all',
  `scrap|scratch|forget|never ?mind|(?:wasn't|isn't|weren't|aren't|didn't) [^.;]{1,40}(?:,|but|;)`,
)

export function hintsAtChange(text: string): boolean {
  return HINT.test(text) || WRONG.test(text)
}

export function saysItWasWrong(text: string): boolean {
  return WRONG.test(text)
}

/** "Since the summer", "after the outage": when it changed, and no part of what is said. */
const LEAD_IN =
  /^(?:since|after|as of|following|from|with effect from|starting)\s+(?:(?:the|our|that|this|last|next|version|release)\s+){0,3}[\w.-]+(?:,|\s+on,)?\s+(?=\S)/iu

export function withoutLeadIn(text: string): string {
  return text.replace(LEAD_IN, '')
}

const MAX_OPENINGS = 3

/** True where something is said to be over or no good. */
export function endsSomething(text: string): boolean {
  return ENDING.test(text)
}

export function announcesChange(sentence: string): boolean {
  return CHANGE.test(sentence)
}

/** The sentence without "Correction:", "No, …"; it corrects when there was such an opening. */
export function takeOpening(sentence: string): {
  readonly rest: string
  readonly corrects: boolean
} {
  let rest = sentence
  let corrects = false
  for (let opening = 0; opening < MAX_OPENINGS; opening += 1) {
    const claim = rest.replace(OPENING, '')
    if (claim === rest || claim.trim() === '') break
    corrects = true
    rest = claim
  }
  return { rest, corrects }
}
