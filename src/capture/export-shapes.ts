/**
 * M-03. Lines as programs print and export them: listings with numbers, tables, chats, comments of forges,
 * turns of a conversation with a model. One line is enough to see most; every pattern is linear.
 */
import { namesSourceBehindAbroad, saysWhereFrom } from './attribution-abroad.ts'

/** Marks that nobody sees, and which would hide the sign a line begins with. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const WIDE_QUOTE = /^(\s{0,8})[＞›]/

/** The line as its reader sees it. Only for looking: its length is not the original's. */
export function shownLine(text: string): string {
  return text.replace(UNSEEN, '').replaceAll('\u00a0', ' ').replace(WIDE_QUOTE, '$1>')
}

/** What these lines say stands in them. */
// biome-ignore format: a table reads best in columns
const LISTED: readonly RegExp[] = [
  /^\s{0,4}[\w@./-]{1,120}\.\w{1,8}[:-]\d{1,6}[:-]/,
  /^\s{0,8}\d{1,6}(?:\t|→|\s?[|│]\s)/,
  /^\^?[0-9a-f]{7,40}\s\([^()\n]{1,80}\d{4}-\d\d-\d\d[^()\n]{0,40}\)/,
  /^\s{0,4}[\w.-]{1,40}\[[\w.-]{1,20}\]:\s/,
  /^\s{0,4}\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\]?(?: -)? [^:\n]{1,40}:\s/i,
  /^\s{0,4}speaker \d{1,3}\s?:/i,
  /^\s{0,4}\*\*(?:user|system|assistant|human|developer|tool)\s?(?::\s?\*\*|\*\*\s?:)/i,
  /^\s{0,4}\[(?:\/?INST|(?:tool|function)[ _](?:results?|output|response|call))\]/i,
  /<\|[a-z_]{2,20}\|>/i,
  /<(?:tool_results?|function_results?|tool_response|tool_output|user|system|assistant|human)\b[^<>\n]{0,200}>/i,
  /^\s{0,3}\[\/\/\]:\s|<!\[CDATA\[/,
  /^\s{0,8}(?:REM\s|--\[\[|%\s)/,
  /^(?:BEGIN|END|SUMMARY|DESCRIPTION|UID)(?:;[^\n:]{0,60})?:\S/,
  /^\s{0,4}[A-Z][A-Z0-9]{0,20}(?:_[A-Z0-9]{1,20}){0,4}=\S/,
  /^\s{0,4}(?:##\[\w{2,20}\]|::(?:error|warning|notice|debug)\b)/,
  /^\s{0,4}(?:nit(?:pick)?|(?:suggestion|issue|question|thought|praise)\s?\((?:non-)?blocking\))\s?:\s/i,
  /^\s{0,4}@(?:channel|here|all|everyone)\b/i,
  /^\s{0,12}[•‣◦▪●⁃∙]\s/,
]

/** These name whose words stand below them. */
// biome-ignore format: a table reads best in columns
const HEADS: readonly RegExp[] = [
  /^\s{0,4}[^\n:—]{1,40} — (?:today|yesterday|\d{1,2}[./]\d{1,2})/i,
  /^\s{0,4}\[(?:mon|tues|wednes|thurs|fri|satur|sun)day \d{1,2}:\d{2}[^\]\n]{0,6}\]\s\S/i,
  /^\s{0,8}\d{1,2}:\d{2} ?[AaPp]\.?[Mm]\.?\s{0,4}$/,
  /^\s{0,4}(?!(?:don['’]?t|do|never|always|please|no|i|we|you)\b)@?[\w.-]{1,39}(?: [\w.-]{1,30})? (?:commented|added a comment|left a comment|replied|reviewed|requested changes)\b[^.!?:\n]{0,40}(?::\d\d[^.!?\n]{0,10})?$/i,
  /^(?:on|le|am|el|em|il)\s[^\n]{4,120}\s(?:wrote|a écrit|schrieb|escribió|escreveu|ha scritto)(?:\s[^\n:：]{0,60})?\s?[:：]\s{0,2}$/i,
  /^\s{0,4}\[Pasted text\b[^\]\n]{0,40}\]\s{0,4}$/i,
  /^\s{0,4}\.\.\s[\w-]{2,30}::\s{0,4}\S{0,40}|^!!!\s\w/,
  /^\s{0,3}(?:\*{3,80}|_{3,80})\s{0,4}$/,
]

export function isListed(line: string): boolean {
  return LISTED.some((shape) => shape.test(line))
}

export function isHead(line: string): boolean {
  return HEADS.some((shape) => shape.test(line))
}

/** Rows of a table whose cells stand without blanks between, and lines that were only added. */
const ROWS: readonly RegExp[] = [
  /^\s{0,4}"?[\w.-]{1,30}"?,[^\s,]/,
  /^\s{0,4}"?[\w.-]{1,30}"?;[^\s;]/,
  /^\s{0,4}"?[\w.-]{1,30}"?\t\S/,
  /^\+[^\s+]/,
]

/** Which lines belong to two or more rows of one kind. */
export function rowLines(texts: readonly string[]): boolean[] {
  const isRow = texts.map(() => false)
  for (const row of ROWS) {
    for (let i = 1; i < texts.length; i++) {
      if (row.test(texts[i] ?? '') && row.test(texts[i - 1] ?? '')) isRow.fill(true, i - 1, i + 1)
    }
  }
  return isRow
}

const MAX_QUOTED_LINES = 60
const DOCSTRING = /^\s{0,12}(?:"""|''')/
const SPOKEN =
  /\b(?:says?|said|wrote|writes|replied|answered|commented|told (?:me|us)|posted)\b[^"“„]{0,20}/i

/** Which lines stand in a quotation over several lines: between three marks, or opened behind "said". */
export function quotedLines(texts: readonly string[]): boolean[] {
  const isQuoted = texts.map(() => false)
  for (let i = 0; i < texts.length; i++) {
    const closes = closingOf(texts[i] ?? '')
    if (closes === null) continue
    const behind = texts.slice(i + 1, i + 1 + MAX_QUOTED_LINES).findIndex((text) => closes(text))
    if (behind === -1) continue
    isQuoted.fill(true, i, i + 2 + behind)
    i += 1 + behind
  }
  return isQuoted
}

/** How the quotation ends that this line opens and does not close. */
function closingOf(text: string): ((line: string) => boolean) | null {
  const marks = DOCSTRING.exec(text)?.[0].trim()
  if (marks !== undefined)
    return text.split(marks).length === 2 ? (line) => line.includes(marks) : null
  if (!SPOKEN.test(text)) return null
  if (text.lastIndexOf('“') > text.lastIndexOf('”')) return (line) => line.includes('”')
  const isOpen = text.split('"').length % 2 === 0 && /\s"\S[^"]*$/.test(text)
  return isOpen ? (line) => line.includes('"') : null
}

/** Said behind the words: "… (from the README)", "That's what the wiki says.", "… — Bob, 2024". */
const SOURCE_BEHIND =
  /\((?:from|via|source:?|quoted from) (?!now\b)[^()\n]{2,60}\)[.\s]{0,4}$|\b(?:that|this)(?:['’]s| is| was) what (?:the|their|an?) (?:[\w-]{1,20} ){1,2}(?:says?|said|recommends?|suggests?)\b/i
const SIGNED_BEHIND = /[.!?]["”]? (?:—|–|--) \p{Lu}[\p{L}. ]{1,40}(?:, \d{4})?$/u
const SOURCE_BEFORE = /^\s{0,4}\((?:via|from|source:?) (?!now\b)[^()\n]{2,60}\)\s/i

export function namesItsSource(line: string): boolean {
  return (
    [SOURCE_BEHIND, SIGNED_BEHIND, SOURCE_BEFORE].some((each) => each.test(line)) ||
    namesSourceBehindAbroad(line)
  )
}

/** A line of its own that says where the lines above it come from. */
const SIGNED = /^\s{0,4}[—–]\s?\p{Lu}[\p{L}.' ]{1,60}(?:, \d{4})?$/u
const ABOVE =
  /^\s{0,4}(?:\^\s?)?(?:that|this|it)(?:['’]s| is| was) (?:what|from|in|on) (?:the|their|an?|some) (?:[\w-]{1,20} ){0,2}(?:issue|ticket|wiki|pr|pull request|readme|docs?|documentation|comment|review|blog|article|post|thread|mail|e-?mail|faq|runbook|manual)\b/i

export function namesSourceAbove(line: string): boolean {
  return SIGNED.test(line) || ABOVE.test(line) || saysWhereFrom(line)
}
