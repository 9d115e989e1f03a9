/**
 * D-12, M-17. Vectors are made after a write is acknowledged: by the daemon within seconds
 * (follow-writes.ts), elsewhere by the next search or `mneme reindex`. What waits is known by the store, so nothing is embedded twice and
 * nothing is forgotten, whichever process comes first.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Encoded } from '../../embed/embedder.ts'
import { CORPORA, type CorpusName, type Unit } from '../../search/corpus.ts'
import { passagesToEmbed } from '../../search/embed-text.ts'
import { attribute, findSpeakers } from '../../search/speaker.ts'
import type { EmbeddedUnit } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { beginJudging } from '../memories/judging-progress.ts'
import type { NoEmbedder } from './embedding.ts'

interface FillOptions {
  /** At most so many units; left out, all that are due. */
  readonly units?: number
  /** Batch size; with smaller batches, other users of the embedder wait less. */
  readonly batchUnits?: number
  /** What is not done after this many milliseconds waits for the next time. */
  readonly withinMs?: number
  /** Longer texts wait for the next time; left out, those a limit of time has no room for. */
  readonly maxCharacters?: number
  readonly signal?: AbortSignal
  readonly onBatch?: (done: number) => void | Promise<void>
}

interface Filled {
  readonly embedded: number
  /** Set when it ended early because there is no embedder. */
  readonly missing: NoEmbedder | null
}

/** Units at a time: a few batches of the model, and one short transaction. */
const BATCH_UNITS = 64
/** Of a document only so many passages at a time: questions come in between. */
const BATCH_TEXTS = 128
const LONG_CHARACTERS = 50_000

export async function fillVectors(
  engine: Engine,
  corpus: CorpusName,
  options: FillOptions = {},
): Promise<Filled> {
  const { store, embedding } = engine
  const textsOf = SOURCES[corpus]?.(engine)
  if (!textsOf) return { embedded: 0, missing: null }
  const began = performance.now()
  const size = options.batchUnits ?? BATCH_UNITS
  const hasTime = options.withinMs === undefined
  const longest = options.maxCharacters ?? (hasTime ? Number.POSITIVE_INFINITY : LONG_CHARACTERS)
  let embedded = 0
  let looked = 0
  while (looked < (options.units ?? Number.POSITIVE_INFINITY)) {
    options.signal?.throwIfAborted()
    if (options.withinMs !== undefined && performance.now() - began >= options.withinMs) break
    const room = (options.units ?? Number.POSITIVE_INFINITY) - looked
    const waiting = await store.vectors.due(corpus, Math.min(size, room))
    const [first] = waiting
    if (first === undefined) break
    if (corpus === 'memories') await beginJudging(engine, first.unit)
    looked += waiting.length
    const units = new Map(
      (await textsOf(waiting.map(({ unit }) => unit))).map((each) => [each.unit, each]),
    )
    const isLong = (unit: number) => (units.get(unit)?.text.length ?? 0) > LONG_CHARACTERS
    // A whole document is not done in a moment: begun by each question, it would hold up all of them.
    const due = waiting.filter(({ unit }) => (units.get(unit)?.text.length ?? 0) <= longest)
    if (due.length === 0) break
    const passages: ReturnType<typeof passagesToEmbed>[] = []
    for (const { unit } of due) {
      const text = units.get(unit)
      passages.push(text ? passagesToEmbed(text) : [])
      // To cut a whole document takes long enough that others get their turn first.
      if (isLong(unit)) await nextTurn()
    }
    const texts = passages.flat().map(({ text }) => text)
    const encoded: Encoded[] = []
    let made: Awaited<ReturnType<typeof embedding.encode>>
    do {
      made = await embedding.encode(texts.slice(encoded.length, encoded.length + BATCH_TEXTS), {
        kind: 'passage',
        ...(options.withinMs === undefined
          ? {}
          : { deadlineMs: options.withinMs, isAwaited: true }),
        ...(options.signal ? { signal: options.signal } : {}),
      })
      if ('unavailable' in made) return { embedded, missing: made }
      encoded.push(...made.encoded)
      if (encoded.length < texts.length) await options.onBatch?.(embedded)
    } while (encoded.length < texts.length)
    let next = 0
    const ready: EmbeddedUnit[] = due.map((each, at) => ({
      ...each,
      passages: (passages[at] ?? []).map(({ start, end }) => {
        const { vector, signs } = encoded[next++] as Encoded // one for each text, in order
        return { start, end, vector, ...(signs && corpus === 'memories' ? { signs } : {}) }
      }),
    }))
    const written = await store.vectors.put(corpus, { id: made.model, dims: made.dims }, ready)
    embedded += written
    if (written === 0 && waiting.length < size) break // another process does the same work
    await options.onBatch?.(embedded)
  }
  return { embedded, missing: null }
}

