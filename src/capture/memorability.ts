/** G-05. Whether an observation is worth a memory: routine is not, decisions are. */
import { traitsOf } from '../memory/types.ts'
import { jaccard } from '../text/jaccard.ts'
import { tokensOf } from '../text/tokens.ts'
import { contentWords } from '../text/words.ts'
import { isPasted } from './paste.ts'
import type { MemorabilitySettings } from './settings.ts'

interface Impression {
  readonly type: string
  readonly title: string
  readonly content: string
}

interface Surroundings {
  /** Words of the task at hand; empty when it is not known. */
  readonly taskText: string
  /** Texts already kept that are nearest to this one. */
  readonly neighbours: readonly string[]
}

interface Memorability {
  readonly total: number
  readonly parts: {
    readonly substance: number
    readonly salience: number
    readonly distinctiveness: number
    readonly type: number
  }
  /** Whether it passes the gate. */
  readonly memorable: boolean
}

/** The total is the sum of the parts. What says nothing cannot be new either: S stands in both. */
// biome-ignore format: the lines match the formula
export function memorability(s: MemorabilitySettings, it: Impression, around: Surroundings): Memorability {
  const text = `${it.title}\n${it.content}`
  const substance = substanceOf(s, text)
  const parts = {
    substance:       s.substanceWeight       * substance,
    salience:        s.salienceWeight        * salienceOf(s, text, around.taskText),
    distinctiveness: s.distinctivenessWeight * substance * distinctivenessOf(text, around.neighbours),
    type:            s.typeWeight            * (s.typeWeights[it.type] ?? traitsOf(it.type).weight),
  }
  const total = parts.substance + parts.salience + parts.distinctiveness + parts.type
  return { total, parts, memorable: total >= s.gate }
}

/** Signs that a text says more than that something happened. */
// biome-ignore format: a table reads best in columns
const SIGNALS: readonly RegExp[] = [
  /\b(?:because|since|so that|due to|reason|in order to|to avoid|caused by|root cause)\b/i,
  /\b(?:decided|chose|choose|instead of|rather than|switch(?:ed)? to|agreed|trade-?off)\b/i,
  /\b(?:fix(?:ed|es)?|bug|error|fail(?:s|ed|ing)?|crash(?:es|ed)?|regression|workaround|solved)\b/i,
  /\b(?:turns out|discovered|found that|learned|requires?|only works|must|never|always|gotcha)\b/i,
  /`[^`\n]+`|\b[a-z]+[A-Z]\w+\b|\b\w+_\w+\b|\b[\w-]+\.(?:ts|js|py|rs|go|java|sql|json|toml|ya?ml)\b/,
]
/** Words carry 60 % of the substance, signs the rest. */
const WORDS_SHARE = 0.6

function substanceOf(s: MemorabilitySettings, text: string): number {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return 0
  const spoken = lines.filter((line) => !isPasted(line) && !isListing(line))
  const prose = spoken.join('\n')
  const words = Math.min(contentWords(prose).length / s.fullWords, 1)
  const signs = SIGNALS.filter((signal) => signal.test(prose)).length / SIGNALS.length
  const share = spoken.length / lines.length
  return share * (WORDS_SHARE * words + (1 - WORDS_SHARE) * signs)
}

/** One path, one file name or one row of `ls -l` to a line. */
function isListing(line: string): boolean {
  return /^\s*(?:[dl-][rwx-]{9}\b|total \d+$|\S+\/\s*$|[\w./@-]+\.\w{1,5}\s*$|\S*\/\S+\s*$)/.test(
    line,
  )
}

/** The share of the task's words that the text has; more than half is as good as all. */
function salienceOf(s: MemorabilitySettings, text: string, taskText: string): number {
  const task = tokensOf(taskText)
  if (task.size === 0) return s.unknownSalience
  const own = tokensOf(text)
  const shared = [...task].filter((token) => own.has(token)).length
  return Math.min((2 * shared) / Math.min(task.size, Math.max(own.size, 1)), 1)
}

function distinctivenessOf(text: string, neighbours: readonly string[]): number {
  const own = tokensOf(text)
  return 1 - neighbours.reduce((most, other) => Math.max(most, jaccard(own, tokensOf(other))), 0)
}
