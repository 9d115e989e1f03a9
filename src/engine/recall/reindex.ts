/** D-12. `mneme reindex`: vectors for what has none of the present model, and only for that. */
import { MnemeError } from '../../errors.ts'
import type { Progress } from '../progress.ts'
import type { Engine } from '../engine.ts'
import { fillVectors } from './fill-vectors.ts'

export interface Reindexed {
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
  await store.vectors.enqueueMissing('memories', options.all ? '' : model)
  const total = await store.vectors.backlog('memories')
  const { embedded, missing } = await fillVectors(engine, 'memories', {
    onBatch: (done) => options.progress?.({ done, total, what: 'memories embedded' }),
  })
  if (missing) {
    const hint = missing.hint === undefined ? {} : { hint: missing.hint }
    throw new MnemeError('unavailable', `${missing.unavailable} (${embedded} were embedded)`, hint)
  }
  const counts = await store.vectors.counts('memories')
  const units = counts.find((each) => each.model === model)?.units ?? 0
  return { model, dims, embedded, kept: Math.max(0, units - embedded) }
}

/** I-12. The same for the scheduler: quietly nothing where there is no embedder. */
export async function refreshVectors(
  engine: Engine,
  breathe: () => Promise<void>,
): Promise<number> {
  const opened = await engine.embedding.open()
  if (!('embedder' in opened)) return 0
  await engine.store.vectors.enqueueMissing('memories', opened.embedder.id)
  const { embedded } = await fillVectors(engine, 'memories', { onBatch: breathe })
  return embedded
}
