/**
 * K-09. No echo: what Mneme put into a prompt, or made itself, must never come back as something
 * new. Text is reduced to its words and every run of a few words is hashed, so that other
 * whitespace, other markdown or a changed heading make no difference.
 */
import { withPrivateReplaced } from '../text/private.ts'
import { bigramsOf, stretchesOf } from '../text/scripts.ts'
import type { EchoSettings } from './settings.ts'

/** Hashes of word runs; JSON-friendly, so that a session can keep its own. */
type Fingerprints = readonly string[]

/** The block our own context travels in (H-04), also when a host has cut its end off. */
const INJECTED = /<memory-context\b[^<>]{0,300}>[\s\S]*?(?:<\/memory-context>|$)/gi
/** Labels of the rendered context, which a quotation of it leaves out. */
const LABEL = /^\W*(?:title|content|description|steps?|why)\s*:/i

/** The text without what Mneme injected into it. */
export function withoutInjected(text: string): string {
  return text.replace(INJECTED, '')
}

/** The same length, with injected (K-09) and private (F-09) passages blanked out. */
export function blankedInjected(text: string): string {
  return withPrivateReplaced(text.replace(INJECTED, blank), blank)
}

/** A line shorter than one run ("Use tabs.") is known by itself too. */
export function fingerprintsOf(settings: EchoSettings, text: string): Fingerprints {
  const lines = text.split('\n').map((line) => wordsOf(line.replace(LABEL, '')))
  const short = lines.filter((words) => words.length > 1 && words.length <= settings.shingleWords)
  return [...new Set([...shinglesOf(settings, text), ...short.map(hashOfWords)])]
}

/** Whether a text is mostly made of runs we know. Nothing known, or no words, is no echo. */
export function isEcho(
  settings: EchoSettings,
  known: ReadonlySet<string> | Fingerprints,
  text: string,
): boolean {
  const has = known instanceof Set ? known : new Set(known as Fingerprints)
  if (has.size === 0) return false
  const shingles = [...new Set(shinglesOf(settings, text))]
  if (shingles.length === 0) return false
  const seen = shingles.filter((shingle) => has.has(shingle)).length
  return seen / shingles.length >= settings.echoShare
}

/** A text shorter than one run has a single fingerprint: three words in common are no echo. */
function shinglesOf(settings: EchoSettings, text: string): string[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  if (words.length <= settings.shingleWords) return [hashOfWords(words)]
  const runs = words.length - settings.shingleWords + 1
  return Array.from({ length: runs }, (_, i) =>
    hashOfWords(words.slice(i, i + settings.shingleWords)),
  )
}

/** Letters and digits alone: markdown, punctuation, tags and case say nothing about who wrote it. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(/<\/?[a-z][^<>]{0,300}>/gi, ' ')
    .normalize('NFKC')
    .toLowerCase()
  return stretchesOf(plain).flatMap((stretch) =>
    stretch.unsegmented ? bigramsOf(stretch.text) : (stretch.text.match(/[\p{L}\p{N}]+/gu) ?? []),
  )
}

function hashOfWords(words: readonly string[]): string {
  return hash(words.join(' '))
}

/** 64 bits of FNV-1a in two halves: fast, without a library, and collisions cost one capture. */
function hash(text: string): string {
  let low = 0x811c9dc5
  let high = 0xcbf29ce4
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code ^ (low >>> 13), 0x01000193)
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36)
}

function blank(passage: string): string {
  return passage.replace(/[^\n]+/g, (line) => ' '.repeat(line.length))
}
