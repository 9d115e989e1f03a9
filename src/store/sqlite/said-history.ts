/** M-31. Words counted over the stretches of a project's sessions, and what was said in them. */
import { BoundedMap } from '../../bounded-map.ts'
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
import { spreadOf } from '../rules/history-scores.ts'
import { amongMessages, saidMessages, within } from '../sql/history.ts'
import type { Runner } from '../sql/statement.ts'
import type { Database } from './database.ts'
import { bm25Sums, holdersOf } from './history-words.ts'

/** How many words are counted one by one; of more it is enough to know roughly. */
const MAX_EXACT = 64
/** Projects at work at once; what is known of others is read again. */
const MAX_PROJECTS = 8

type StretchSums = ReturnType<typeof bm25Sums>

interface KnownSession {
  readonly seq: number
  readonly id: string
  readonly parent: string | null
  readonly startedAt: string
  /** In the order of their turns. */
  readonly stretches: readonly KnownStretch[]
}

interface KnownStretch extends StretchPlace {
  readonly id: number
}

/** Which stretches a project has; only sessions that changed are read again. */
interface KnownProject {
  readonly sessions: Map<number, KnownSession>
  readonly stretches: Map<number, KnownStretch>
  /** Differs when a session came, changed or went. */
  mark: string
}

export class SqliteSaidHistory implements SaidHistory {
  readonly #db: Database
  readonly #runner: Runner
  readonly #known = new BoundedMap<string, KnownProject>(MAX_PROJECTS)

  constructor(db: Database, runner: Runner) {
    this.#db = db
    this.#runner = runner
  }

  async count(
    tokens: readonly string[],
    filter: HistoryFilter,
  ): Promise<CountedHistory<StretchPlace> & SurroundedBy> {
    const { known: project, total, belongs } = this.#stretchesOf(filter)
    const holders = holdersOf(this.#db, { table: 'stretch_text', total, belongs }, tokens)
    // Asked several times with the same rarities; adding up is the dear part.
    let known: { readonly rarities: readonly number[]; readonly sums: StretchSums } | null = null
    const sumsFor = (rarities: readonly number[]): StretchSums => {
      if (known?.rarities !== rarities) known = { rarities, sums: bm25Sums(holders, rarities) }
      return known.sums
    }
    return {
      total,
      holding: holders.map(({ holding }) => holding),
      best: async (rarities, limit) => bestStretches(project, sumsFor(rarities), limit),
      around: async (rarities, turns) => turns.map(bestAround(project, sumsFor(rarities))),
    }
  }

  async holding(
    tokens: readonly string[],
    filter: HistoryFilter,
  ): Promise<ReadonlyMap<string, number>> {
    const { belongs, total } = this.#stretchesOf(filter)
    if (tokens.length > MAX_EXACT) return this.#roughly(tokens, total)
    const holders = holdersOf(this.#db, { table: 'stretch_text', total, belongs }, tokens)
    return new Map(tokens.map((token, at) => [token, holders[at]?.holding ?? 0]))
  }

  /** Over all projects, which is one walk over the words instead of one for each of their places. */
  #roughly(tokens: readonly string[], total: number): ReadonlyMap<string, number> {
    const rows = this.#db.all(
      `SELECT term, doc FROM json_each(?) AS wanted
       JOIN stretch_text_word ON stretch_text_word.term = wanted.value`,
      JSON.stringify(tokens),
    )
    return new Map(rows.map(({ term, doc }) => [String(term), Math.min(Number(doc), total)]))
  }

