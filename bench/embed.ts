/**
 * How much of the bare runtime's speed the embedder keeps: the same texts once through the port,
 * and once as ready-made token batches through the runtime alone.
 *
 * Arguments: --texts N (1000), --data DIR (markdown to take sentences from).
 */
import { parseArgs } from 'node:util'
import { type PaddedBatch, paddedBatch, plannedBatches } from '../src/embed/batches.ts'
import { openBuiltin } from '../src/embed/builtin.ts'
import { openTokenModel } from '../src/embed/onnx/runtime.ts'
import { EmbedSettings } from '../src/embed/settings.ts'
import { readTokenizer } from '../src/embed/tokens.ts'
import { sentencesFrom } from './sentences.ts'

const ROUNDS = 7
const SINGLE_QUERIES = 60
const MEGABYTE = 1_048_576

export const bench = {
  name: 'embed',
  summary: 'Texts per second of the built-in embedder against the bare runtime, and start-up',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        texts: { type: 'string', default: '1000' },
        data: { type: 'string', default: 'node_modules' },
      },
    })
    const texts = await sentencesFrom(values.data, Number(values.texts))
    return measure(texts)
  },
}

async function measure(texts: readonly string[]) {
  const settings = EmbedSettings.parse({ batchTimeoutMs: 600_000 })
  const startMs = await timed(() => firstVector(settings))

  const embedder = await openBuiltin(settings)
  const bare = await bareRuntime(settings, texts)
  await embedder.embed(texts.slice(0, 64))
  const port: Cost[] = []
  const alone: Cost[] = []
  // Turn by turn, so that whatever else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round++) {
    port.push(await costOf(() => embedder.embed(texts)))
    alone.push(await costOf(bare.run))
  }
  const singleMs: number[] = []
  for (const text of texts.slice(0, SINGLE_QUERIES)) {
    singleMs.push(await timed(() => embedder.embed([text], { kind: 'query' })))
  }
  const rssMb = process.memoryUsage.rss() / MEGABYTE
  await embedder.close()
  await bare.release()

  // The best round of each: other work on the machine can only make a round slower.
  const best = (costs: readonly Cost[], of: keyof Cost) => Math.min(...costs.map((c) => c[of]))
  const perSecond = (costs: readonly Cost[]) => (texts.length * 1_000) / best(costs, 'wallMs')
  const figures = {
    textsPerSecond: perSecond(port),
    bareTextsPerSecond: perSecond(alone),
    shareOfBare: perSecond(port) / perSecond(alone),
    // The same by processor time, which a busy machine disturbs less.
    cpuShareOfBare: best(alone, 'cpuMs') / best(port, 'cpuMs'),
    queryP50Ms: median(singleMs),
    firstVectorMs: startMs,
    rssMb,
  }
  return {
    title: `${texts.length} sentences, built-in model, ${settings.threads} threads`,
    columns: ['what', 'figure'],
    rows: Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(2))]),
    figures,
  }
}

async function firstVector(settings: EmbedSettings): Promise<void> {
  const embedder = await openBuiltin(settings)
  await embedder.embed(['auth flow'])
  await embedder.close()
}

/** The runtime with everything else done beforehand: tokens, batches, padding. */
async function bareRuntime(settings: EmbedSettings, texts: readonly string[]) {
  const tokens = await readTokenizer('dist/model/vocab.txt', settings.maxTokens)
  const lists = texts.map((text) => tokens.ids(text))
  const planned = plannedBatches(
    settings,
    lists.map((list) => list.length),
  )
  const batches: PaddedBatch[] = planned.map((batch) =>
    paddedBatch(
      batch.map((index) => lists[index] as number[]),
      tokens.padId,
    ),
  )
  const model = await openTokenModel('dist/model/minilm.onnx', settings.threads)
  return {
    run: async () => {
      for (const batch of batches) await model.run(batch)
    },
    release: () => model.release(),
  }
}

interface Cost {
  readonly wallMs: number
  readonly cpuMs: number
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage()
  const wallMs = await timed(work)
  const { user, system } = process.cpuUsage(before)
  return { wallMs, cpuMs: (user + system) / 1_000 }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
