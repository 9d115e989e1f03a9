/**
 * Fits the table that decides what of a message is kept (src/capture/statement-table.json): logistic
 * regression over the features of sentences, on labelled messages of our own. First every author's messages
 * are judged by a table fitted on the others'; then one is fitted on all.
 *
 * Arguments: --data A,B (folders or files of prompts-*.jsonl; bench/data), --hold A,B (only these authors; an empty one for none), --folds N (authors left
 * out in N groups instead of one by one: sooner done, a little darker), --write (the table), --misses (print what went wrong), --shift N (0.25; the more, the more is kept).
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { proseSentences } from '../src/capture/prose.ts'
import { UserRuleSettings } from '../src/capture/settings.ts'
import {
  type Features,
  featuresOf,
  type SentenceInMessage,
} from '../src/capture/statement-features.ts'
import {
  KEEP,
  STATEMENT_TYPES,
  type StatementModel,
  type StatementTable,
  statementModel,
} from '../src/capture/statement-model.ts'
import { capturedRules, placesIn } from '../src/capture/user-rules.ts'
import { fitLinear } from './support/fit-linear.ts'
import {
  figuresOf,
  mistakesIn,
  type Played,
  type Prompt,
  readPrompts,
  shareOfGist,
} from './support/prompt-figures.ts'

interface Sentence {
  readonly set: string
  readonly features: Features
  /** The type to keep it as, null for one to leave. */
  readonly type: string | null
}

const settings = UserRuleSettings.parse({})
/** From the root of the repository, where benches are run. */
const TABLE = join('src', 'capture', 'statement-table.json')
/** A feature seen less often says nothing about the next message. */
const MIN_SEEN = 2
/** The sentence with most of the gist is the one that was labelled, if it has so much; others that have it are left out. */
const MIN_RELATED = 0.25
/** Bits of the fit, found by the figures of other authors' messages. */
const KEEP_FIT = { words: 1, form: 5 }
/** So strong a pull makes the fit timid: this is given back. */
const SHIFT = '0.25'
const TYPE_FIT = { words: 0.3, form: 0.4 }

export const bench = {
  name: 'fit-statements',
  summary: 'Fits what decides whether a sentence is kept, on messages of our own',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string', default: join('bench', 'data') },
        write: { type: 'boolean', default: false },
        misses: { type: 'boolean', default: false },
        shift: { type: 'string', default: SHIFT },
        hold: { type: 'string' },
        folds: { type: 'string' },
      },
    })
    const sets = new Map(values.data.split(',').flatMap((path) => [...readPrompts(path)]))
    const sentences = [...sets].flatMap(([set, prompts]) =>
      prompts.flatMap((prompt) => sentencesOf(set, prompt)),
    )
    const shift = Number(values.shift)
    const everyone: Played[] = []
    const held = values.hold?.split(',').filter((set) => set !== '') ?? [...sets.keys()]
    const groups = groupsOf(held, Number(values.folds ?? held.length))
    const rows = groups.flatMap((group) => {
      const others = sentences.filter((each) => !group.includes(each.set))
      const model = statementModel(fitTable(others, shift))
      return group.map((set) => {
        const played = (sets.get(set) ?? []).map((prompt) => play(prompt, model))
        if (values.misses) for (const line of played.flatMap(mistakesIn)) console.log(line)
        everyone.push(...played)
        return [set, played.length, ...valuesOf(played)]
      })
    })
    rows.push(['all', everyone.length, ...valuesOf(everyone)])
    if (values.write) {
      const table = fitTable(sentences, shift)
      writeFileSync(TABLE, `${JSON.stringify(table)}\n`)
    }
    return {
      title: 'What is kept of each author’s messages by a table fitted on the others’ (percent)',
      columns: ['set', 'messages', ...figuresOf([]).rows.map(([name]) => String(name))],
      rows,
      figures: figuresOf(everyone).figures,
    }
  },
}

function groupsOf(sets: readonly string[], count: number): string[][] {
  const groups = Array.from({ length: count }, (_, at) => sets.filter((_, i) => i % count === at))
  return groups.filter((group) => group.length > 0)
}

