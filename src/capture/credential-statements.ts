/**
 * G-10. What a message teaches beside its credentials: of "the password is [redacted:password], use it for the
 * migration" nothing is left to know, of a rule in another clause everything.
 */

import { sentencesOf } from '../text/sentences.ts'
import type { UserRuleSettings } from './settings.ts'
import { topicWords } from './topic-words.ts'
import { type CapturedRule, capturedRules } from './user-rules.ts'

const MARKER = /\[redacted:[\w-]{1,60}\]/g
const MIN_WORDS_BESIDE = 3
/** Where something else may begin: a new clause, or another property of the same thing. */
const CLAUSE =
  /[;；]\s?|[,，、]\s?|\s[—–-]\s|\s(?:and|und|et|y|e|и)\s(?=(?:its?|the|their|das|le|la|el|il|o|a)\s)/g
const ENDS_STATEMENT = /[;；]/

interface BesideCredentials {
  readonly rules: readonly CapturedRule[]
  /** Rules whose matter was the credential. */
  readonly withheld: readonly CapturedRule[]
}

export function rulesBesideCredentials(
  settings: UserRuleSettings,
  message: string,
): BesideCredentials {
  const all = capturedRules(settings, message)
  if (message.search(MARKER) === -1) return { rules: all, withheld: [] }
  // An order may name a credential on its way: "always deploy with --token …".
  const orders = all.filter(({ type, sentence }) => type !== 'fact' && !isCredentialAlone(sentence))
  let rest = message
  for (const { start, end, text } of sentencesOf(message)) {
    if (text.search(MARKER) === -1) continue
    if (orders.some((order) => order.start < end && start < order.end)) continue
    rest =
      rest.slice(0, start) +
      withoutStatements(settings, message.slice(start, end)) +
      rest.slice(end)
  }
  const rules = capturedRules(settings, rest).filter(({ sentence }) => !isCredentialAlone(sentence))
  const isKept = (rule: CapturedRule) =>
    rules.some((kept) => kept.start < rule.end && rule.start < kept.end)
  return { rules, withheld: all.filter((rule) => !isKept(rule)) }
}

/** Of "remember the token …" nothing is left to know once the credential is taken out. */
function isCredentialAlone(sentence: string): boolean {
  const rest = sentence.replace(MARKER, ' ')
  if (rest === sentence) return false
  return isSaidLittle(rest)
}

function isSaidLittle(text: string): boolean {
  return topicWords(text).length < MIN_WORDS_BESIDE
}

/** The same length, so that what is left stands where it stood. */
function withoutStatements(settings: UserRuleSettings, sentence: string): string {
  let clean = sentence
  for (const { 0: marker, index } of sentence.matchAll(MARKER)) {
    const breaks = [...sentence.matchAll(CLAUSE)].map((found) => ({
      from: found.index,
      to: found.index + found[0].length,
      ends: ENDS_STATEMENT.test(found[0]),
    }))
    const before = breaks.filter(({ to }) => to <= index)
    const first = before.findLast(({ ends }) => ends)?.to ?? 0
    const clause = before.at(-1)
    const isMoreSaid = clause !== undefined && !isSaidLittle(clean.slice(first, clause.from))
    const start = isMoreSaid ? clause.from : first
    const behind = breaks.filter(({ from }) => from >= index + marker.length)
    const next = behind.find(({ ends, to }) => ends || isOrder(settings, sentence.slice(to)))
    const end = next?.to ?? sentence.length
    clean = clean.slice(0, start) + clean.slice(start, end).replace(/\S/g, ' ') + clean.slice(end)
  }
  return clean
}

/** What follows speaks of the credential, unless it holds by itself. */
function isOrder(settings: UserRuleSettings, clause: string): boolean {
  return capturedRules(settings, clause).some(({ type }) => type !== 'fact')
}
