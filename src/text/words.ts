/** The words of a text as a query sees them (RECALL "Terms"): names whole and in parts, no noise. */
import { stemmer } from 'stemmer'
import { isAscii } from './scripts.ts'

/** Letters and digits, joined by single signs of the kind that identifiers are built with. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['._-]+[\p{L}\p{M}\p{N}]+)*/gu
const CURLY_APOSTROPHE = /[\u2018\u2019\u02bc]/g
const JOINTS = /[._-]+/
/** Most words: made of themselves, which is quicker to see than to work out. */
const PLAIN_WORD = /^[A-Za-z]?[a-z']*$/
/** Between "get" and "User", and between "HTTP" and "Server". */
const CAMEL_JOINT = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/**
 * Words that say nothing about what is meant. Kept short on purpose: a longer list measured no
 * better, and "not", "no" and "never" are left in since they turn a rule around.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after again all also am an and any are as at be because been before being between ' +
    'both but by can could did do does doing during each few for from further had has have ' +
    'having he her here hers him his how i if in into is it its just may me might mine more most ' +
    'my of off on once or other our ours out over own per same shall she should so some such ' +
    'than that the their theirs them then there these they this those through to too under ' +
    'until up us very was we were what when where which while who whom whose why will with ' +
    "would you your yours i'm i've i'd i'll it's he's she's that's there's what's who's we're " +
    "we've we'll they're they've you're you've you'll didn't doesn't don't isn't wasn't aren't " +
    "haven't hasn't hadn't won't wouldn't can't couldn't shouldn't let's"
  ).split(' '),
)

/**
 * Lower-cased, in order, repetitions included. An identifier gives itself and then its parts:
 * `getUserName` gives getusername, get, user, name. Possession is dropped: "Anna's" is anna.
 */
export function words(text: string): string[] {
  const found: string[] = []
  for (const match of text.replace(CURLY_APOSTROPHE, "'").matchAll(WORD)) {
    const word = match[0].replace(/'s$/i, '')
    found.push(word.toLowerCase())
    if (PLAIN_WORD.test(word)) continue
    const parts = partsOf(word)
    if (parts.length > 1) for (const part of parts) found.push(part.toLowerCase())
  }
  return found
}

/** `rate_limit.maxBurst` is made of rate, limit, max and Burst; a plain word is made of itself. */
export function partsOf(word: string): string[] {
  return word
    .split(JOINTS)
    .flatMap((piece) => piece.split(CAMEL_JOINT))
    .filter((part) => part !== '')
}

/** Stop words out, duplicates out, in order. A text of nothing but stop words keeps them. */
export function contentWords(text: string): string[] {
  const all = [...new Set(words(text))]
  const content = all.filter((word) => !STOP_WORDS.has(word))
  return content.length > 0 ? content : all
}

const ASCII_ENDING = /[\0-\x7f]$/
/** Stands for a byte beyond ASCII while a word is stemmed; has no case and is no vowel. */
const BYTE_MARK = 0xe000
const MARKED_BYTES = /[\ue080-\ue0ff]+/g
const MIN_STEMMED_BYTES = 3
const MAX_STEMMED_BYTES = 64

/**
 * Porter's stem as the full-text index computes it: over the bytes of UTF-8, so that "große" loses
 * its ending and "groß" keeps its own.
 */
export function stem(word: string): string {
  if (isAscii(word)) return word.length > MAX_STEMMED_BYTES ? word : stemmer(word)
  const lower = word.toLowerCase()
  if (!ASCII_ENDING.test(lower)) return lower
  const bytes = new TextEncoder().encode(lower)
  if (bytes.length < MIN_STEMMED_BYTES || bytes.length > MAX_STEMMED_BYTES) return lower
  const marked = Array.from(bytes, (byte) =>
    String.fromCharCode(byte < 0x80 ? byte : BYTE_MARK + byte),
  )
  return stemmer(marked.join('')).replace(MARKED_BYTES, (run) =>
    new TextDecoder().decode(Uint8Array.from(run, (each) => each.charCodeAt(0) - BYTE_MARK)),
  )
}
