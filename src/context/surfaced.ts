/** H-08. What the current topic has already been shown, so that nothing is repeated. */
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

/** Reasons why the agent's view of the conversation starts over. */
export const RESETS = ['topic', 'compaction', 'clear', 'resume'] as const
export type Reset = (typeof RESETS)[number]

/** Bounds a topic that lasts for days. */
const TOPIC_KEYWORDS_KEPT = 200

export function afterReset(state: SurfacedState, reset: Reset): SurfacedState {
  const topics = state.topics + 1
  // After a compaction the topic continues; only what was shown is lost.
  return reset === 'compaction' ? { ...state, ids: [], topics } : { ...NOTHING_SURFACED, topics }
}

/** Adds a prompt. */
export function afterPrompt(
  settings: Pick<ContextSettings, 'topicSimilarity' | 'topicKeywords'>,
  state: SurfacedState,
  { prompt, similarity }: { readonly prompt: string; readonly similarity: number | null },
): { readonly state: SurfacedState; readonly topicChanged: boolean } {
  const keywords = keywordsOf(prompt)
  // "Yes, go on" continues the previous topic.
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

/** Longer than a person types: the rest is pasted, and the beginning says what it is about. */
const MAX_READ_CHARACTERS = 20_000

/** What a prompt is about, without the words that every prompt has. */
function keywordsOf(prompt: string): readonly string[] {
  return [...tokensOf(contentWords(prompt.slice(0, MAX_READ_CHARACTERS)).join(' '))]
}

/**
 * The larger of two measures: how similar the last two prompts are, and how much of this prompt the topic has
 * mentioned already. A short question about a long topic still belongs to it.
 */
function keywordSimilarity(state: SurfacedState, keywords: readonly string[]): number {
  const topic = new Set(state.topic)
  const known = keywords.filter((keyword) => topic.has(keyword)).length / keywords.length
  return Math.max(jaccard(new Set(state.last), new Set(keywords)), known)
}
