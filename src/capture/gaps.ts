/** G-11. Gaps: questions that memory could not answer. */

import { shortenLine } from '../text/shorten.ts'
import { contentWords } from '../text/words.ts'
import { maskedProse } from './prose.ts'
import type { GapSettings } from './settings.ts'

interface FruitlessContext {
  readonly text: string
  /** How many memories were looked at, and how many of them were good enough. */
  readonly candidates: number
  readonly served: number
  /** There are no memories: then nothing was to be found. */
  readonly isEmpty: boolean
}

interface Gap {
  readonly snippet: string
  /** Words that say what was missing, for grouping gaps of one kind. */
  readonly topic: readonly string[]
}

const SMALL_TALK =
  /^\s*(?:ok(?:ay)?|yes|no|thanks?(?: you)?|go(?: on| ahead)?|continue|proceed|hi|hello|hey|great|perfect|nice|done|stop|lgtm|looks good|sounds good|do it|y|n)\b[\s\S]{0,40}$/i
const TOPIC_WORDS = 6

/** The gap to log, or null when nothing was asked for or something was found. */
export function gapIn(settings: GapSettings, context: FruitlessContext): Gap | null {
  if (context.served > 0 || context.isEmpty) return null
  const prose = maskedProse(context.text).replace(/[\uE000-\uE002]+/g, ' ')
  if (SMALL_TALK.test(prose) || /^\s*\//.test(prose)) return null
  const topic = contentWords(prose).filter((word) => word.length > 2)
  if (topic.length < settings.minWords) return null
  return {
    snippet: shortenLine(context.text, settings.snippetChars),
    topic: topic.slice(0, TOPIC_WORDS),
  }
}
