/**
 * Fits the gate (src/context/evidence/gate-table.ts): logistic regression over the features of what the
 * product would quote, every set with the same weight, L2 of 1, prompts whose evidence was removed as
 * further examples of silence. Prints the row of the table, and what is reached with and without each set.
 *
 * Arguments: --data DIR,DIR (folders of sets; `bench/data/moments` is one), --homes DIR (prepared by
 * `moments`), --sets a,b, --features a,b,c, --words, --stored (memories that hold the evidence: the row `given`).
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { GateFeatures } from '../src/context/evidence/gate.ts'
import { type EvidenceQuote, quotesFor } from '../src/context/evidence/quotes.ts'
import { SHARE_OF_BEST } from '../src/context/evidence/speak.ts'
import { findEvidence } from '../src/engine/context/evidence.ts'
import { judgeOf } from './support/moment-counts.ts'
import { openAt, prepareHome } from './support/moment-direct.ts'
import { withoutSources } from './support/moment-removed.ts'
import { layOut, type MomentSet, projectFolders, readMomentSet } from './support/moment-sets.ts'
import { askedOfStored, prepareStored } from './support/moment-stored.ts'

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
const STEPS = 30
const REMOVED_SHARE = 0.5

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
        features: { type: 'string', default: 'nearness,prominence,margin' },
        lane: { type: 'string', default: 'said' },
        threshold: { type: 'string', default: '0.4' },
        words: { type: 'boolean', default: false },
        stored: { type: 'boolean', default: false },
        dump: { type: 'string' },
      },
    })
    const { data } = values
    if (!data) throw new Error('Where is the data? --data DIR,DIR: folders of sets')
    const homes = values.homes ?? mkdtempSync(join(tmpdir(), 'mneme-fit-'))
    const sets = setsIn(data.split(',')).filter(
      ({ name }) => values.sets?.split(',').includes(name) ?? true,
    )
    const examples: Example[] = []
    for (const set of sets) {
      examples.push(
        ...(values.stored
          ? await readStored(set, homes)
          : await readExamples(set, homes, values.words)),
      )
    }
    if (values.dump) writeFileSync(values.dump, JSON.stringify(examples))
    const wanted = values.stored ? 'given' : values.lane
    const lane = examples.filter((each) => each.lane === wanted)
    const features = values.features.split(',') as (keyof GateFeatures)[]
    const whole = fit(lane, features)
    console.log(JSON.stringify({ bias: round(whole.bias), ...rounded(features, whole.weights) }))
    const threshold = Number(values.threshold)
    const rows = sets.map(({ name }) => {
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

function setsIn(folders: readonly string[]): MomentSet[] {
  return folders.flatMap((data) =>
    readdirSync(data)
      .filter((name) => statSync(join(data, name)).isDirectory())
      .map((name) => readMomentSet(data, name)),
  )
}

/** The first memories that a search finds for each prompt, and the first of those without its evidence. */
const FIRST = 3

async function readStored(read: MomentSet, homes: string): Promise<Example[]> {
  const set = askedOfStored(read)
  const home = join(homes, `${set.name}-stored`)
  if (!existsSync(join(home, 'ready'))) await prepareStored(set, home)
  const folderOf = projectFolders(set, home)
  const judge = judgeOf(set)
  const mneme = await openAt({ home, env: {} })
  const examples: Example[] = []
  try {
    for (const moment of set.moments.filter(({ kind }) => kind !== 'continuation')) {
      const folder = folderOf(moment.project)
      const { engine, caller } = await mneme.at({ door: 'hook', actor: 'bench', folder })
      await engine.embedding.embed(['warm'], { kind: 'query' })
      const found = await findEvidence(engine, caller, moment)
      const seen = found.given
        .toSorted((a, b) => b.match - a.match)
        .flatMap(({ memory, match, features }) => {
          if (features === null) return []
          const quote = `<quote>${memory.content.replaceAll('<', ' ')}</quote>`
          const { right, near } = judge.judge(moment, quote)
          return { match, features, right: right > 0, helpful: right + near > 0 }
        })
      const { id, kind } = moment
      const common = { set: set.name, id, lane: 'given' } as const
      for (const { match, features, right, helpful } of seen.slice(0, FIRST)) {
        if (match < SHARE_OF_BEST) continue
        examples.push({ ...common, kind, features, right, helpful, wrong: Number(!helpful) })
      }
      const other = kind === 'answerable' ? seen.find(({ helpful }) => !helpful) : undefined
      if (other) {
        const { features } = other
        const nothing = { helpful: false, right: false, wrong: 1 }
        examples.push({ ...common, kind: 'removed', features, ...nothing })
      }
    }
  } finally {
    await mneme.close()
  }
  return examples
}

