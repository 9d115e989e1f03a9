/**
 * Fits the judgement of two memories (src/memory/pair-table.ts): multinomial logistic regression over the
 * features of labelled pairs in both directions, once with the cosine of the built-in model and once by
 * words alone. Prints what is reached on each file, when every fifth of the texts is left out of the fit
 * and when the whole file is.
 *
 * Arguments: --write (replaces the table).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBuiltin } from '../src/embed/builtin.ts'
import { EmbedSettings } from '../src/embed/settings.ts'
import { type Claim, findByRules, isSaidAgain, ordersOf } from '../src/memory/judge-pair.ts'
import { plainForm, titleFrom } from '../src/memory/normalise.ts'
import type { PairFinding } from '../src/memory/pair-features.ts'
import {
  decideRelation,
  featureValue,
  type PairOrders,
  type PairWeights,
} from '../src/memory/pair-model.ts'
import { FEATURES, fitSoftmax } from './support/fit-softmax.ts'

const FOLDER = 'bench/fixtures'
const TABLE = 'src/memory/pair-table.ts'
const CLASSES = ['corrected', 'contradicts', 'restated', 'distinct'] as const
const FOLDS = 5
const MIN_WRITTEN = 0.0005

interface Pair {
  readonly relation: (typeof CLASSES)[number] | 'same'
  readonly older: { readonly type: string; readonly content: string }
  readonly newer: { readonly type: string; readonly content: string }
}

interface Example {
  readonly file: string
  readonly fold: number
  readonly relation: Pair['relation']
  readonly isForward: boolean
  readonly found: PairFinding
  readonly isSame: boolean
  readonly orders: PairOrders
  readonly label: number
}

export const bench = {
  name: 'fit-pairs',
  summary:
    'Fits the table by which two memories are judged, on the labelled pairs of bench/fixtures',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: { write: { type: 'boolean', default: false } },
    })
    const files = readdirSync(FOLDER).filter((name) => /^pairs-.*\.jsonl$/.test(name))
    const pairs = files.map((file) => ({ file, pairs: readPairs(join(FOLDER, file)) }))
    const cosineOf = await embedAll(pairs.flatMap((each) => each.pairs))
    const rows: (string | number)[][] = []
    const tables: Record<string, PairWeights> = {}
    for (const kind of ['meaning', 'words'] as const) {
      const examples = pairs.flatMap(({ file, pairs: of }) =>
        of.flatMap((pair) => examplesOf(file, pair, kind === 'meaning' ? cosineOf : () => null)),
      )
      tables[kind] = fitTable(examples)
      const folded = examples.map(() => null as PairFinding['relation'] | null)
      for (let fold = 0; fold < FOLDS; fold += 1) {
        const weights = fitTable(examples.filter((each) => each.fold !== fold))
        examples.forEach((each, at) => {
          if (each.fold === fold) folded[at] = decide(each, weights)
        })
      }
      for (const file of files) {
        const apart = fitTable(examples.filter((each) => each.file !== file))
        const isOf = (_: unknown, at: number) => examples[at]?.file === file
        const of = examples.filter(isOf)
        rows.push([`${file}, ${kind}, in fifths`, ...reached(of, folded.filter(isOf))])
        rows.push([
          `${file}, ${kind}, apart`,
          ...reached(
            of,
            of.map((each) => decide(each, apart)),
          ),
        ])
      }
    }
    if (values.write) writeFileSync(TABLE, tableSource(tables))
    return {
      title: 'Pairs that were left out of the fit (percent)',
      columns: [
        'file',
        'distinct merged or replaced',
        'distinct flagged',
        'distinct proposed',
        'restated',
        'corrected',
        'contradictions',
      ],
      rows,
    }
  },
}

function readPairs(file: string): Pair[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Pair => JSON.parse(line))
}

async function embedAll(pairs: readonly Pair[]) {
  const texts = [...new Set(pairs.flatMap(({ older, newer }) => [older.content, newer.content]))]
  const embedder = await openBuiltin(EmbedSettings.parse({ batchTimeoutMs: 600_000 }))
  const vectors = await embedder.embed(texts)
  await embedder.close()
  const vectorOf = new Map(texts.map((text, at) => [text, vectors[at]]))
  return (a: string, b: string): number => {
    const [mine, theirs] = [vectorOf.get(a), vectorOf.get(b)]
    return mine?.reduce((sum, value, at) => sum + value * (theirs?.[at] ?? 0), 0) ?? 0
  }
}

/** A correction that was written first is all that can be seen of one: the two disagree. */
function examplesOf(
  file: string,
  pair: Pair,
  cosineOf: (a: string, b: string) => number | null,
): Example[] {
  const claim = ({ type, content }: Pair['older']): Claim => ({
    title: titleFrom(content),
    content,
    type,
  })
  return [true, false].map((isForward) => {
    const [newer, older] = isForward ? [pair.newer, pair.older] : [pair.older, pair.newer]
    const cosine = cosineOf(newer.content, older.content)
    const found = findByRules(claim(newer), claim(older), cosine)
    const isReversed = pair.relation === 'corrected' && !isForward
    const relation = pair.relation === 'same' ? 'restated' : pair.relation
    return {
      file,
      fold: foldOf(pair.older.content),
      relation: pair.relation,
      isForward,
      found,
      isSame: isSaidAgain(claim(newer), claim(older)),
      orders: ordersOf(claim(newer), claim(older), found, cosine),
      label: CLASSES.indexOf(isReversed ? 'contradicts' : relation),
    }
  })
}

