/**
 * M-31. What was said, as the context asks for it. Stretches are made when asked for, as windows of turns
 * around the passages that hold a word of the prompt.
 */
import { STRETCH_STEP, STRETCH_TURNS } from '../../sessions/stretches.ts'
import type {
  BestStretches,
  CountedHistory,
  HistoryFilter,
  SaidHistory,
  SaidMessage,
  SaidRole,
  StretchPlace,
  SurroundedBy,
} from '../evidence.ts'
import { spreadOf, wordValue } from '../rules/history-scores.ts'
import { amongMessages, saidMessages, within } from '../sql/history.ts'
import type { Runner } from '../sql/statement.ts'
import { RECALL_BM25 } from './bm25.ts'
import type { Connections } from './connections.ts'
import { CountedWords } from './counted-words.ts'
import { MESSAGE_WORDS, transcriptPlaces } from './messages-found.ts'
import type { Space } from './space.ts'
import { toText } from './texts.ts'

/** So many of the best passages are looked at; those beyond hold nothing but common words. */
const MAX_PASSAGES = 4000

interface Window {
  readonly session: number
  readonly first: number
  readonly counts: number[]
}

export class PostgresSaidHistory implements SaidHistory {
  readonly #db: Connections
  readonly #space: Space
  readonly #runner: Runner

  constructor(db: Connections, space: Space, runner: Runner) {
    this.#db = db
    this.#space = space
    this.#runner = runner
  }

  async count(
    tokens: readonly string[],
    filter: HistoryFilter,
  ): Promise<CountedHistory<StretchPlace> & SurroundedBy> {
    const sessions = await this.#sessions(filter)
    const windows = await this.#windows(tokens, filter, sessions)
    const all = [...windows.values()]
    const total = [...sessions.values()].reduce((sum, turns) => sum + windowsIn(turns), 0)
    return {
      total,
      holding: tokens.map((_, at) => all.filter(({ counts }) => (counts[at] ?? 0) > 0).length),
      best: async (rarities, limit) => bestOf(all, sessions, rarities, limit),
      around: async (rarities, turns) =>
        turns.map(({ session, turn }) =>
          Math.max(
            0,
            ...windowsAround(turn).map((first) =>
              scoreOf(windows.get(`${session} ${first}`), rarities),
            ),
          ),
        ),
    }
  }

  async holding(
    tokens: readonly string[],
    filter: HistoryFilter,
  ): Promise<ReadonlyMap<string, number>> {
    const { holding } = await this.count(tokens, filter)
    return new Map(tokens.map((token, at) => [token, holding[at] ?? 0]))
  }

  messagesWithin(places: readonly StretchPlace[], role?: SaidRole): Promise<SaidMessage[]> {
    return saidMessages(this.#runner, within(places), role)
  }

  async withRows(
    rows: readonly number[],
    filter: HistoryFilter,
    role?: SaidRole,
  ): Promise<SaidMessage[]> {
    const sessions = await this.#sessions(filter)
    const found = await saidMessages(this.#runner, amongMessages(rows), role)
    return found.filter(({ sessionNumber }) => sessions.has(sessionNumber))
  }

  async sample(filter: HistoryFilter, count: number): Promise<number[]> {
    const sessions = [...(await this.#sessions(filter))]
    const turns = sessions.reduce((sum, [, each]) => sum + each, 0)
    const step = Math.max(1, Math.ceil(turns / count))
    const rows = await this.#db.all(
      `SELECT message.unit FROM message
       WHERE message.space = $1 AND message.session = ANY($2::bigint[])
         AND message.turn IS NOT NULL AND message.turn % $3::bigint = 0
       ORDER BY message.unit LIMIT $4::bigint`,
      this.#space.number,
      sessions.map(([number]) => number),
      step,
      count * 2,
    )
    return rows.map(({ unit }) => Number(unit))
  }

  /** Sessions of the history, with how many turns each has. */
  async #sessions(filter: HistoryFilter): Promise<Map<number, number>> {
    await this.#db.ready()
    const { project, exceptSession, before } = filter
    const rows = await this.#db.all(
      `SELECT number, turns FROM session
       WHERE space = $1 AND project IS NOT DISTINCT FROM $2::text AND NOT forgotten AND turns > 0
         AND coalesce(started_at, read_at) < $3
         AND ($4::text IS NULL OR (id <> $4 AND parent IS DISTINCT FROM $4::text))`,
      this.#space.number,
      project === null ? null : toText(project),
      before,
      exceptSession === null ? null : toText(exceptSession),
    )
    return new Map(rows.map(({ number, turns }) => [Number(number), Number(turns)]))
  }

  async #windows(
    tokens: readonly string[],
    { project }: HistoryFilter,
    sessions: ReadonlyMap<number, number>,
  ): Promise<Map<string, Window>> {
    const windows = new Map<string, Window>()
    if (tokens.length === 0 || sessions.size === 0) return windows
    const groups = tokens.map((token) => [{ token, weight: 1 }])
    const words = new CountedWords(this.#db, MESSAGE_WORDS, RECALL_BM25, this.#space.number, groups)
    const places = await transcriptPlaces(this.#db, this.#space, [project])
    const { passages } = await words.best({ places, limit: MAX_PASSAGES }, (bound) => ({
      columns: ', message.session AS session, message.turn AS turn',
      joins: `JOIN message ON message.space = $1 AND message.place = best.place
        AND message.unit = best.unit AND message.turn IS NOT NULL`,
      values: bound,
    }))
    const at = new Map(words.terms.map((term, index) => [term, index]))
    for (const { counts, row } of passages) {
      const session = Number(row.session)
      if (!sessions.has(session)) continue
      for (const first of windowsAround(Number(row.turn))) {
        const key = `${session} ${first}`
        const window = windows.get(key) ?? { session, first, counts: tokens.map(() => 0) }
        windows.set(key, window)
        tokens.forEach((token, index) => {
          window.counts[index] = (window.counts[index] ?? 0) + (counts[at.get(token) ?? -1] ?? 0)
        })
      }
    }
    return windows
  }
}

function bestOf(
  windows: readonly Window[],
  sessions: ReadonlyMap<number, number>,
  rarities: readonly number[],
  limit: number,
): BestStretches<StretchPlace> {
  const scored = windows.map((window) => ({ window, score: scoreOf(window, rarities) }))
  const best = scored
    .toSorted(
      (a, b) =>
        b.score - a.score || a.window.session - b.window.session || a.window.first - b.window.first,
    )
    .slice(0, limit)
    .map(({ window: { session, first }, score }) => ({
      session,
      fromTurn: first,
      toTurn: Math.min(first + STRETCH_TURNS, sessions.get(session) ?? first + STRETCH_TURNS) - 1,
      score,
    }))
  return { best, spread: spreadOf(scored.map(({ score }) => score)) }
}

function scoreOf(window: Window | undefined, rarities: readonly number[]): number {
  if (window === undefined) return 0
  return window.counts.reduce((sum, count, at) => sum + wordValue(rarities[at] ?? 0, count), 0)
}

/** Where the windows begin that a turn is in. */
function windowsAround(turn: number): number[] {
  const last = Math.floor(turn / STRETCH_STEP) * STRETCH_STEP
  return last >= STRETCH_STEP ? [last - STRETCH_STEP, last] : [last]
}

function windowsIn(turns: number): number {
  return Math.max(1, Math.ceil((turns - STRETCH_TURNS) / STRETCH_STEP) + 1)
}
