/** H-08. What the current topic has seen already, so that nothing is said twice. */
import * as z from 'zod'
import { jaccard } from '../text/jaccard.ts'
import { tokensOf } from '../text/tokens.ts'
import { contentWords } from '../text/words.ts'
import type { ContextSettings } from './settings.ts'

/** Kept for each session between turns, as JSON. */
export const SurfacedState = z
  .object({
    /** Memories injected since the topic began. */
    ids: z.array(z.string()).readonly(),
    /** Keywords of the prompts of this topic, newest last. */
    topic: z.array(z.string()).readonly(),
    /** Keywords of the last prompt that had enough of them. */
    last: z.array(z.string()).readonly(),
    /** How many topics came before this one. */
    topics: z.int().min(0),
  })
  .readonly()
export type SurfacedState = z.infer<typeof SurfacedState>

export const NOTHING_SURFACED: SurfacedState = { ids: [], topic: [], last: [], topics: 0 }

/** What makes the agent's own view of the conversation start over. */
export const RESETS = ['topic', 'compaction', 'clear', 'resume'] as const
export type Reset = (typeof RESETS)[number]

/** A topic that goes on for days must not grow without bound. */
const TOPIC_KEYWORDS_KEPT = 200

export function afterReset(state: SurfacedState, reset: Reset): SurfacedState {
  const topics = state.topics + 1
  // After a compaction the talk goes on about the same thing; only what was shown is gone.
  return reset === 'compaction' ? { ...state, ids: [], topics } : { ...NOTHING_SURFACED, topics }
}

/** Takes in a prompt. `similarity` is its cosine with the topic; null compares keywords. */
export function afterPrompt(
  settings: Pick<ContextSettings, 'topicSimilarity' | 'topicKeywords'>,
  state: SurfacedState,
  { prompt, similarity }: { readonly prompt: string; readonly similarity: number | null },
): { readonly state: SurfacedState; readonly topicChanged: boolean } {
  const keywords = keywordsOf(prompt)
  // "Yes, go on" is about whatever was talked about before.
  if (keywords.length < settings.topicKeywords) return { state, topicChanged: false }
  const alike = similarity ?? keywordSimilarity(state, keywords)
  const topicChanged = state.last.length > 0 && alike < settings.topicSimilarity
  const before = topicChanged ? afterReset(state, 'topic') : state
  const topic = [...new Set([...before.topic, ...keywords])].slice(-TOPIC_KEYWORDS_KEPT)
  return { state: { ...before, topic, last: keywords }, topicChanged }
}

export function afterInjection(state: SurfacedState, ids: readonly string[]): SurfacedState {
  return { ...state, ids: [...new Set([...state.ids, ...ids])] }
}

/** More than a person types: what follows was pasted, and its beginning says what it is about. */
const MAX_READ_CHARACTERS = 20_000

/** What a prompt is about, without the words that every prompt has. */
function keywordsOf(prompt: string): readonly string[] {
  return [...tokensOf(contentWords(prompt.slice(0, MAX_READ_CHARACTERS)).join(' '))]
}

/**
 * The larger of two views: how alike the last two prompts are, and how much of this prompt the
 * topic has mentioned already. A short question about a long topic is still on it.
 */
function keywordSimilarity(state: SurfacedState, keywords: readonly string[]): number {
  const topic = new Set(state.topic)
  const known = keywords.filter((keyword) => topic.has(keyword)).length / keywords.length
  return Math.max(jaccard(new Set(state.last), new Set(keywords)), known)
}