interface TextOf {
  readonly unit: number
  readonly lead: string
  readonly text: string
  readonly saidFrom: number
  /** What a person said has a vector for each sentence. */
  readonly isSaid?: boolean
}

/** Reads the texts of units regardless of who may see them, but not what must stay on this machine. */
type TextSource = (units: readonly number[]) => Promise<readonly TextOf[]>

const SOURCES: { readonly [Name in CorpusName]: ((engine: Engine) => TextSource) | null } = {
  memories: (engine) => async (units) => {
    const { recall, memories } = engine.store
    const around = await recall.units(withNeighbours(units), {})
    const wanted = new Set(units)
    const found = around.filter(({ key }) => wanted.has(key))
    const unitOf = new Map(found.map((unit) => [unit.id, unit]))
    const leaves = leavesMachine(engine)
    return (await memories.get(found.map(({ id }) => id)))
      .filter(({ sensitivity }) => !leaves || sensitivity === 'public')
      .map(({ id, title, content }) => {
        const unit = unitOf.get(id) as Unit // found by these very units
        const saidFrom = attribute(content, speakersAround(unit, around)).start
        return { unit: unit.key, lead: title, text: content, saidFrom }
      })
  },
  messages: (engine) => async (units) => {
    if (leavesMachine(engine)) return []
    const found = await engine.store.sessions.recall.units(units, {})
    return found.map(({ key, text, role }) => ({
      unit: key,
      lead: '',
      text,
      saidFrom: 0,
      isSaid: role === 'user',
    }))
  },
  commits: (engine) => async (units) => {
    if (leavesMachine(engine)) return []
    const found = await engine.store.commits.withRows(units)
    return found.map(({ row, message }) => ({ unit: row, lead: '', text: message, saidFrom: 0 }))
  },
}

/** Units kept right before and after one: in a conversation its other turns. */
const NEIGHBOURS = 4

function withNeighbours(units: readonly number[]): number[] {
  const keys = units.flatMap((unit) =>
    Array.from({ length: 2 * NEIGHBOURS + 1 }, (_, at) => unit - NEIGHBOURS + at),
  )
  return [...new Set(keys)].filter((key) => key > 0)
}

function speakersAround({ key, session }: Unit, all: readonly Unit[]): string[] {
  return findSpeakers(
    all.filter((each) => each.session === session && Math.abs(each.key - key) <= NEIGHBOURS),
  )
}

/** H-06, K-17. Private text goes to no server; it is then found by its words. */
function leavesMachine({ config }: Engine): boolean {
  return config.embed.provider === 'openai'
}

const MODEL_NOTE = 'vectors.model'

/** Whose vectors are kept; null before the first one. */
export function vectorModel({ store }: Engine): Promise<string | null> {
  return store.notes.get(MODEL_NOTE)
}

/** D-12. After a change of model everything is due again; a note records the model, so nothing is counted. */
export async function expectModel(engine: Engine, model: string): Promise<void> {
  const { notes, vectors } = engine.store
  if ((await notes.get(MODEL_NOTE)) === model) return
  for (const corpus of CORPORA) await vectors.enqueueMissing(corpus, model)
  await notes.set(MODEL_NOTE, model)
}
