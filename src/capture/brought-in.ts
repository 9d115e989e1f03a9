/**
 * M-03. Which passages of a prompt the person typed, and which were brought in: pasted, quoted, forwarded,
 * printed by a machine. Without a model, by what can be seen: the shape of lines (headings, logs, diffs,
 * mail, chats, templates), what is said of them ("the docs say:", "from Slack"), and a short request that
 * stands beside them. Words that were brought in are no person's rule. Every pattern is linear.
 */

import {
  attributesToOthers,
  beginsInReport,
  endsInReport,
  inlineLead,
  isLabel,
} from './attribution.ts'
import { announcesOwnAbroad } from './attribution-abroad.ts'
import { CUE_TABLES } from './cues/language.ts'
import {
  isHead,
  isListed,
  namesItsSource,
  namesSourceAbove,
  quotedLines,
  rowLines,
  shownLine,
} from './export-shapes.ts'
import { fencedLines, pastedLines } from './paste.ts'
import {
  asksAboutAbove,
  asksAboutBelow,
  mayNeedText,
  needsText,
  pointsBelow,
  worksOnRest,
} from './pointing.ts'
import { MAX_VOICE_CHARACTERS, speaksForSelf } from './text-requests.ts'

interface Passage {
  readonly start: number
  readonly end: number
  /** Why it is taken for brought in; null for what the person typed. */
  readonly broughtIn: string | null
}

interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The whole message, line by line, neighbours of one kind joined. */
export function passagesOf(message: string): Passage[] {
  const lines = linesOf(message)
  const reasons = reasonsOf(lines)
  const passages: Passage[] = []
  for (const [i, { start, end }] of lines.entries()) {
    const broughtIn = reasons[i] ?? null
    const last = passages.at(-1)
    if (last !== undefined && (last.broughtIn === null) === (broughtIn === null)) {
      passages[passages.length - 1] = { ...last, end }
    } else passages.push({ start, end, broughtIn })
  }
  return passages
}

/**
 * Whether the person's own words make what was brought in theirs, for good: "do what the issue says from
 * now on". Even then it waits for a yes.
 */
export function adoptsBroughtIn(own: string): boolean {
  return ADOPTS.test(own) && FOR_GOOD.test(own)
}

const ADOPTS =
  /\b(?:follow|adopt|apply|obey|respect|use|stick to|keep to|adhere to|do (?:what|as)|as (?:the|it|this|that)|these|those|this|that|them|it) ?(?:is|are|says?|said|rules?|guide|guidelines?|conventions?|standards?)?\b/i
const FOR_GOOD =
  /\b(?:from now on|going forward|in (?:the )?future|always|from here on|for good|(?:our|as a|the new) (?:rules?|policy|convention|standard)s?|in this (?:project|repo|repository|codebase))\b/i

/** Each is one character, so that places stay those of the message. */
const LINE_END = /[\n\u0085\u2028\u2029]/

function linesOf(message: string): Line[] {
  let start = 0
  return message.split(LINE_END).map((text) => {
    const line = { text, start, end: start + text.length }
    start += text.length + 1
    return line
  })
}

function reasonsOf(lines: readonly Line[]): (string | null)[] {
  const texts = lines.map(({ text }) => shownLine(text))
  const reasons: (string | null)[] = texts.map(() => null)
  const mark = (i: number, reason: string) => {
    reasons[i] ??= reason
  }
  for (const [i, isFenced] of fencedLines(texts).entries()) if (isFenced) mark(i, 'a code block')
  const open = texts.map((text, i) => (reasons[i] === null ? text : ''))
  for (const [i, isPasted] of pastedLines(open).entries()) if (isPasted) mark(i, 'machine text')
  for (const [i, text] of open.entries()) {
    if (/^\s{0,8}>/.test(text)) mark(i, 'a quotation')
    const shape = LINE_SHAPES.find(({ line }) => line.test(text))
    if (shape !== undefined) mark(i, shape.reason)
    const lead = inlineLead(text)
    if (lead !== null && worksOnRest(lead, text.slice(lead.length))) mark(i, 'attributed')
    if (lead !== null && !OWN_LEAD.test(lead) && attributesToOthers(lead)) mark(i, 'attributed')
    if (beginsInReport(text) || namesItsSource(text)) mark(i, 'attributed')
    if (isListed(text)) mark(i, 'a listing')
    if (isHead(text)) mark(i, 'a head')
  }
  for (const [i, isRow] of rowLines(open).entries()) if (isRow) mark(i, 'a listing')
  for (const [i, isQuoted] of quotedLines(open).entries()) if (isQuoted) mark(i, 'a quotation')
  for (const [i, text] of texts.entries())
    if (CAPITALS.test(text) && texts[i + 1]?.trim() === '') mark(i, 'a heading')
    else if (i > 0 && GREETS.test(text)) mark(i, 'a mail')
  markTalk(texts, mark)
  markElements(texts, mark)
  markData(texts, mark)
  markIntroduced(texts, reasons)
  return reasons
}

