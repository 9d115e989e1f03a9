/** From what was asked to a tsquery. */
import { indexToken } from '../../text/index-text.ts'
import type { Column, Expression, Phrase } from './expression.ts'
import { wellFormed } from './texts.ts'
import { quotedWord } from './words.ts'

/** A tsquery knows exact distances only, so nearness is written out, up to this far. */
const FURTHEST_NEAR = 40

export function wordStem(term: string): string {
  return indexToken(wellFormed(term))
}

export function anyOf(space: number, stems: readonly string[]): string {
  return stems.map((stem) => quotedWord(space, stem)).join(' | ')
}

/** Null where nothing can match. */
export function tsqueryOf(
  space: number,
  expression: Expression,
  all: readonly Column[],
): string | null {
  switch (expression.kind) {
    case 'nothing':
      return null
    case 'phrase':
      return phraseQuery(space, expression.phrase, all)
    case 'near':
      return nearQuery(space, expression.phrases, expression.within, all)
    case 'and': {
      const [left, right] = bothOf(space, expression, all)
      return left === null || right === null ? null : `(${left} & ${right})`
    }
    case 'or': {
      const [left, right] = bothOf(space, expression, all)
      if (left === null || right === null) return left ?? right
      return `(${left} | ${right})`
    }
    case 'not': {
      const [left, right] = bothOf(space, expression, all)
      return left === null || right === null ? left : `(${left} & !${right})`
    }
  }
}

function bothOf(
  space: number,
  { left, right }: { readonly left: Expression; readonly right: Expression },
  all: readonly Column[],
) {
  return [tsqueryOf(space, left, all), tsqueryOf(space, right, all)] as const
}

export function phraseQuery(space: number, phrase: Phrase, all: readonly Column[]): string | null {
  if (phrase.columns.length === 0) return null
  const weight =
    phrase.columns.length === all.length ? '' : phrase.columns[0] === 'head' ? 'A' : 'D'
  const last = phrase.stems.length - 1
  const words = phrase.stems.map((stem, at) => {
    const labels = `${phrase.isPrefix && at === last ? '*' : ''}${weight}`
    return `${quotedWord(space, stem)}${labels === '' ? '' : `:${labels}`}`
  })
  return `(${words.join(' <-> ')})`
}

function nearQuery(
  space: number,
  phrases: readonly Phrase[],
  within: number,
  all: readonly Column[],
): string | null {
  const queries = phrases.map((phrase) => phraseQuery(space, phrase, all))
  if (queries.includes(null)) return null
  const pairs = queries.slice(1).map((right, at) => {
    const left = queries[at]
    const distances = Array.from({ length: Math.min(within, FURTHEST_NEAR) + 1 }, (_, k) => k + 1)
    const either = distances.flatMap((k) => [`${left} <${k}> ${right}`, `${right} <${k}> ${left}`])
    return `(${either.map((each) => `(${each})`).join(' | ')})`
  })
  return `(${pairs.join(' & ')})`
}