  messagesWithin(places: readonly StretchPlace[], role?: SaidRole): Promise<SaidMessage[]> {
    return saidMessages(this.#runner, within(places), role)
  }

  async withRows(
    rows: readonly number[],
    filter: HistoryFilter,
    role?: SaidRole,
  ): Promise<SaidMessage[]> {
    const { sessions } = this.#stretchesOf(filter)
    const found = await saidMessages(this.#runner, amongMessages(rows), role)
    return found.filter(({ sessionNumber }) => sessions.has(sessionNumber))
  }

  async sample(filter: HistoryFilter, count: number): Promise<number[]> {
    const { sessions } = this.#stretchesOf(filter)
    const numbers = [...sessions]
    if (numbers.length === 0) return []
    const each = Math.max(1, Math.ceil(count / numbers.length))
    const step = Math.max(1, Math.floor(numbers.length / count))
    const chosen = numbers.filter((_, at) => at % step === 0).slice(0, count)
    const rows = this.#db.all(
      `SELECT message.row AS row FROM json_each(?1) AS chosen
       JOIN session ON session.row = chosen.value
       JOIN message ON message.session = session.row
         AND message.turn IS NOT NULL
         AND message.turn % max(session.turns / ?2, 1) = 0
       LIMIT ?3`,
      JSON.stringify(chosen),
      each,
      count * 2,
    )
    return rows.map(({ row }) => Number(row))
  }

  /** The sessions of the history and their stretches, brought up to date by what changed. */
  #stretchesOf({ project, exceptSession, before }: HistoryFilter) {
    const known = this.#upToDate(project)
    const sessions = new Set<number>()
    let total = 0
    for (const [row, session] of known.sessions) {
      const isOwn =
        exceptSession !== null && (session.id === exceptSession || session.parent === exceptSession)
      if (isOwn || session.startedAt >= before) continue
      sessions.add(row)
      total += session.stretches.length
    }
    const belongs = (id: number) => {
      const stretch = known.stretches.get(id)
      return stretch !== undefined && sessions.has(stretch.session)
    }
    return { known, total, sessions, belongs }
  }

  #upToDate(project: string | null): KnownProject {
    const key = project ?? ''
    const known = this.#known.get(key) ?? { sessions: new Map(), stretches: new Map(), mark: '' }
    this.#known.set(key, known)
    const present = 'FROM session WHERE project IS ? AND forgotten = 0 AND turns > 0'
    const now = this.#db.get(
      `SELECT count(*) || ' ' || sum(seq) || ' ' || sum(row) AS mark ${present}`,
      project,
    )
    if (known.mark === now?.mark) return known
    const rows = this.#db.all(
      `SELECT row, seq, id, parent, coalesce(started_at, read_at) AS started_at ${present}`,
      project,
    )
    const there = new Set(rows.map(({ row }) => Number(row)))
    for (const row of [...known.sessions.keys()]) if (!there.has(row)) this.#drop(known, row)
    for (const row of rows) this.#follow(known, row)
    known.mark = String(now?.mark)
    return known
  }

  #follow(known: KnownProject, row: Record<string, unknown>): void {
    const number = Number(row.row)
    const seq = Number(row.seq)
    if (known.sessions.get(number)?.seq === seq) return
    this.#drop(known, number)
    const stretches = this.#db
      .lists(
        'SELECT id, from_turn, to_turn FROM stretch WHERE session = ? ORDER BY from_turn',
        number,
      )
      .map(([id, fromTurn, toTurn]) => ({ id, session: number, fromTurn, toTurn }) as KnownStretch)
    for (const stretch of stretches) known.stretches.set(stretch.id, stretch)
    known.sessions.set(number, {
      seq,
      id: String(row.id),
      parent: row.parent === null ? null : String(row.parent),
      startedAt: String(row.started_at),
      stretches,
    })
  }

  #drop({ sessions, stretches }: KnownProject, row: number): void {
    for (const { id } of sessions.get(row)?.stretches ?? []) {
      if (stretches.get(id)?.session === row) stretches.delete(id)
    }
    sessions.delete(row)
  }
}

function bestStretches(
  { stretches }: KnownProject,
  sums: StretchSums,
  limit: number,
): BestStretches<StretchPlace> {
  const best = [...sums]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, limit)
    .flatMap(([id, score]) => {
      const place = stretches.get(id)
      return place === undefined ? [] : { ...place, score }
    })
  return { best, spread: spreadOf(sums.values()) }
}

function bestAround({ sessions }: KnownProject, sums: StretchSums) {
  return ({ session, turn }: { readonly session: number; readonly turn: number }): number => {
    let best = 0
    for (const { id, fromTurn, toTurn } of sessions.get(session)?.stretches ?? []) {
      if (fromTurn > turn) break
      if (toTurn >= turn) best = Math.max(best, sums.get(id) ?? 0)
    }
    return best
  }
}