async function readExamples(set: MomentSet, homes: string, words: boolean): Promise<Example[]> {
  const { name } = set
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
      // What was said before a rule was changed is still there: speaking of it is not wrong.
      if (moment.kind === 'answerable' && moment.stale.length === 0) {
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
        add('said', found.said.features, quotesFor(await found.said.settle()))
      }
      const best = found.given.toSorted((a, b) => b.unit.score - a.unit.score)[0]
      if (best?.features) {
        const chosen = { lead: best.unit, quotes: [best.unit] }
        add('given', best.features, quotesFor({ chosen, later: null, outdated: new Set() }))
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

/** Newton's method on features of deviation 1: the function is convex and the examples are few. */
function fit(examples: readonly Example[], features: readonly (keyof GateFeatures)[]): Model {
  const raw = examples.map((each) => features.map((name) => each.features[name] ?? 0))
  const centres = features.map((_, at) => meanOf(raw.map((row) => row[at] ?? 0)))
  const scales = features.map((_, at) => {
    const centre = centres[at] ?? 0
    return Math.sqrt(meanOf(raw.map((row) => ((row[at] ?? 0) - centre) ** 2))) || 1
  })
  const rows = raw.map((row) => [
    ...row.map((value, at) => (value - (centres[at] ?? 0)) / (scales[at] ?? 1)),
    1,
  ])
  const shares = sharesOf(examples)
  const size = features.length + 1
  let found = new Array<number>(size).fill(0)
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = found.map((each, at) => (at === size - 1 ? 0 : L2 * each))
    const curves = slopes.map((_, at) =>
      slopes.map((__, on): number => (at === on && at < size - 1 ? L2 : 0)),
    )
    for (const [index, row] of rows.entries()) {
      const z = row.reduce((sum, value, at) => sum + value * (found[at] ?? 0), 0)
      const p = 1 / (1 + Math.exp(-z))
      const share = shares[index] ?? 0
      const error = share * (p - Number(examples[index]?.helpful))
      for (const [at, value] of row.entries()) {
        slopes[at] = (slopes[at] ?? 0) + error * value
        const curve = curves[at] ?? []
        for (const [on, other] of row.entries()) {
          curve[on] = (curve[on] ?? 0) + share * p * (1 - p) * value * other
        }
      }
    }
    const change = solve(curves, slopes)
    found = found.map((each, at) => each - (change[at] ?? 0))
  }
  const weights = features.map((_, at) => (found[at] ?? 0) / (scales[at] ?? 1))
  const bias = weights.reduce(
    (sum, weight, at) => sum - weight * (centres[at] ?? 0),
    found[size - 1] ?? 0,
  )
  return { bias, weights }
}

/** Every set counts the same, and a prompt whose evidence was removed less than one that was asked. */
function sharesOf(examples: readonly Example[]): number[] {
  const own = examples.map(({ kind }) => (kind === 'removed' ? REMOVED_SHARE : 1))
  const totals = new Map<string, number>()
  for (const [at, { set }] of examples.entries()) {
    totals.set(set, (totals.get(set) ?? 0) + (own[at] ?? 0))
  }
  return examples.map(
    ({ set }, at) => ((own[at] ?? 0) * examples.length) / (totals.size * (totals.get(set) ?? 1)),
  )
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / Math.max(values.length, 1)
}

/** Gauss's elimination; the matrix is positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [at, pivot] of rows.entries()) {
    const lead = pivot[at] ?? 1
    for (const [on, row] of rows.entries()) {
      if (on === at) continue
      const times = (row[at] ?? 0) / lead
      for (let k = at; k < row.length; k += 1) row[k] = (row[k] ?? 0) - times * (pivot[k] ?? 0)
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
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
