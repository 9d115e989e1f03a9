/** What words alone would bring: BM25 over all that was said and committed, best three, one threshold. */
import { indexToken } from '../../src/text/index-text.ts'
import { contentWords } from '../../src/text/words.ts'
import type { Played } from './moment-counts.ts'
import type { Moment, MomentSet } from './moment-sets.ts'

const K1 = 0.9
const B = 0.3
const BEST = 3
const MIN_COVERAGE = 0.35

export function lexicalLane(set: MomentSet, moments: readonly Moment[]): Played[] {
  const texts = [
    ...set.transcripts.flatMap(({ said }) => said.map(({ text }) => text)),
    ...set.commits.map(({ message }) => message),
  ]
  const units = texts.map((text) => ({ text, counts: countsIn(text) }))
  const holding = new Map<string, number>()
  for (const { counts } of units) {
    for (const token of counts.keys()) holding.set(token, (holding.get(token) ?? 0) + 1)
  }
  const rarity = (token: string) => {
    const held = holding.get(token) ?? 0
    return Math.log(1 + (units.length - held + 0.5) / (held + 0.5))
  }
  const average = units.reduce((sum, { counts }) => sum + counts.size, 0) / units.length
  return moments.map((moment) => {
    const query = [...new Set(contentWords(moment.prompt.slice(0, 600)).map(indexToken))]
    const all = query.reduce((sum, token) => sum + rarity(token), 0)
    const scored = units
      .map(({ text, counts }) => {
        let score = 0
        let covered = 0
        for (const token of query) {
          const count = counts.get(token) ?? 0
          if (count === 0) continue
          const length = counts.size / average
          score += (rarity(token) * count * (K1 + 1)) / (count + K1 * (1 - B + B * length))
          covered += rarity(token)
        }
        return { text, score, coverage: covered / all }
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, BEST)
      .filter(({ coverage }) => coverage >= MIN_COVERAGE)
    const first = scored
      .map(({ text }) => `<quote>${text.slice(0, 600).replaceAll('<', ' ')}</quote>`)
      .join('\n')
    return { moment, first, second: '', edit: '', start: '', ceilings: null }
  })
}

function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of contentWords(text)) {
    const token = indexToken(word)
    counts.set(token, (counts.get(token) ?? 0) + 1)
  }
  return counts
}
