/**
 * M-03. Words that say whose the words behind them are: "Tom wrote:", "ticket text:", "laut Doku:",
 * "found this on a blog:". What a person says of their own words or of their team's is not among them.
 */
import { attributesAbroad, reportsNobody } from './attribution-abroad.ts'
import { labelsSpeaker } from './speaker-labels.ts'

/** Another person speaks, in the ten languages. */
const REPORTS =
  /\b(?:says?|saying|said|wrote|writes|insists?|insisting|insisted|claims?|claiming|claimed|suggests?|suggested|recommends?|recommended|demands?|demanded|asks?|asked|tells|posted|replied|answered|commented|states?|stated|reads|quoting|quote[ds]?|excerpt|copied|pasted|forwarded|according to|complains?|prints?|printed|outputs?|sagte?|schreibt|schrieb|meinte?|behauptet|laut|zitat|dit|écrit|selon|d['’]après|dice|dijo|escribió|según|diz|disse|escreveu|segundo|scrive|scritto|secondo)(?![\p{L}])|(?:пишет|написал[аи]?|сказал[аи]?|говорит|говорят|по словам|说|說|写道|寫道|表示|根据|と言|によると|書い|曰く|라고|따르면|말하길|말했)/iu
/** "Found this on a blog", "got this from support", "read on HN that". */
const CAME_ACROSS =
  /^(?:(?:i|we|just|ok|so|hey|fyi|btw)[,]?\s+){0,3}(?:found|saw|seen|read|heard|got|received|came across|stumbled (?:up)?on)\s+(?:this|that|it|these|those|somewhere|online|on|in|at|from|the following)\b/i
/** A label that names a text of others: "ticket text:", "mail from Kim:", "JIRA-12 description:"; "on slack:" is a topic. */
const LABEL =
  /^(?!(?:on|in|for|to|with|at|when|about) (?!(?:the|this|that|their|an?) )|(?:zu[mr]|für|über|pour|para|sobre|per|для|про|об?) )(?:[\w#;'’-]{1,30}\s){0,3}(?:ticket|issue|bug report|user story|story|jira|slack|teams|discord|e-?mail|mail|thread|forum|stack ?overflow|reddit|hacker news|hn|(?:blog )?post|article|newsletter|tweet|confluence|notion|transcript|recap|minutes(?: of the \w{1,20})?|notes (?:from|of) [\w ]{1,30}|feedback|review comment|pr comment|customer|client|vendor|support)(?:\s(?:text|body|message|description|title|note|comment|reply|#?\d{1,8}|(?:from|by|of) [\w@.-]{1,30})){0,2}$/i
/** "Marc's opinion:", "PM in the standup:": a person by name or post. */
const SPEAKER =
  /^(?:[A-Z][\w-]{1,20}['’]s (?:opinion|view|idea|take|comment|suggestion|proposal|advice|wish|remark|point|answer)|(?:(?:the|our|my|a|their) )?(?:\w{1,12} )?(?:pm|po|product owner|qa|cto|ceo|vp|designer|architect|consultant|contractor|auditor|intern|interviewer|professor|teacher|colleague|coworker|co-worker|friend|reviewer|user|stakeholder)(?: (?:on|in|at|from|by|via|over|during|for|yesterday|today|just|again|this|last|pinged|messaged|mailed|called|texted|sent|told|posted|dropped|left|gave|came|forwarded)\b[^:]{0,40})?)$/i
/** Machines and places that give opinions: "sonarqube: …", "ChatGPT: …". */
const ADVISER =
  /^(?:the )?(?:sonar(?:qube|cloud)?|codeclimate|dependabot|snyk|coderabbit|copilot|chatgpt|gpt(?:-\w{1,4})?|claude|gemini|codex|cursor|devin|perplexity|[\w-]{2,20} bot|stack ?overflow|reddit|hn|wikipedia)(?: (?:bot|output|answer|comment|warning|note))?$/i
/** The person's own words, or those of their house, which are as good. */
const OWN =
  /\b(?:i|we|you|i['’]ve|we['’]ve)\s+(?:\w{1,12}\s){0,2}(?:said|say|told|tell|wrote|write|asked|ask|mentioned|insist|claim|suggest|recommend|demand|state)\b|\b(?:our|my|the team(?:['’]s)?)\s+(?:\w{1,20}\s){0,2}(?:docs?|guide|readme|spec|manual|handbook|lead|team|boss|manager|policy|conventions?|standards?|book|rules?)\b/i

/** "PM says", "QA wants": a post in the house at the beginning of a line. */
const POST_REPORTS =
  /^(?:(?:the|our|my) )?(?:pm|po|product|qa|cto|ceo|vp|ops|devops|sales|marketing|support|ux|hr|management|upper management|a user|users|someone|somebody|a (?:guy|friend|dev|speaker|person))(?: (?:on|at|from|in) [\w ]{2,20}?)? (?:\w{2,12} )?(?:says?|said|wants?|wanted|wrote|writes|asks?|asked|insists?|insisted|claims?|claimed|suggests?|suggested|demands?|demanded|told|tells|complains?)\b/i
/** "From Slack", "aus dem Ticket", "из слака": where the words behind it were said. */
const FROM_PLACE =
  /^(?:from|via|aus|von|de|del|du|dal|da|out of|from (?:the|our)|aus de[mr]|из|с)\s(?:#?[\w-]{1,20} )?(?:slack|teams|discord|jira|linear|github|gitlab|confluence|notion|readme|ticket|issue|mail|e-?mail|chat|thread|stack ?overflow|reddit|slaka?|слак\p{L}*|тикет\p{L}*|письм\p{L}*|почт\p{L}*|чат\p{L}*|документаци\p{L}*)(?![\p{L}\p{N}])|からの(?:メール|連絡|メッセージ|問い合わせ|コメント|指摘)$|(?:来自|发来)[^：:]{1,30}$|(?:客户|用户)(?:来信|邮件|反馈)$|(?:받은|온|전달된) (?:메일|메시지|문의)$|고객 ?문의$/iu

/** "Per the runbook:", "Übersetze:": the words behind it are shown, not said. */
const BEGINS_SHOWING =
  /^(?:(?:as )?per (?:the|their|an?) |(?:übersetze?|traduis|traduce|traduz|traduci|переведи)(?![\p{L}]))/iu
/** "I get this error:", "write this to rules.md:". */
const SHOWS =
  /\b(?:(?:get|got|getting|see|seeing|shows?|throws?|prints?) (?:this|the|an|following) (?:[\w-]{1,20} )?(?:error|warning|message|output)$|commit message (?:is|was)$|prompt (?:of|for) [^:]{1,40} to$|bot['’]s (?:instructions|prompt)\b|(?:write|put|save|append|add) (?:this|that|it|the following) (?:to|in|into) [\w/-]{1,40}\.\w{1,5}$)/iu
/** "Im Protokoll steht geschrieben:", "en el manual pone:"; what the writer's own house has written is theirs. */
const ENDS_SHOWING =
  /^(?!.{0,40}(?:unser|nuestr|notre|noss[oa]|nostr|наш)).{0,100}(?:написано|говорится|geschrieben|(?<![\p{L}])(?:steht|heißt es|pone|est écrit|está escrito|sta scritto))$/iu

/** "A tester complained that …": one of many, and not of the house. */
const ONE_OF_MANY =
  /^(?:an?|one|another|some) (?:[\w-]{2,20} ){1,2}(?:\w{2,12}ly )?(?:complain(?:s|ed)|sa(?:ys|id)|wr(?:ote|ites)|claim(?:s|ed)|wants|wanted|demand(?:s|ed)|insist(?:s|ed)|suggest(?:s|ed)|recommend(?:s|ed)|told|swears|swore)\b/i

/** Longer than any beginning that names who speaks. */
const MAX_REPORT_CHARACTERS = 200

/** A line that begins with who said it, and goes on with what was said. */
export function beginsInReport(line: string): boolean {
  const words = line.trimStart().slice(0, MAX_REPORT_CHARACTERS)
  return POST_REPORTS.test(words) || ONE_OF_MANY.test(words)
}

const MAX_LEAD_CHARACTERS = 100
const SIGNS_OF_OTHERS = [
  ...[REPORTS, CAME_ACROSS, FROM_PLACE],
  ...[BEGINS_SHOWING, SHOWS, ENDS_SHOWING],
]

/** Whether what follows these words is another person's. */
export function attributesToOthers(lead: string): boolean {
  const words = lead.trim()
  if (words === '' || words.length > MAX_LEAD_CHARACTERS) return false
  if (reportsNobody(words)) return false
  if (labelsSpeaker(words)) return true
  if (OWN.test(words)) return false
  return (
    SIGNS_OF_OTHERS.some((each) => each.test(words)) || isLabel(words) || attributesAbroad(words)
  )
}

/** Whether a sentence tells what others say, want or think, and not the writer or their team. */
export function reportsOthers(sentence: string): boolean {
  return OTHERS_SPEAK.test(sentence) && !OWN.test(sentence)
}

const OTHERS_SPEAK =
  /\b(?:colleague|coworker|boss|manager|reviewer|customer|client|consultant|intern|vendor|tutorial|docs?|documentation|readme|article|blog|book|spec|changelog|ticket|issue|linter|compiler|error|log|someone|somebody|people|everyone|they|he|she|guy|[A-Z][a-z]{2,15})\s(?:\w{2,10}\s)?(?:says?|said|writes?|wrote|wants?|wanted|thinks?|prefers?|preferred|recommends?|recommended|suggests?|suggested|claims?|claimed|insists?|swears?|tells?|told|asks?|asked|complains?|states?|reads|likes?)\b/

/** In the other languages: "le consultant insiste", "dicen que", "на форуме пишут". */
const OTHERS_SPEAK_ABROAD =
  /(?<![\p{L}])(?:sagte?n?|meinte?n?|behaupte\p{L}{1,3}|schwör\p{L}{1,3}|empfiehlt|empfehlen|dit|disai\p{L}{1,3}|disent|insist\p{L}{1,4}|affirm\p{L}{1,4}|conseill\p{L}{1,4}|dicen?|dijo|dijeron|asegura\p{L}{0,2}|juran?|recomienda\p{L}{0,1}|dicono|diceva\p{L}{0,2}|giura\p{L}{0,2}|consiglia\p{L}{0,2}|sostien\p{L}{1,3}|diz|dizem|disse(?:ram)?|juram?|recomendam?|говор\p{L}{1,4}|пиш[еу]т|утвержда\p{L}{1,4}|совету\p{L}{1,4})(?![\p{L}])|(?:说|說)(?![明法])|声称|と言って|と言われ|によると|라고 (?:하|말)|다고 (?:하|말)|따르면/iu

/** Whether a sentence of any language tells what others say; first persons speak for themselves. */
export function tellsOfOthers(sentence: string): boolean {
  return (
    reportsOthers(sentence) || REPORTED_TO_US.test(sentence) || OTHERS_SPEAK_ABROAD.test(sentence)
  )
}

/** "The trainer told us to never …", "our lawyer wants every string reviewed". */
const REPORTED_TO_US =
  /^(?:(?:and|but|so|ok|well|btw),?\s+){0,2}(?:the|an?|my|our|some|one) (?:[\w-]{2,20} ){1,3}(?:told|tells|taught|advised|advises|warned|wants?|wanted|insists?|insisted|says?|said|recommended|recommends|swears)\b/i

/** A line of its own that only names whose text stands below it. */
export function isLabel(words: string): boolean {
  return LABEL.test(words) || SPEAKER.test(words) || ADVISER.test(words)
}

/** The words before the first colon of a line that goes on behind it; null where there is none. */
export function inlineLead(line: string): string | null {
  const colon = /[:：]/.exec(line.slice(0, MAX_LEAD_CHARACTERS + 1))
  if (colon === null || line.slice(colon.index + 1).trim() === '') return null
  const isWritten = colon[0] === '：' || /\s/.test(line[colon.index + 1] ?? '')
  return isWritten ? line.slice(0, colon.index) : null
}

/** "terraform says", "Kim replied with": the line ends where the quotation begins. */
export function endsInReport(line: string): boolean {
  const words = line.trim().replace(/[:：…-]$/, '')
  if (words.length > MAX_LEAD_CHARACTERS || OWN.test(words)) return false
  return ENDS_IN_REPORT.test(words)
}

const ENDS_IN_REPORT =
  /(?:\b(?:says?|said|wrote|writes|complains?|complained|insists?|claims?|prints?|printed|shows|showed|gives (?:me|us)|gave (?:me|us)|reports|reported|outputs?|tells (?:me|us)|told (?:me|us)|answered|replied|posted|returns|returned|sent (?:me|us)|got|getting|schreibt|schrieb|sagt|dit|dice|diz|scrive)|пишет|говорит)(?: this| that| me| us| with| back| the following){0,2}$/iu
