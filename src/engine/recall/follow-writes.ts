/**
 * M-17. Vectors follow each write within seconds while a daemon runs: a few texts at a time, with pauses
 * half as long as the work, so that searches meanwhile keep their pace. Import and backfill are followed in
 * the same way; what another process wrote is noticed by looking now and then.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { CORPORA } from '../../search/corpus.ts'
import type { Engine } from '../engine.ts'
import { hasEarlierToJudge } from '../memories/judging-progress.ts'
import { expectModel, fillVectors, vectorModel } from './fill-vectors.ts'

interface Following {
  /** Resolves when nothing is due, or when vectors cannot be made at present. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}

/** Writes in quick succession are handled together. */
const DEBOUNCE_MS = 300
/** How often to look for writes by other processes. */
const POLL_MS = 5000
/** Few at a time: a search waits for one such batch at most. */
const BATCH_UNITS = 16
const MAX_PAUSE_MS = 250
/** How long to wait before trying an unavailable embedder again. */
const RETRY_MS = 60_000

export function followWrites(engine: Engine, onError: (thrown: unknown) => void): Following {
  const controller = new AbortController()
  const { signal } = controller
  const stopFollowing = engine.embedding.follow()
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  const wake = (delayMs: number) => {
    if (signal.aborted || running) return
    clearTimeout(timer)
    timer = setTimeout(() => void run(), delayMs)
    timer.unref()
  }
  const run = (): Promise<void> => {
    running ??= (async () => {
      let nextMs = POLL_MS
      try {
        const isAvailable = await catchUp(engine, signal)
        if (!isAvailable) nextMs = RETRY_MS
      } catch (thrown) {
        if (!signal.aborted) onError(thrown)
      } finally {
        running = null
        wake(nextMs)
      }
    })()
    return running
  }
  const stopListening = engine.events.listen(({ name }) => {
    if (name === 'memory_created' || name === 'memory_updated') wake(DEBOUNCE_MS)
  })
  engine.background.start('load the model', () => loadWhereUsed(engine))
  wake(0)
  return {
    caughtUp: async () => {
      await running
      await run()
    },
    async close() {
      controller.abort()
      clearTimeout(timer)
      stopListening()
      stopFollowing()
      await running
    },
  }
}

/** M-33. A home with vectors is asked by meaning, and its first prompt may come at once. */
async function loadWhereUsed({ store, embedding, config }: Engine): Promise<void> {
  if (config.embed.provider === 'none') return
  for (const corpus of CORPORA) {
    if (await store.vectors.hasAny(corpus)) {
      await embedding.embed(['-'], { kind: 'query' })
      return
    }
  }
}

/** False where there is no embedder. */
async function catchUp(engine: Engine, signal: AbortSignal): Promise<boolean> {
  const { embedding, store, events, clock } = engine
  if (engine.config.embed.provider === 'none') return false
  let model: string | null = null
  for (const corpus of CORPORA) {
    const total = await store.vectors.backlog(corpus)
    if (total === 0) continue
    const opened = await embedding.open()
    if (!('embedder' in opened)) return false
    model = opened.embedder.id
    await expectModel(engine, model)
    const pause = pauseAfterWork(signal)
    const { missing } = await fillVectors(engine, corpus, {
      signal,
      batchUnits: BATCH_UNITS,
      async onBatch(done) {
        events.emit({ name: 'vectors_progress', at: clock.now(), data: { corpus, done, total } })
        await pause()
      },
    })
    if (missing) return false
  }
  await judge(engine, model, signal)
  return true
}

/** Loaded when there is something to judge: the first question of a home at rest does not wait for it. */
async function judge(engine: Engine, model: string | null, signal: AbortSignal): Promise<void> {
  const isEarlierDue = await hasEarlierToJudge(engine)
  const known = model ?? (isEarlierDue ? await vectorModel(engine) : null)
  if (known === null) return
  const { judgeByMeaning, judgeEarlier } = await import('../memories/judge-by-meaning.ts')
  if (model !== null) await judgeByMeaning(engine, model, pauseAfterWork(signal))
  if (isEarlierDue) await judgeEarlier(engine, known, pauseAfterWork(signal))
}

/** Each call waits half as long as it is since the last one returned. */
function pauseAfterWork(signal: AbortSignal): () => Promise<void> {
  let began = performance.now()
  return async () => {
    await sleep(Math.min((performance.now() - began) / 2, MAX_PAUSE_MS), undefined, { signal })
    began = performance.now()
  }
}