/** A text that stands in several pairs is left out of the fit with all of them. */
function foldOf(text: string): number {
  let sum = 0
  for (const letter of plainForm(text)) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return sum % FOLDS
}

function fitTable(examples: readonly Example[]): PairWeights {
  const values = examples.map(({ orders }) =>
    FEATURES.map((name) => featureValue(orders.features, name.split('*'))),
  )
  const labels = examples.map(({ label }) => label)
  const { bias, weights } = fitSoftmax(values, labels, CLASSES.length)
  return {
    bias,
    weights: Object.fromEntries(FEATURES.map((name, at) => [name, weights[at] ?? []])),
  }
}

function decide({ orders, found, isSame }: Example, weights: PairWeights): PairFinding['relation'] {
  return isSame ? 'equal' : decideRelation(orders, found, weights).relation
}

function reached(
  examples: readonly Example[],
  decided: readonly (PairFinding['relation'] | null)[],
): number[] {
  const share = (of: (each: Example) => boolean, is: readonly PairFinding['relation'][]) => {
    const picked = examples.flatMap((each, at) => (of(each) ? [decided[at] ?? 'distinct'] : []))
    return (100 * picked.filter((each) => is.includes(each)).length) / Math.max(picked.length, 1)
  }
  const isDistinct = ({ relation }: Example) => relation === 'distinct'
  return [
    share(isDistinct, ['equal', 'corrected']),
    share(isDistinct, ['contradicts']),
    share(isDistinct, ['restated']),
    share(({ relation }) => relation === 'restated', ['equal', 'restated']),
    share(({ relation, isForward }) => relation === 'corrected' && isForward, ['corrected']),
    share(({ relation }) => relation === 'contradicts', ['corrected', 'contradicts']),
  ]
}

function tableSource(tables: Record<string, PairWeights>): string {
  const date = new Date().toISOString().slice(0, 10)
  const part = (kind: string) => {
    const { bias, weights } = tables[kind] ?? { bias: [], weights: {} }
    const row = (values: readonly number[]) =>
      `[${values.map((value) => value.toFixed(3).padStart(7)).join(', ')}]`
    const rows = Object.entries(weights)
      .filter(([, values]) => values.some((value) => Math.abs(value) >= MIN_WRITTEN))
      .map(([name, values]) => `      ${`'${name}':`.padEnd(28)} ${row(values)},`)
    return `  ${kind}: {\n    bias: ${row(bias)},\n    weights: {\n${rows.join('\n')}\n    },\n  },`
  }
  return `// biome-ignore-all lint/suspicious/noApproximativeNumericConstant: fitted weights are no constants of nature
/**
 * M-10. The weights by which two memories are judged, each for corrected, contradicts and restated, beside
 * distinct. Fitted by \`npm run bench -- fit-pairs --write\` on the labelled pairs of bench/fixtures.
 */
import type { PairWeights } from './pair-model.ts'

// biome-ignore format: a table reads best in columns
export const PAIR_TABLE: {
  readonly fitted: string
  readonly meaning: PairWeights
  readonly words: PairWeights
} = {
  fitted: '${date}',
${part('meaning')}
${part('words')}
}
`
}