/** One line is enough to see these. */
// biome-ignore format: a table reads best in columns
const LINE_SHAPES: readonly { readonly reason: string; readonly line: RegExp }[] = [
  { reason: 'a commit',         line: /^\s{0,3}(?:commit [0-9a-f]{7,40}$|author: [^\n]{1,60}<[^\n@]{1,60}@)/i },
  { reason: 'a heading',        line: /^\s{0,3}#\d{1,8}\s+(?:opened|created|reported|closed|merged)\b/i },
  { reason: 'a heading',        line: /^\s{0,3}#{1,6}\s+\S|^h[1-6]\.\s|^={3,80}$|^-{3,80}$/ },
  { reason: 'a template',       line: /^\s{0,8}(?:[-*]\s+)?(?:\*\*|__)[^*_\n]{2,80}(?:\*\*|__):?\s{0,8}$/ },
  { reason: 'a heading',        line: /^\s{0,4}\d{1,2}(?:\.\d{1,2}){1,4}\.?\s{1,6}\p{Lu}/u },
  { reason: 'a heading',        line: /^\s{0,3}\[?v?\d{1,5}\.\d{1,5}(?:\.[\w.+-]{1,30})?\]?\s{1,3}[-–—(]\s{0,2}\d{4}-\d\d/ },
  { reason: 'a template',       line: /^\s{0,8}(?:[-*]\s+|\*\*)?(?:describe the bug|(?:steps )?to reproduce|(?:possible|proposed) solution|what happened|expected(?: (?:behaviou?r|result))?|current behaviou?r|actual(?: (?:behaviou?r|result))?|acceptance(?: criteria)?|environment|definition of done|problem statement|reproduction|stack trace|additional context|release notes|changelog|motivation|summary of changes)\b\s{0,4}(?:\*\*)?:?/i },
  { reason: 'a template',       line: /^\s{0,8}[-*]\s\[[ xX]\]\s/ },
  { reason: 'a template',       line: /^\s{0,4}(?:title|labels?|reporter|reported by|assignee|assigned to|priority|severity|status|components?|epic|sprint|story points|milestone|attendees|participants|affected versions?)\s?:\s[^.\n]{1,80}$/i },
  { reason: 'a user story',     line: /(?:^|[.:>]\s)\s{0,8}as an? (?!rule|habit|general|default|principle|matter|team)[\w\s-]{2,30},? i (?:\w{1,12} )?(?:want|need|would like|can|should)\b/i },
  { reason: 'a field of data',  line: /^\s{0,8}[a-z]{2,20}(?:_[a-z]{2,20}){1,4}\s?:\s/ },
  { reason: 'a chat',           line: /^\s{0,4}[[(]?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?[\])]?\s{1,4}<?@?[\w.-]{1,30}>?\s?:/ },
  { reason: 'a chat',           line: /^\s{0,4}@?[\w.-]{1,30}(?: [\w.-]{1,30})?\s{1,6}[[(]?\d{1,2}:\d{2}(?: ?[AaPp]\.?[Mm]\.?)?[\])]?\s{0,4}$/ },
  { reason: 'a chat',           line: /^\s{0,4}\p{L}[\p{L}.-]{1,30}(?: [\p{L}.-]{1,30})?\s{0,2}[([]\d{1,2}[:.]\d{2}(?: ?[AaPp]\.?[Mm]\.?)?[)\]]\s?[:：]\s/u },
  { reason: 'machine text',     line: /^\s{0,4}(?:hint|remote|tip|notice|deprecation(?: notice| warning)?):\s/ },
  { reason: 'a chapter',        line: /^\s{0,4}[\p{L}\d][^:>\n]{1,60} (?:>|›|»|→) [^:\n]{1,60}[:：]\s\S/u },
  { reason: 'a chat',           line: /^\s{0,4}<[a-z][\w.-]{1,30}> \S/ },
  { reason: 'a chat',           line: /^\s{0,4}<?@[\w.-]{1,30}>?\s?(?:\[[^\]\n]{1,20}\]\s?)?:\s/ },
  { reason: 'a chat',           line: /^\s{0,4}(?:q|a|frage|antwort)\d{0,2}\s?[:：]\s/i },
  { reason: 'a mail',           line: /^(?:from|to|cc|subject|date|sent|von|an|betreff|gesendet|de|para|asunto|objet|assunto|oggetto)\s?:[^\n]{0,200}(?:@|\d{4}|re:|aw:|fwd?:)/i },
  { reason: 'a template',       line: /^\s{0,3}(?:[A-Z]{2,10}-\d{1,6}|#\d{2,6})\s{0,4}$/ },
  { reason: 'a template',       line: /^\s{0,3}\[(?:feature|bug|rfc|epic|task|story|request|enhancement|question|proposal|docs?)(?: request| report)?\]\s/i },
  { reason: 'a chat',           line: /^\s{0,8}(?:system|assistant|developer|human|user)\s?:\s/i },
  { reason: 'a chat',           line: /^\s{0,4}\[#?\p{L}[\w# -]{1,20}\]\s{1,3}@?[\w.-]{1,30}\s?:\s/u },
  { reason: 'a mail',           line: /^(?:fwd?|wg|tr|rv|enc)\s?:\s/i },
  { reason: 'a mail',           line: /^(?:sehr geehrte[rs]?|guten tag|madame|monsieur|chère?s?|estimad[oa]s?|querid[oa]s?|prezad[oa]s?|gentil[ei]|egregi[oa]|spettabile|уважаем\p{L}{2,3}|добрый день)(?![\p{L}])[^\n:?]{0,50}[,!]\s{0,4}$/iu },
  { reason: 'a mail',           line: /^(?:mit (?:besten|herzlichen|freundlichen) grüßen|(?:beste|liebe|herzliche) grüße|bien cordialement|bien à vous|un saludo|atentamente|distinti saluti|cordialmente|с уважением|敬具|此致)(?![\p{L}])[,.]?\s{0,4}$/iu },
  { reason: 'a mail',           line: /^(?:subject|betreff|asunto|objet|assunto|oggetto)\s?:\s/i },
  { reason: 'a mail',           line: /^(?:hello|hi|dear|hey|hallo|liebe[rs]?|bonjour|hola|olá|ciao|buongiorno)\b[\w\s.]{0,30},\s{0,4}$/i },
  { reason: 'a mail',           line: /^(?:(?:best|kind|warm)? ?regards|best|cheers|sincerely|yours|mit freundlichen grüßen|viele grüße|cordialement|saludos|atenciosamente|cordiali saluti|thanks|thank you)\s?,\s{0,4}[\w\s.]{0,40}$/i },
]

/** "INSTALLATION", with a blank line below it. */
const CAPITALS = /^\s{0,4}(?!IMPORTANT)\p{Lu}{4,20}(?: [\p{Lu}&]{1,20}){0,4}\s{0,4}$/u

/** A mail's first words, below the person's own. */
const GREETS =
  /^\s{0,4}(?:sehr geehrte[rs]? [^,\n]{2,40}(?=,)|guten (?:tag|morgen|abend)|hallo \p{L}{2,20}|liebe[rs]? \p{L}{2,20}(?: und \p{L}{2,20})?(?=\s?,)|hola (?:equipo|a todos)|cher(?:s|e|es)? \p{L}{2,20}(?=\s?,)|car[oaie] \p{L}{2,20}(?=\s?,)|всем привет|привет,? (?:всем|команда)|bonjour|bonsoir|buen(?:os|as) (?:días|tardes|noches)|bom dia|boa (?:tarde|noite)|buon(?:giorno|asera)|gentil[ei]|добрый (?:день|вечер)|здравствуйте|коллеги|您好|你好|各位|大家好|いつもお世話に|お世話になって|お疲れ様|안녕하세요|hi (?:all|team|everyone)|hello (?:all|team|everyone)|dear \p{L}{2,20})(?:\s\p{Lu}[\p{L}.]{1,20}){0,2}(?:[,，!！.。:：]|おります)/iu

/** Two who take turns: a topic that stands before a colon does not come twice. */
function markTalk(texts: readonly string[], mark: (i: number, reason: string) => void): void {
  const names = texts.map((text) => /^\s{0,4}([\p{L}][\w.-]{0,20}):\s\S/u.exec(text)?.[1] ?? null)
  const known = names.filter((name) => name !== null)
  const distinct = new Set(known).size
  if (distinct < 2 || distinct === known.length) return
  for (const [i, name] of names.entries()) if (name !== null) mark(i, 'a chat')
}

const MAX_ELEMENT_LINES = 400

/** `<documentation>…</documentation>`: whole lines from the opening to the closing tag. */
function markElements(texts: readonly string[], mark: (i: number, reason: string) => void): void {
  const closings = closingLines(texts)
  for (let i = 0; i < texts.length; i++) {
    const tag = /^\s{0,8}<([A-Za-z][\w-]{1,40})\b[^>\n]{0,300}>/.exec(texts[i] ?? '')?.[1]
    const lines = closings.get(tag ?? '') ?? []
    while ((lines.at(-1) ?? i) < i) lines.pop()
    const until = lines.at(-1)
    if (until === undefined || until - i > MAX_ELEMENT_LINES) continue
    for (let at = i; at <= until; at++) mark(at, 'an element')
    i = until
  }
}

/** On which lines each tag is closed, the last first. */
function closingLines(texts: readonly string[]): Map<string, number[]> {
  const lines = new Map<string, number[]>()
  for (let i = texts.length - 1; i >= 0; i--) {
    for (const [, tag = ''] of (texts[i] ?? '').matchAll(/<\/([A-Za-z][\w-]{1,40})>/g)) {
      const known = lines.get(tag)
      if (known) known.push(i)
      else lines.set(tag, [i])
    }
  }
  return lines
}

/** Two lines of `key: value` in a row are data; one may well be how a person writes. */
const DATA_LINE =
  /^\s{0,40}(?:-\s+)?["']?[\w.-]{1,60}["']?\s?:(?:\s+["'[{]?[\w./:-]{1,80}["'\]},]{0,3})?\s{0,4}$/
const COMMENT_LINE = /^\s{0,40}(?:#(?!#| \d)|\/\/|--\s|\/\*|\*\s|%|;;?\s)\s?\S/

function markData(texts: readonly string[], mark: (i: number, reason: string) => void): void {
  const isData = texts.map((text) => DATA_LINE.test(text) && /^\s{2}|^\s{0,8}-\s/.test(text))
  for (const [i, text] of texts.entries()) {
    if (isData[i] && (isData[i - 1] || isData[i + 1])) mark(i, 'data')
    // A comment is code when it is not the whole message.
    if (texts.length > 1 && COMMENT_LINE.test(text) && !/^\s{0,8}\*\s/.test(text))
      mark(i, 'a comment in code')
  }
}

/** Where something came from, in the words of the person who brings it. */
const SOURCE =
  /\b(?:issue|ticket|bug report|report|jira|linear|github|gitlab|slack|teams|discord|thread|chat|e-?mail|mail|message from|docs?|documentation|readme|changelog|contributing(?:\.md)?|guide|manual|spec(?:ification)?|standard|article|blog|post|page|website|wiki|handbook|stack ?overflow|forum|comment|review|reviewer|customer|client|colleague|boss|manager|log|logs|output|console|terminal|error|trace|fwd?|fw|their|his|her|traceback|warning|prompt|terms|licen[cs]e|contract|regulation|advisory|transcript|notes from|minutes|copied|pasted|forwarded|quote|excerpt|snippet|code|file|function|query|config|yaml|json|schema|diff|patch|story|requirements?|description|says|said|wrote|writes|asks|states|printed|prints)\b|\w\.(?:md|txt|rst|ya?ml|toml|json)\b/i
/** A request that needs something to work on: "explain:", "translate to Go:". */
const WORK_ON =
  /^(?:(?:please|pls|can you|could you|hey|ok|and|so)[,]?\s+){0,3}(?:explain|translate|summari[sz]e|review|fix|debug|rewrite|rephrase|shorten|proofread|format|convert|refactor|answer|draft|reply|implement|check|analy[sz]e|look|read|parse|test|document|simplify|improve|split|estimate|what|why|how|is|does|do)\b/i
/** What a person says before rules of their own. */
const OWN_LEAD =
  /\b(?:remember|keep in mind|note|from now on|going forward|(?:our|my|new|house|some|few|these|following|project|team) (?:\w+ ){0,2}(?:rules?|conventions?|preferences?|guidelines?|decisions?|constraints?|standards?)|rules?|decisions?|conventions?|constraints?|preferences?|in this (?:project|repo|codebase)|please (?:always|follow|stick)|(?:what|how) (?:i|we) (?:want|expect|need|like|prefer|care|work|do)|i (?:want|prefer|like)|we (?:decided|agreed|use|do))\b/i
/** "Explain the following paragraph", and the paragraph stands below. */
const SHOWS_BELOW =
  /\b(?:following(?: \w+)?|below|(?:this|the) (?:paragraph|text|snippet|section|message|log|output|error|code|mail|ticket|trace|function|query|passage))\s*$/i
/** "Three things:", "for the API:", "when you write tests:". */
const OWN_LIST =
  /\b(?:things?|points?|notes?|items?|todos?|tasks?|steps?|wishes|please|when|whenever|for (?:the|all|every|this|our|your)|about|i|we|you|my|our|always|never|also|namely|as follows|style|formatting|naming|testing|commits?|tests?)\b/i
/** What a person adds below: a question, or what to do with it. */
const REQUEST =
  /\?\s{0,4}$|^(?:(?:please|pls|can|could|would|will|ok|and|so|then|now|also|but|what|why|how|where|is|are|does|do|did)\b|(?:fix|find|write|explain|summari[sz]e|split|implement|apply|translate|shorten|rewrite|answer|draft|estimate|tell|show|help|look|check|make|add|use|do|give|create|update|review|move|change|convert|turn|follow)\b)/i
const POLITE = /\?\s{0,4}$|^(?:please|pls|can|could|would|will|ok|and|so|then|now|also|but)\b/i
/** The person speaks: with themselves, us or you in it, or for good. */
const OWN_VOICE =
  /\b(?:from now on|going forward|in (?:the )?future|please|we|our|us|you|your|i|me|my|here|in this (?:project|repo|repository|codebase))\b/i
/** A rule below what was brought in is the person's where they speak. */
const OWN_RULE = /^(?:from now on|going forward|remember|always|never)\b/i

/**
 * A line that ends in a colon and names a source, or a request that needs something to work on, hands the
 * floor to what follows; what the person adds at the end is theirs again.
 */
function markIntroduced(texts: readonly string[], reasons: (string | null)[]): void {
  markAskedAbout(texts, reasons)
  const showsBelow = requestsAbout(texts)
  const lead = texts.findIndex(
    (text, i) =>
      reasons[i] === null && i < texts.length - 1 && (isIntroduction(text) || showsBelow(i)),
  )
  const shaped = reasons.findIndex((reason) => reason !== null && !LINE_LEVEL.has(reason))
  const begins = [...(lead >= 0 ? [lead + 1] : []), ...(shaped >= 0 ? [shaped] : [])]
  const from = Math.min(...begins)
  if (from >= texts.length) return
  let until = texts.length - 1
  while (until >= from && (texts[until]?.trim() === '' || isOwnEnding(texts, until, reasons)))
    until--
  for (let i = from; i <= until; i++) reasons[i] ??= 'below what introduces it'
}

/** A paragraph of one line. */
function standsAlone(texts: readonly string[], i: number): boolean {
  return !texts[i - 1]?.trim() && !texts[i + 1]?.trim()
}

/** Whether a request or a question points at what stands below it. One sentence may be a rule of its own. */
function requestsAbout(texts: readonly string[]): (i: number) => boolean {
  const last = texts.findLastIndex((text) => text.trim() !== '')
  const lastButOne = texts.findLastIndex((text, at) => at < last && text.trim() !== '')
  const lastInOwnVoice = texts.findLastIndex((text) => OWN_VOICE.test(text))
  const isMore = (i: number) => i < lastButOne || (i < last && /[.!?]\s+\S/.test(texts[last] ?? ''))
  return (i) => {
    const text = texts[i] ?? ''
    // "Explain", and below it "from now on …" alone: whose that is cannot be seen, so it waits for a yes.
    if (needsText(text)) return isMore(i) || !isToHold(nextLine(texts, i))
    if (isMore(i) && mayNeedText(text) && !speaksForSelf(nextLine(texts, i))) return true
    if (!standsAlone(texts, i)) return isMore(i) && pointsBelow(text)
    return pointsBelow(text) || (isMore(i) && i >= lastInOwnVoice && asksAboutBelow(text))
  }
}

/** The start of the next line that says something. */
function nextLine(texts: readonly string[], i: number): string {
  const at = texts.findIndex((text, place) => place > i && text.trim() !== '')
  return texts[at]?.slice(0, MAX_VOICE_CHARACTERS) ?? ''
}

function isToHold(line: string): boolean {
  return CUE_TABLES.some(({ standing, explicit }) => standing.test(line) || explicit.test(line))
}

/** A question below that is about the text above: all of it was brought in. */
function markAskedAbout(texts: readonly string[], reasons: (string | null)[]): void {
  const last = texts.findLastIndex((text) => text.trim() !== '')
  const isTold = namesSourceAbove(texts[last] ?? '')
  const isAsked =
    (standsAlone(texts, last) && asksAboutAbove(texts[last] ?? '')) ||
    (needsText(texts[last] ?? '') && !speaksForSelf(texts[0] ?? ''))
  if (last < 1 || !(isTold || isAsked)) return
  const first = isIntroduction(texts[0] ?? '') ? 1 : 0
  for (let i = first; i < last; i++)
    if (texts[i]?.trim()) reasons[i] ??= 'above a question about it'
}

/** These speak for their own line only: a person may type on right below. */
const LINE_LEVEL = new Set([
  'machine text',
  'a code block',
  'a quotation',
  'data',
  'a comment in code',
  'an element',
  'attributed',
  'above a question about it',
  'a listing',
])

function isIntroduction(text: string): boolean {
  const line = text.trim()
  if (line === '' || line.length > MAX_LEAD_CHARACTERS) return false
  if (OWN_LEAD.test(line) || announcesOwnAbroad(line)) return false
  // Whatever a colon at the end of a line announces is shown, unless the person announces rules of their own.
  if (/[:：]$/.test(line)) {
    const isShown = SOURCE.test(line) || WORK_ON.test(line) || !OWN_LIST.test(line)
    return isShown || attributesToOthers(line.slice(0, -1))
  }
  if (FILE_ALONE.test(line) || (WORK_ON.test(line) && SHOWS_BELOW.test(line))) return true
  if (endsInReport(line) || (line.length < MAX_LABEL_CHARACTERS && isLabel(line))) return true
  return (
    SOURCE.test(line) && /^(?:here (?:is|are)|this is|see|below)\b/i.test(line) && line.length < 120
  )
}

/** "todo.txt": what stands below is the file. */
const FILE_ALONE =
  /^[\w@./-]{1,80}\.(?:txt|md|mdx|mdc|rst|adoc|ya?ml|json|toml|ini|cfg|conf|env|log|csv|html?|xml|sh|sql)$/i
const MAX_LEAD_CHARACTERS = 240
const MAX_LABEL_CHARACTERS = 60

/** Several sentences that begin with an order are a text of orders. */
function isRequest(text: string): boolean {
  return POLITE.test(text) || (REQUEST.test(text) && !/[.!]\s+\S/.test(text))
}

function isOwnRule(text: string): boolean {
  return OWN_RULE.test(text) && OWN_VOICE.test(text) && !/[.!?]\s+\S/.test(text)
}

/** The last line, or the last paragraph of one line, when it asks for something. */
function isOwnEnding(
  texts: readonly string[],
  i: number,
  reasons: readonly (string | null)[],
): boolean {
  const text = texts[i]?.trim() ?? ''
  if (reasons[i] !== null || text.length > MAX_LEAD_CHARACTERS) return false
  const isLast = texts.slice(i + 1).every((rest) => rest.trim() === '')
  // Right below a sentence that was brought in, the last line is its end.
  const above = texts[i - 1]?.trim() ?? ''
  const isApart = above === '' || reasons[i - 1] !== null || /[:：]$/.test(above)
  // A line that says whose words stand below it means the next one.
  const isShown = reasons[i - 1] === 'a head' || isIntroduction(above)
  return isLast && isApart && (isRequest(text) || (!isShown && isOwnRule(text)))
}
