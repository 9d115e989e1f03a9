/**
 * Fits the row `person` of the gate (src/context/evidence/gate-table.ts) on questions about people who speak
 * in the memories: those that have an answer against those that ask one for another's words. Prints the row
 * and, for each conversation left out of the fit, how many of both are let through where half of all that
 * have no answer are silent.
 *
 * Arguments: --features FILE (written by `context-recall --features`).
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { PersonFeatures } from '../src/context/evidence/person.ts'

interface Asked {
  readonly collection: number
  readonly answerable: boolean
  readonly person: PersonFeatures | null
}

const FEATURES = ['ownWords', 'ownTokens', 'ownMeaning', 'score'] as const
const L2 = 0.1
const STEPS = 20_000
const RATE = 0.5
const SILENT_SHARE = 0.53

export const bench = {
  name: 'fit-person',
  summary: 'Fits how the gate judges questions about a person; needs --features FILE',
  async run(args: readonly string[]) {
    const { values } = parseArgs({ args: [...args], options: { features: { type: 'string' } } })
    if (!values.features) throw new Error('Which questions? --features FILE of context-recall')
    const all: Asked[] = JSON.parse(readFileSync(values.features, 'utf8'))
    const named = all.filter(({ person }) => person !== null)
    const whole = fit(named)
    const apart = [...new Set(named.map(({ collection }) => collection))].map((collection) => {
      const of = named.filter((each) => each.collection === collection)
      return { collection, of, row: fit(named.filter((each) => each.collection !== collection)) }
    })
    const scores = apart.flatMap(({ of, row }) =>
      of.filter(({ answerable }) => !answerable).map((each) => sumOf(row, each)),
    )
    const line = scores.sort((a, b) => a - b)[Math.floor(scores.length * SILENT_SHARE)] ?? 0
    const passing = (of: readonly Asked[], row: readonly number[], answerable: boolean) => {
      const asked = of.filter((each) => each.answerable === answerable)
      const passed = asked.filter((each) => sumOf(row, each) > line)
      return Math.round((100 * passed.length) / Math.max(asked.length, 1))
    }
    console.log(Object.fromEntries(['bias', ...FEATURES].map((name, at) => [name, whole[at]])))
    console.log(`half are silent below ${line.toFixed(2)}`)
    return {
      title: 'Questions let through, percent, each conversation left out of its fit',
      columns: ['conversation', 'with an answer', 'without'],
      rows: apart.map(({ collection, of, row }) => [
        collection,
        passing(of, row, true),
        passing(of, row, false),
      ]),
    }
  },
}

/** The bias, then a weight for each feature; gradient descent, since the function is convex. */
function fit(asked: readonly Asked[]): number[] {
  const row = [0, ...FEATURES.map(() => 0)]
  for (let step = 0; step < STEPS; step += 1) {
    const slope = row.map((weight, at) => (at === 0 ? 0 : L2 * weight))
    for (const each of asked) {
      const error = 1 / (1 + Math.exp(-sumOf(row, each))) - Number(each.answerable)
      valuesOf(each).forEach((value, at) => {
        slope[at] = (slope[at] ?? 0) + error * value
      })
    }
    slope.forEach((each, at) => {
      row[at] = (row[at] ?? 0) - (RATE * each) / asked.length
    })
  }
  return row
}

function sumOf(row: readonly number[], asked: Asked): number {
  return valuesOf(asked).reduce((sum, value, at) => sum + value * (row[at] ?? 0), 0)
}

function valuesOf({ person }: Asked): number[] {
  return [1, ...FEATURES.map((name) => person?.[name] ?? 0)]
}
