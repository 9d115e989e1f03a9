/**
 * D-03, D-13. The vector of a question, if it can be had in time, and what the answer should say
 * when it cannot: then words are used, and the answer says so.
 */
import type { Corpus, QueryVector } from '../../search/corpus.ts'
import { questionToEmbed } from '../../search/embed-text.ts'
import type { Engine } from '../engine.ts'
import type { NoEmbedder } from './embedding.ts'
import { expectModel, fillVectors } from './fill-vectors.ts'

export interface QueryEmbedding {
  readonly vector: QueryVector | null
  /** Why meaning was not used, or not for everything. */
  readonly note: string | null
}

/** Whether to search by meaning: wait for the model, only if it is loaded, or not at all. */
export type Patience = 'wait' | 'if-warm' | 'never'

/** So many that wait are embedded before a question is answered; more is work for `reindex`. */
const DUE_AT_ONCE = 32
/** Where they are made in the background anyway, only what one question can afford. */
const DUE_WHILE_FOLLOWED = 2
const MAX_CHARACTERS_WHILE_FOLLOWED = 2000
/** With more of a collection than this without vectors, those that have some would always win. */
const MAX_MISSING = 0.1

export async function queryVector<Filter>(
  engine: Engine,
  corpus: Corpus<Filter>,
  query: string,
  options: {
    readonly patience: Patience
    /** Names of speakers in the question, which its vector leaves out. */
    readonly names: readonly string[]
  },
): Promise<QueryEmbedding> {
  const { patience, names } = options
  const { embedding, store, config } = engine
  if (patience === 'never' || config.embed.provider === 'none') return { vector: null, note: null }
  if (patience === 'if-warm' && !embedding.isWarm) return { vector: null, note: null }
  const opened = await embedding.open()
  if (!('embedder' in opened)) return byWords(opened.unavailable, opened.hint)
  await expectModel(engine, opened.embedder.id)
  // Nothing to compare with: a new home's first question does not wait for the model.
  if (!embedding.isWarm && (await sizeOf(engine, corpus)) === 0) return { vector: null, note: null }
  const due = await store.vectors.backlog(corpus.name)
  if (due > 0) {
    const late = await catchUp(engine, corpus, due)
    if (late) return late
  }
  const made = await embedding.encode([questionToEmbed(query, names)], { kind: 'query' })
  if ('unavailable' in made) return tooLate(engine, made)
  const [asked] = made.encoded
  if (!asked) return { vector: null, note: null }
  const { vector, tokens } = asked
  return { vector: { model: made.model, vector, ...(tokens ? { tokens } : {}) }, note: null }
}

async function sizeOf<Filter>({ store }: Engine, corpus: Corpus<Filter>): Promise<number> {
  return corpus.name === 'messages'
    ? (await store.sessions.totals()).messages
    : await store.memories.count({})
}

/** A few are embedded now; with too many left, meaning is left out of this answer. */
async function catchUp<Filter>(
  engine: Engine,
  corpus: Corpus<Filter>,
  due: number,
): Promise<QueryEmbedding | null> {
  const { config, embedding } = engine
  const all = await sizeOf(engine, corpus)
  const atOnce = embedding.isFollowed ? DUE_WHILE_FOLLOWED : DUE_AT_ONCE
  if (due - atOnce > MAX_MISSING * all) {
    const hint = embedding.isFollowed ? 'They are being made.' : 'Run: mneme reindex'
    return byWords(`${due} ${corpus.name} have no vector yet`, hint)
  }
  if (embedding.isFollowed && due > atOnce) return null
  const { missing } = await fillVectors(engine, corpus.name, {
    units: atOnce,
    withinMs: config.embed.interactiveTimeoutMs,
    ...(embedding.isFollowed ? { maxCharacters: MAX_CHARACTERS_WHILE_FOLLOWED } : {}),
  })
  return missing ? tooLate(engine, missing) : null
}

/** The first use of a model may take longer than a question can wait; the next one finds it there. */
function tooLate(engine: Engine, { unavailable, hint }: NoEmbedder): QueryEmbedding {
  if (!engine.embedding.isWarm) {
    engine.background.start('load the model', async (signal) => {
      await engine.embedding.embed(['-'], { kind: 'passage', signal })
    })
  }
  return byWords(unavailable, hint)
}

function byWords(reason: string, hint: string | undefined): QueryEmbedding {
  return { vector: null, note: `Found by words alone: ${reason}.${hint ? ` ${hint}` : ''}` }
}
