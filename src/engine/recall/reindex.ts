/** D-12. `mneme reindex`: vectors for what has none of the present model, and only for that. */
import { MnemeError } from '../../errors.ts'
import { CORPORA } from '../../search/corpus.ts'
import { noticeLaterTalk } from '../context/said-later.ts'
import type { Engine } from '../engine.ts'
import { judgeByMeaning } from '../memories/judge-by-meaning.ts'
import type { Progress } from '../progress.ts'
import { indexAllCommits } from '../projects/index-commits.ts'
import { fillVectors } from './fill-vectors.ts'

interface Reindexed {
  readonly model: string
  readonly dims: number
  /** Units that got new vectors. */
  readonly embedded: number
  /** Units that had them already. */
  readonly kept: number
}

export async function reindex(
  engine: Engine,
  options: { readonly all?: boolean; readonly progress?: Progress } = {},
): Promise<Reindexed> {
  const { embedding, store } = engine
  const opened = await embedding.open()
  if (!('embedder' in opened)) {
    const hint = opened.hint === undefined ? {} : { hint: opened.hint }
    throw new MnemeError('unavailable', opened.unavailable, hint)
  }
  const { id: model, dims } = opened.embedder
  await indexAllCommits(engine)
  let embedded = 0
  let units = 0
  for (const corpus of CORPORA) {
    await store.vectors.enqueueMissing(corpus, options.all ? '' : model)
    const total = await store.vectors.backlog(corpus)
    const filled = await fillVectors(engine, corpus, {
      onBatch: (done) => options.progress?.({ done, total, what: `${corpus} embedded` }),
    })
    embedded += filled.embedded
    if (filled.missing) {
      const { unavailable, hint } = filled.missing
      const why = `${unavailable} (${embedded} were embedded)`
      throw new MnemeError('unavailable', why, hint === undefined ? {} : { hint })
    }
    const counts = await store.vectors.counts(corpus)
    units += counts.find((each) => each.model === model)?.units ?? 0
  }
  await noticeLaterTalk(engine, model, async () => {})
  return { model, dims, embedded, kept: Math.max(0, units - embedded) }
}

/** I-12. The same for the scheduler: quietly nothing where there is no embedder. */
export async function refreshVectors(
  engine: Engine,
  breathe: () => Promise<void>,
): Promise<number> {
  const opened = await engine.embedding.open()
  if (!('embedder' in opened)) return 0
  let embedded = 0
  for (const corpus of CORPORA) {
    await engine.store.vectors.enqueueMissing(corpus, opened.embedder.id)
    embedded += (await fillVectors(engine, corpus, { onBatch: breathe })).embedded
  }
  await judgeByMeaning(engine, opened.embedder.id, breathe)
  await noticeLaterTalk(engine, opened.embedder.id, breathe)
  return embedded
}
