/**
 * M-20 to M-22. Decides whether a sentence states something to keep, and as what: a linear model over its
 * features, fitted by `bench fit-statements` on messages of our own (bench/data). It needs no embedder: the
 * meaning of a sentence was tried as evidence and told little beside its words and form.
 */

import type { Features } from './statement-features.ts'
import { readStatementTable } from './statement-table.ts'
import type { StatementType } from './statements.ts'

/** As stored: two long strings, for few objects. */
export interface StatementTable {
  readonly fitted: string
  readonly columns: readonly string[]
  /** What one step of a weight is worth, a column each. */
  readonly steps: readonly number[]
  /** The features, a line each. */
  readonly names: string
  /** Base64: for each feature one signed byte a column. */
  readonly weights: string
}

export interface StatementModel {
  /** From 0 to 1: how probable it is that the sentence is to be kept. */
  keep(features: Features): number
  type(features: Features): StatementType
}

export const KEEP = 'keep'
export const STATEMENT_TYPES: readonly StatementType[] = [
  'correction',
  'decision',
  'fact',
  'negative',
  'policy',
  'preference',
  'procedure',
]

let fitted: StatementModel | null = null

/** The model of this version, read when the first message is judged. */
export function fittedModel(): StatementModel {
  fitted ??= statementModel(readStatementTable())
  return fitted
}

export function statementModel({ columns, steps, names, weights }: StatementTable): StatementModel {
  const rowOf = new Map(names.split('\n').map((name, row) => [name, row * columns.length]))
  const bytes = new Int8Array(Buffer.from(weights, 'base64'))
  const score = (column: string, features: Features): number => {
    const at = columns.indexOf(column)
    let sum = 0
    for (const [name, value] of features) {
      const row = rowOf.get(name)
      if (row !== undefined) sum += (bytes[row + at] ?? 0) * value
    }
    return sum * (steps[at] ?? 0)
  }
  return {
    keep: (features) => 1 / (1 + Math.exp(-score(KEEP, features))),
    type: (features) => {
      const scores = STATEMENT_TYPES.map((type) => score(type, features))
      return STATEMENT_TYPES[scores.indexOf(Math.max(...scores))] ?? 'fact'
    },
  }
}
