/** Skills that were extracted twice: alike in name, and in their steps in the same order. */
import { isOneMemory, judgePair } from '../memory/judge-pair.ts'
import type { Memory } from '../memory/memory.ts'
import { jaccard } from '../text/jaccard.ts'
import { tokensOf } from '../text/tokens.ts'
import { rankedTokens, rareTokenIndex } from './blocking.ts'
import type { SkillSettings } from './settings.ts'

export interface Skill {
  readonly id: string
  readonly createdAt: string
  readonly name: string
  readonly steps: readonly string[]
  readonly validated: boolean
}

interface SkillFinding {
  readonly keep: string
  readonly remove: string
  readonly similarity: number
}

/** A skill is a procedure, or a text whose lines are its steps. */
export function skillOf(
  memory: Pick<Memory, 'content' | 'createdAt' | 'id' | 'procedure' | 'title' | 'validated'>,
): Skill {
  const lines = memory.content.split('\n').map((line) => line.trim())
  return {
    id: memory.id,
    createdAt: memory.createdAt,
    name: memory.title,
    steps: memory.procedure?.steps ?? lines.filter((line) => line !== ''),
    validated: memory.validated,
  }
}

/** From 0 to 1; `parts` add up to the total. */
// biome-ignore format: the lines match the formula in docs/ranking.md
export function skillSimilarity(s: SkillSettings, a: Skill, b: Skill) {
  const parts = {
    name:  s.nameWeight  * jaccard(tokensOf(a.name), tokensOf(b.name)),
    steps: s.stepsWeight * stepSimilarity(s, a.steps, b.steps),
  }
  return { total: parts.name + parts.steps, parts }
}

/** The older stays, or the one that a person validated. Running it again finds nothing. */
export function duplicateSkills(settings: SkillSettings, skills: readonly Skill[]): SkillFinding[] {
  const inOrder = [...skills].sort(
    (a, b) =>
      Number(b.validated) - Number(a.validated) ||
      (a.createdAt === b.createdAt ? 0 : a.createdAt < b.createdAt ? -1 : 1) ||
      (a.id < b.id ? -1 : 1),
  )
  const names = rankedTokens(inOrder.map(({ name }) => tokensOf(name)))
  // Steps alone cannot reach the threshold, so names must be at least this much alike.
  const missing = Math.max(settings.threshold - settings.stepsWeight, 0)
  const leastName = missing === 0 ? 0 : missing / settings.nameWeight
  const index = rareTokenIndex(settings.blocking, leastName)
  const findings: SkillFinding[] = []
  for (const [i, skill] of inOrder.entries()) {
    const name = names[i] ?? new Int32Array()
    const [match] = index
      .candidates(name)
      .flatMap((j) => {
        const kept = inOrder[j]
        return kept ? [{ kept, similarity: skillSimilarity(settings, kept, skill).total }] : []
      })
      .filter(({ kept, similarity }) => similarity >= settings.threshold && isOneSkill(kept, skill))
      .sort((a, b) => b.similarity - a.similarity)
    if (match) {
      findings.push({ keep: match.kept.id, remove: skill.id, similarity: match.similarity })
    } else {
      index.add(i, name)
    }
  }
  return findings
}

/** M-10. Alike is not the same: another subject, path or value in name or steps is another skill. */
function isOneSkill(a: Skill, b: Skill): boolean {
  const claimOf = ({ name, steps }: Skill) => ({ title: name, content: steps.join('\n') })
  return isOneMemory(judgePair(claimOf(b), claimOf(a)))
}

/**
 * 2 · steps in common ÷ steps of both, where common steps are in the same order: the same steps
 * the other way round are another skill. A step with another figure is another step.
 */
function stepSimilarity(
  settings: SkillSettings,
  a: readonly string[],
  b: readonly string[],
): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0
  const mine = a.map(tokensOf)
  const theirs = b.map(tokensOf)
  let row = new Array<number>(b.length + 1).fill(0)
  for (const step of mine) {
    const next = [0]
    for (const [j, other] of theirs.entries()) {
      const isSame = jaccard(step, other) >= settings.sameStep && sameFigures(step, other)
      const longest = Math.max(row[j + 1] ?? 0, next[j] ?? 0)
      next.push(isSame ? Math.max((row[j] ?? 0) + 1, longest) : longest)
    }
    row = next
  }
  return (2 * (row.at(-1) ?? 0)) / (a.length + b.length)
}

function sameFigures(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const figures = (tokens: ReadonlySet<string>) => [...tokens].filter((token) => /\d/.test(token))
  const mine = figures(a)
  return mine.length === figures(b).length && mine.every((figure) => b.has(figure))
}
