/**
 * G-08, G-09. The deterministic extractor: all kinds of findings of a stretch of messages, without
 * what is routine, secret, known to everybody or made for the moment. Precision before recall.
 */
import { isOneMemory, judgePair } from '../../memory/judge-pair.ts'
import type { Message } from '../../sessions/message.ts'
import { NearDuplicateSettings } from '../../text/jaccard.ts'
import { contentWords } from '../../text/words.ts'
import type { ExtractionSettings, UserRuleSettings } from '../settings.ts'
import type { Candidate } from './candidate.ts'
import { conventionsIn } from './conventions.ts'
import { decisionsIn } from './decisions.ts'
import { discoveriesIn } from './discoveries.ts'
import { fixesIn } from './fixes.ts'
import { followUpsIn } from './follow-ups.ts'
import { proceduresIn } from './procedures.ts'
import { isSettledIn } from './settled.ts'
import { skillsIn } from './skills.ts'

interface ExtractionInput {
  readonly settings: ExtractionSettings
  readonly rules: UserRuleSettings
  readonly messages: readonly Message[]
  /** G-10. Asked before anything is proposed; the same scan every write goes through. */
  readonly holdsSecret: (text: string) => boolean
}

/** A new kind of finding is a new row. */
const EXTRACTORS: readonly ((
  rules: UserRuleSettings,
  messages: readonly Message[],
) => Candidate[])[] = [
  conventionsIn,
  (_, messages) => fixesIn(messages),
  (_, messages) => decisionsIn(messages),
  (_, messages) => discoveriesIn(messages),
  (_, messages) => skillsIn(messages),
  (_, messages) => proceduresIn(messages),
  (_, messages) => followUpsIn(messages),
]

/** The best first, each finding once. */
export function candidatesIn(input: ExtractionInput): Candidate[] {
  const { settings, rules, messages } = input
  const all = EXTRACTORS.flatMap((extract) => extract(rules, messages)).filter(
    isSettledIn(messages),
  )
  return chooseCandidates(settings, all, input.holdsSecret)
}

/** Filters that a model's proposals pass too. */
export function chooseCandidates(
  settings: ExtractionSettings,
  candidates: readonly Candidate[],
  holdsSecret: (text: string) => boolean,
): Candidate[] {
  const kept: Candidate[] = []
  const near = NearDuplicateSettings.parse({ threshold: settings.sameFinding })
  const ranked = [...candidates].sort((a, b) => b.confidence - a.confidence)
  for (const candidate of ranked) {
    if (kept.length >= settings.maxPerChunk) break
    if (whyDropped(settings, candidate, holdsSecret) !== null) continue
    if (!kept.some((other) => isOneMemory(judgePair(candidate, other, near)))) kept.push(candidate)
  }
  return kept
}

/** Why a proposal is dropped; null when it is kept. Rules of the user are checked by G-03 alone. */
export function whyDropped(
  settings: ExtractionSettings,
  candidate: Candidate,
  holdsSecret: (text: string) => boolean,
): string | null {
  const text = `${candidate.title}\n${candidate.content}`
  if (candidate.confidence < settings.minConfidence) return 'not sure enough'
  if (contentWords(text).length < settings.minWords) return 'says nothing'
  if (holdsSecret(text)) return 'holds a secret'
  if (candidate.origin === 'user' && candidate.type !== 'task') return null
  return (
    DROPPED.find(({ cue, but }) => cue.test(text) && !but?.includes(candidate.type))?.why ?? null
  )
}

/** What G-08 skips. */
// biome-ignore format: a table reads best in columns
const DROPPED: readonly { readonly why: string; readonly cue: RegExp; readonly but?: readonly string[] }[] = [
  { why: 'a temporary workaround', cue: /\b(?:temporar(?:y|ily)|for now|quick (?:hack|fix)|workaround for now|just (?:to|for) (?:test|debug)|until (?:we|i|it|the) \w+|stopgap|placeholder)\b/i, but: ['task'] },
  { why: 'routine',                cue: /^(?:i (?:read|opened|looked at|listed|ran|checked|searched)|(?:reading|listing|running|checking|searching|looking) )/i },
  { why: 'routine',                cue: /\b(?:let me|i['’]ll (?:now|start|begin|check|look|read|take|run|search))\b/i },
  { why: 'known to everybody',     cue: /\b(?:in general|generally speaking|best practice is|it is (?:well known|common|good practice|recommended)|as a best practice|typically|by definition|javascript is|python is|(?:git|npm|docker|react|typescript) is an?)\b/i },
]
