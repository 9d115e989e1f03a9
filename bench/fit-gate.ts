/**
 * Fits the gate (src/context/evidence/gate-table.ts): logistic regression over the features of what the
 * product would quote, every set with the same weight, L2 of 1. Prints each row of the table, and beside
 * it what is reached when the set is left out of the fit.
 *
 * Arguments: --data DIR, --homes DIR (prepared by `moments`), --sets a,b, --features a,b,c, --words.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { GateFeatures } from '../src/context/evidence/gate.ts'
import { type EvidenceQuote, quotesFor } from '../src/context/evidence/quotes.ts'
import { findEvidence } from '../src/engine/context/evidence.ts'
import { judgeOf } from './support/moment-counts.ts'
import { openAt, prepareHome } from './support/moment-direct.ts'
import { withoutSources } from './support/moment-removed.ts'
import { layOut, readMomentSet } from './support/moment-sets.ts'

interface Example {
  readonly set: string
  readonly id: string
  readonly kind: string
  readonly lane: 'said' | 'given'
  readonly features: GateFeatures
  /** A right or near passage is among what would be quoted. */
  readonly helpful: boolean
  readonly right: boolean
  readonly wrong: number
}

const WITH = ['no gate', 'gold', 'silent', 'removed silent']
const L2 = 1
const STEPS = 4000
const RATE = 0.05

export const bench = {
  name: 'fit-gate',
  summary: 'Fits the table of the gate on a folder of moments; needs --data DIR',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        homes: { type: 'string' },
        sets: { type: 'string' },
        features: { type: 'string', default: 'contrast,prominence,length' },
        lane: { type: 'string', default: 'said' },
        threshold: { type: 'string', default: '0.3' },
        words: { type: 'boolean', default: false },
        dump: { type: 'string' },
      },
    })
    const { data } = values
    if (!data) throw new Error('Where is the data? --data DIR, a folder of sets')
    const homes = values.homes ?? mkdtempSync(join(tmpdir(), 'mneme-fit-'))
    const names =
      values.sets?.split(',') ??
      readdirSync(data).filter((name) => statSync(join(data, name)).isDirectory())
    const examples: Example[] = []
    for (const name of names) {
      examples.push(...(await readExamples(data, homes, name, values.words)))
    }
    if (values.dump) writeFileSync(values.dump, JSON.stringify(examples))
    const lane = examples.filter((each) => each.lane === values.lane)
    const features = values.features.split(',') as (keyof GateFeatures)[]
    const whole = fit(lane, features)
    console.log(JSON.stringify({ bias: round(whole.bias), ...rounded(features, whole.weights) }))
    const threshold = Number(values.threshold)
    const rows = names.map((name) => {
      const of = lane.filter((each) => each.set === name)
      const apart = fit(
        lane.filter((each) => each.set !== name),
        features,
      )
      return [
        name,
        ...reached(of, features, whole, threshold),
        ...reached(of, features, apart, threshold),
      ]
    })
    return {
      title: `What the gate lets through at ${threshold} (percent), fitted with and without the set`,
      columns: ['set', ...WITH, ...WITH.map((each) => `${each} apart`)],
      rows,
      figures: {},
    }
  },
}

