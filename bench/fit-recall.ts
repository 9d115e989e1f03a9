/**
 * Fits the weights of the score's parts to labelled data: every question is asked once through
 * `search` with `explain`, and what the parts measured is weighed anew until recall@10 and hit@1, each
 * set counting alike, rise no more. Beside the fit stands what it gives on collections it has not
 * seen, one in four left out at a time. The table goes into src/search/weights.ts.
 *
 * Arguments: --data DIR, --sets a,b, --homes DIR (as of `bench recall`), --way meaning|words.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { call } from '../src/operations/operation.ts'
import { search } from '../src/operations/search.ts'
import { FITTED, PART_NAMES } from '../src/search/weights.ts'
import { openRecallHome, projectOf } from './support/recall-home.ts'
import { findSets, type RecallSet } from './support/recall-sets.ts'

const HITS = 50
const FOLDS = 4
const FACTORS = [0, 0.5, 0.8, 1.25, 2]
/** A weight of nothing has to begin somewhere. */
const FIRST_STEP = 0.1
const ROUNDS = 6

interface Sample {
  readonly set: string
  readonly fold: number
  readonly evidence: number
  readonly hits: readonly { readonly values: readonly number[]; readonly right: number }[]
}

export const bench = {
  name: 'fit-recall',
  summary: 'Fits the weights of recall to labelled data, with what they give on data left out',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        sets: { type: 'string' },
        homes: { type: 'string', default: join(tmpdir(), 'mneme-bench', 'homes') },
        way: { type: 'string', default: 'meaning' },
      },
    })
    if (!values.data) throw new Error('say where the data sets are: --data DIR')
    const wanted = values.sets?.split(',')
    const byMeaning = values.way === 'meaning'
    const samples: Sample[] = []
    for (const set of findSets(values.data)) {
      if (wanted && !wanted.includes(set.name)) continue
      samples.push(...(await samplesOf(set, join(values.homes, 'sqlite'), byMeaning)))
    }
    const start: readonly number[] = PART_NAMES.map(
      (name) => FITTED[byMeaning ? 'tokens' : 'words'][name],
    )
    const fitted = fit(samples, start)
    const unseen = Array.from({ length: FOLDS }, (_, fold) => {
      const weights = fit(
        samples.filter((sample) => sample.fold !== fold),
        start,
      )
      return samples.filter((sample) => sample.fold === fold).map((one) => [one, weights] as const)
    }).flat()
    const sets = [...new Set(samples.map(({ set }) => set))]
    const rows = sets.flatMap((set) => {
      const own = samples.filter((sample) => sample.set === set)
      const left = unseen.filter(([sample]) => sample.set === set)
      return [
        [set, 'as it is', ...quality(own.map((sample) => [sample, start]))],
        [set, 'fitted', ...quality(own.map((sample) => [sample, fitted]))],
        [set, 'fitted without it', ...quality(left)],
      ]
    })
    const table = Object.fromEntries(
      PART_NAMES.map((name, at) => [name, Number(fitted[at]?.toFixed(2))]),
    )
    rows.push(['weights', JSON.stringify(table), '', ''])
    return {
      title: 'Weights of recall, percent',
      columns: ['set', 'weights', 'recall@10', 'hit@1'],
      rows,
      figures: table,
    }
  },
}

async function samplesOf(set: RecallSet, homes: string, byMeaning: boolean): Promise<Sample[]> {
  const collections = set.read()
  const home = await openRecallHome(set, collections, {
    folder: join(homes, `${set.name}, ${byMeaning ? 'words and meaning' : 'words'}`),
    env: byMeaning ? {} : { MNEME_EMBED_PROVIDER: 'none' },
    embed: byMeaning,
    fresh: false,
  })
  const samples: Sample[] = []
  for (const [number, { questions }] of collections.entries()) {
    const { engine, caller } = await home.opened.at({ project: projectOf(number) })
    for (const [at, { text: query, evidence }] of questions.entries()) {
      const input = { query, limit: HITS, explain: true }
      const { hits } = await call(search, engine, caller, input)
      samples.push({
        set: set.name,
        fold: (collections.length > 1 ? number : at) % FOLDS,
        evidence: evidence.length,
        hits: hits.map((hit) => ({
          values: PART_NAMES.map(
            (name) => hit.explanation?.parts.find((part) => part.name === name)?.value ?? 0,
          ),
          right: home.documentsOf(number, hit.id).filter((id) => evidence.includes(id)).length,
        })),
      })
    }
  }
  await home.close()
  return samples
}

/** One weight at a time, as long as any change helps. */
function fit(samples: readonly Sample[], start: readonly number[]): number[] {
  let best = [...start]
  let reached = objective(samples, best)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = reached
    for (const [at] of PART_NAMES.entries()) {
      const own = best[at] ?? 0
      const tried = own === 0 ? [FIRST_STEP] : FACTORS.map((factor) => own * factor)
      for (const value of tried) {
        const weights = best.map((weight, place) => (place === at ? value : weight))
        const worth = objective(samples, weights)
        if (worth <= reached) continue
        best = weights
        reached = worth
      }
    }
    if (reached - before < 1e-4) break
  }
  return best
}

function objective(samples: readonly Sample[], weights: readonly number[]): number {
  const sets = new Map<string, Sample[]>()
  for (const one of samples) {
    const own = sets.get(one.set)
    if (own) own.push(one)
    else sets.set(one.set, [one])
  }
  let sum = 0
  for (const own of sets.values()) {
    const [recall, hit] = shares(own.map((sample) => [sample, weights]))
    sum += (recall + hit) / sets.size
  }
  return sum
}

type Weighed = readonly (readonly [Sample, readonly number[]])[]

function shares(weighed: Weighed): [number, number] {
  let recall = 0
  let first = 0
  for (const [{ hits, evidence }, weights] of weighed) {
    const scores = hits.map(({ values }) =>
      values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0),
    )
    const order = hits.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    const rightAt = (place: number) => hits[order[place] ?? -1]?.right ?? 0
    let found = 0
    for (let place = 0; place < 10; place += 1) found += rightAt(place)
    recall += Math.min(found / evidence, 1)
    first += Number(rightAt(0) > 0)
  }
  const count = Math.max(weighed.length, 1)
  return [recall / count, first / count]
}

function quality(weighed: Weighed): number[] {
  return shares(weighed).map((share) => Number((100 * share).toFixed(1)))
}