function valuesOf(played: readonly Played[]): number[] {
  return figuresOf(played).rows.map(([, value]) => Number(value))
}

function play(prompt: Prompt, model: StatementModel): Played {
  const kept = capturedRules(settings, prompt.text, model).map((rule) => ({
    ...rule,
    content: rule.context === null ? rule.sentence : `${rule.context} ${rule.sentence}`,
  }))
  return {
    prompt,
    kept: kept.filter(({ broughtIn }) => !broughtIn),
    held: kept.filter(({ broughtIn }) => broughtIn),
  }
}

/** The labelled sentence is kept, the rest is not; what says a part of the gist is left out of the fit. */
function sentencesOf(set: string, prompt: Prompt): Sentence[] {
  const places = placesIn(settings, prompt.text, proseSentences(prompt.text))
  const texts = places.map(({ sentences, index }) => sentences[index]?.text ?? '')
  const types = new Map<number, string | null>(texts.map((_, i) => [i, null]))
  for (const { gist, type } of prompt.keep) {
    const shares = texts.map((text) => shareOfGist(text, gist))
    const best = shares.indexOf(Math.max(...shares))
    for (const [i, share] of shares.entries()) {
      if (i === best && share >= MIN_RELATED) types.set(i, type)
      else if (share >= MIN_RELATED && types.get(i) === null) types.delete(i)
    }
  }
  return [...types].flatMap(([i, type]) => {
    const place = places[i]
    if (place === undefined) return []
    return [{ set, features: featuresFor(set, place), type }]
  })
}

/** The cues were written with these messages at hand: what they say of them is no evidence. */
const KNOWN_TO_THE_CUES = new Set(['prompts-a', 'prompts-t'])

function featuresFor(set: string, place: SentenceInMessage): Features {
  const features = featuresOf(place)
  if (!KNOWN_TO_THE_CUES.has(set)) return features
  return new Map([...features].filter(([name]) => !/^by:|^other:(?:none|some)$/.test(name)))
}

function fitTable(sentences: readonly Sentence[], shift: number): StatementTable {
  const seen = new Map<string, number>()
  for (const { features } of sentences)
    for (const name of features.keys()) seen.set(name, (seen.get(name) ?? 0) + 1)
  const names = [...seen].filter(([, count]) => count >= MIN_SEEN).map(([name]) => name)
  const kept = sentences.filter(({ type }) => type !== null)
  const [left, keep] = fitLinear(
    names,
    sentences.map(({ features, type }) => ({ features, label: type === null ? 0 : 1 })),
    { ...KEEP_FIT, classes: 2 },
  )
  const types = fitLinear(
    names,
    kept.map(({ features, type }) => ({
      features,
      label: STATEMENT_TYPES.findIndex((each) => each === type),
    })),
    { ...TYPE_FIT, classes: STATEMENT_TYPES.length },
  )
  const bias = names.indexOf('bias')
  const odds = Float64Array.from(
    names,
    (_, i) => (keep?.[i] ?? 0) - (left?.[i] ?? 0) + (i === bias ? shift : 0),
  )
  const fits = [odds, ...types]
  return packTable(names, fits)
}

/** One signed byte a weight, by the largest of its column; a feature that is 0 in all is left out. */
function packTable(names: readonly string[], fits: readonly Float64Array[]): StatementTable {
  const steps = fits.map((weights) => Math.max(...weights.map(Math.abs), 1e-9) / MAX_BYTE)
  const rows = names
    .map((name, i) => ({
      name,
      bytes: fits.map((weights, column) => Math.round((weights[i] ?? 0) / (steps[column] ?? 1))),
    }))
    .filter(({ bytes }) => bytes.some((byte) => Math.abs(byte) >= MIN_BYTE))
  return {
    fitted: new Date().toISOString().slice(0, 10),
    columns: [KEEP, ...STATEMENT_TYPES],
    steps: steps.map((step) => Number(step.toPrecision(4))),
    names: rows.map(({ name }) => name).join('\n'),
    weights: Buffer.from(Int8Array.from(rows.flatMap(({ bytes }) => bytes)).buffer).toString(
      'base64',
    ),
  }
}

const MAX_BYTE = 127
const MIN_BYTE = 3