async function readExamples(
  data: string,
  homes: string,
  name: string,
  words: boolean,
): Promise<Example[]> {
  const set = readMomentSet(data, name)
  const home = join(homes, name)
  if (!existsSync(join(home, 'ready'))) {
    mkdirSync(home, { recursive: true })
    layOut(set, home)
    await prepareHome(home)
  }
  const judge = judgeOf(set)
  const env = words ? { MNEME_EMBED_PROVIDER: 'none' } : {}
  const mneme = await openAt({ home, env: env as Record<string, string> })
  const examples: Example[] = []
  try {
    let warm = false
    for (const moment of set.moments) {
      const folder = join(
        home,
        'work',
        (set.projects[moment.project] ?? '').split('/').at(-1) ?? '',
      )
      const { engine, caller } = await mneme.at({ door: 'hook', actor: 'bench', folder })
      if (!warm && !words) await engine.embedding.embed(['warm'], { kind: 'query' })
      warm = true
      const found = await findEvidence(engine, caller, moment)
      if (moment.kind === 'answerable') {
        const poorer = withoutSources(engine, set, moment.gold)
        const { said } = await findEvidence(poorer, caller, moment)
        if (said) {
          const { id } = moment
          const nothing = { helpful: false, right: false, wrong: 1 }
          examples.push({
            set: name,
            id,
            kind: 'removed',
            lane: 'said',
            features: said.features,
            ...nothing,
          })
        }
      }
      const add = (
        lane: Example['lane'],
        features: GateFeatures,
        quotes: readonly EvidenceQuote[],
      ) => {
        const text = quotes
          .map(
            (each) => `<quote id="${each.unit.source}">${each.text.replaceAll('<', ' ')}</quote>`,
          )
          .join('\n')
        const { right, near, wrong } = judge.judge(moment, text)
        const { id, kind } = moment
        const helpful = right + near > 0
        examples.push({ set: name, id, kind, lane, features, helpful, right: right > 0, wrong })
      }
      if (found.said) {
        const { chosen, later } = await found.said.settle()
        add('said', found.said.features, quotesFor(chosen, later?.quotes ?? null))
      }
      const best = found.given.toSorted((a, b) => b.unit.score - a.unit.score)[0]
      if (best?.features) {
        add('given', best.features, quotesFor({ lead: best.unit, quotes: [best.unit] }, null))
      }
    }
  } finally {
    await mneme.close()
  }
  return examples
}

interface Model {
  readonly bias: number
  readonly weights: readonly number[]
}

/** Gradient descent: the function is convex and the examples are few. */
function fit(examples: readonly Example[], features: readonly (keyof GateFeatures)[]): Model {
  const sizes = new Map<string, number>()
  for (const { set } of examples) sizes.set(set, (sizes.get(set) ?? 0) + 1)
  const share = (set: string) => examples.length / (sizes.size * (sizes.get(set) ?? 1))
  let bias = 0
  const weights = features.map(() => 0)
  for (let step = 0; step < STEPS; step += 1) {
    let slope = 0
    const slopes = weights.map((weight) => (L2 * weight) / 10)
    for (const example of examples) {
      const values = features.map((name) => example.features[name] ?? 0)
      const error = probability({ bias, weights }, values) - Number(example.helpful)
      slope += share(example.set) * error
      values.forEach((value, at) => {
        slopes[at] = (slopes[at] ?? 0) + share(example.set) * error * value
      })
    }
    const rate = (RATE * 10) / examples.length
    bias -= rate * slope
    slopes.forEach((each, at) => {
      weights[at] = (weights[at] ?? 0) - rate * each
    })
  }
  return { bias, weights }
}

function probability({ bias, weights }: Model, values: readonly number[]): number {
  const z = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias)
  return 1 / (1 + Math.exp(-z))
}

function reached(
  examples: readonly Example[],
  features: readonly (keyof GateFeatures)[],
  model: Model,
  threshold: number,
): number[] {
  const speaks = (each: Example) =>
    probability(
      model,
      features.map((name) => each.features[name] ?? 0),
    ) >= threshold
  const answerable = examples.filter(({ kind }) => kind === 'answerable')
  const negative = examples.filter(({ kind }) => kind !== 'answerable' && kind !== 'removed')
  const removed = examples.filter(({ kind }) => kind === 'removed')
  return [
    percent(answerable.filter(({ right }) => right).length, answerable.length),
    percent(answerable.filter((each) => each.right && speaks(each)).length, answerable.length),
    percent(negative.filter((each) => !speaks(each)).length, negative.length),
    percent(removed.filter((each) => !speaks(each)).length, removed.length),
  ]
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((100 * part) / whole)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function rounded(features: readonly string[], weights: readonly number[]) {
  return Object.fromEntries(features.map((name, at) => [name, round(weights[at] ?? 0)]))
}
