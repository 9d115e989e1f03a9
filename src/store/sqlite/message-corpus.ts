/** F-02. Messages as recall searches them: by words, by what was said around them, by meaning. */
import type {
  ContextCandidate,
  Corpus,
  MeaningCandidate,
  QueryVector,
  Ranked,
  TextCandidate,
  Unit,
  WordGroup,
  WordQuery,
} from '../../search/corpus.ts'
import { RAW_HITS } from '../../search/corpus.ts'
import { PASSAGES_A_MESSAGE, passageAt } from '../rules/passages.ts'
import type { MessageFilter } from '../sessions.ts'
import { messageUnits } from '../sql/history.ts'
import type { Runner } from '../sql/statement.ts'
import { whereMessage } from '../sql/where.ts'
import type { Database, Row } from './database.ts'
import { inSqlite, type SqlCondition } from './dialect.ts'
import { isExpressionError } from './failures.ts'
import { isLayoutKnown } from './fts5-layout.ts'
import { MessageRows } from './message-rows.ts'
import { anyOf, type Counted, Postings } from './postings.ts'
import type { SqliteVectors } from './vectors.ts'

const PASSAGES = {
  text: 'message_text',
  terms: 'message_text_term',
  columns: ['body'],
  head: null,
  ignored: [],
} as const
const STRETCHES = { ...PASSAGES, text: 'stretch_text', terms: 'stretch_text_term' } as const

/** Rows of the index looked at for each unit that is wanted, at first and at each widening. */
const FIRST_REACH = 4
const WIDENING = 8

const WANTED = 'message JOIN session ON session.row = message.session'

export class MessageCorpus implements Corpus<MessageFilter> {
  readonly name = 'messages'
  readonly #db: Database
  readonly #runner: Runner
  readonly #vectors: SqliteVectors
  readonly #passages: Postings
  readonly #stretches: Postings
  readonly #rows: MessageRows

  constructor(db: Database, runner: Runner, vectors: SqliteVectors) {
    this.#db = db
    this.#runner = runner
    this.#vectors = vectors
    this.#passages = new Postings(db, PASSAGES)
    this.#stretches = new Postings(db, STRETCHES)
    this.#rows = new MessageRows(db)
  }

  async byText(query: WordQuery, filter: MessageFilter): Promise<Ranked<TextCandidate> | null> {
    if (query.kind === 'raw') return this.#byExpression(query.expression, filter)
    if (!isLayoutKnown(this.#db)) return this.#byExpression(anyOf(query.terms), filter)
    const ranges = filter.projects ? this.#rows.passageRanges(filter.projects) : null
    const counted = this.#passages.count(query.terms, ranges)
    const where = inSqlite(whereMessage(filter))
    return {
      best: async (limit) => this.#best(counted, where, limit),
      of: async (units) => {
        const wanted = new Set(units)
        const held = counted.roughly(0, counted.size).filter((id) => wanted.has(unitOf(id)))
        return this.#placed(this.#bestOfEach(counted, held))
      },
    }
  }

  async byContext(
    terms: readonly WordGroup[],
    filter: MessageFilter,
  ): Promise<Ranked<ContextCandidate>> {
    if (!isLayoutKnown(this.#db)) return { best: async () => [], of: async () => [] }
    const counted = this.#stretches.count(terms, null)
    const where = inSqlite(whereMessage(filter))
    return {
      best: async (limit) => {
        const best = new Map<number, number>()
        let reach = limit * FIRST_REACH
        for (let from = 0; from < counted.size && best.size < limit; reach *= WIDENING) {
          const stretches = counted.roughly(from, from + reach)
          this.#keepBest(best, counted, this.#saidIn(stretches, where))
          from += reach
        }
        return candidates(best).slice(0, limit)
      },
      of: async (units) => {
        const best = new Map<number, number>()
        this.#keepBest(best, counted, this.#around(units))
        return candidates(best)
      },
    }
  }

  async byMeaning(query: QueryVector, filter: MessageFilter): Promise<Ranked<MeaningCandidate>> {
    const where = inSqlite(whereMessage(filter))
    const allowed = {
      where: {
        sql: `EXISTS (SELECT 1 FROM ${WANTED} WHERE message.row = vector.unit AND ${where.sql})`,
        values: where.values,
      },
      all: () => this.#allowed(where, null),
    }
    return {
      best: async (limit) => this.#vectors.nearest(this.name, query, limit, allowed),
      of: async (units) => this.#vectors.cosines(this.name, query, units),
    }
  }

  units(keys: readonly number[], filter: MessageFilter): Promise<Unit[]> {
    return messageUnits(this.#runner, keys, filter)
  }

  #best(counted: Counted, where: SqlCondition, limit: number): TextCandidate[] {
    const best = new Map<number, Scored>()
    let reach = limit * FIRST_REACH
    for (let from = 0; from < counted.size && best.size < limit; reach *= WIDENING) {
      const passages = counted.roughly(from, from + reach)
      const allowed = this.#allowed(where, [...new Set(passages.map(unitOf))])
      const held = passages.filter((id) => allowed.has(unitOf(id)))
      for (const [unit, scored] of this.#bestOfEach(counted, held)) {
        const known = best.get(unit)
        if (!known || scored.score > known.score) best.set(unit, scored)
      }
      from += reach
    }
    return this.#placed(best).sort(bestFirst).slice(0, limit)
  }

  #bestOfEach(counted: Counted, passages: readonly number[]): Map<number, Scored> {
    const best = new Map<number, Scored>()
    for (const { passage, ...scored } of counted.scores(passages)) {
      const unit = unitOf(passage)
      const known = best.get(unit)
      if (!known || scored.score > known.score) {
        best.set(unit, { ...scored, index: passage % PASSAGES_A_MESSAGE })
      }
    }
    return best
  }

  /** Positions of passages are found by cutting the text again, for these few. */
  #placed(best: ReadonlyMap<number, Scored>): TextCandidate[] {
    const rows = this.#db.all(
      'SELECT row, role, text FROM message WHERE row IN (SELECT value FROM json_each(?))',
      JSON.stringify([...best.keys()]),
    )
    return rows.flatMap((row) => {
      const scored = best.get(Number(row.row))
      if (!scored) return []
      const { index, ...rest } = scored
      return { unit: Number(row.row), ...passageAt(asMessage(row), index), ...rest }
    })
  }

  #byExpression(expression: string, filter: MessageFilter): Ranked<TextCandidate> | null {
    if (expression.trim() === '') return { best: async () => [], of: async () => [] }
    const where = inSqlite(whereMessage(filter))
    const best = new Map<number, Scored>()
    try {
      for (const { first, last } of this.#rows.passageRanges(filter.projects)) {
        const rows = this.#db.rawAll(
          `SELECT hit.id AS id, hit.score AS score
           FROM (SELECT rowid AS id, -rank AS score FROM message_text
                 WHERE message_text MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rank) AS hit
           JOIN ${WANTED} WHERE message.row = hit.id / ${PASSAGES_A_MESSAGE} AND ${where.sql}
           ORDER BY hit.score DESC LIMIT ?`,
          `{body} : (${expression})`,
          first,
          last,
          ...where.values,
          RAW_HITS,
        )
        for (const row of rows) {
          const unit = unitOf(Number(row.id))
          const index = Number(row.id) % PASSAGES_A_MESSAGE
          const scored = { score: Number(row.score), coverage: 1, overlap: 1, index }
          if (!best.has(unit)) best.set(unit, scored)
        }
      }
    } catch (thrown) {
      if (isExpressionError(thrown)) return null
      throw thrown
    }
    const units = this.#placed(best).sort(bestFirst)
    return {
      best: async (limit) => units.slice(0, limit),
      of: async (wanted) => units.filter(({ unit }) => wanted.includes(unit)),
    }
  }

  /** Which messages these stretches hold. */
  #saidIn(stretches: readonly number[], where: SqlCondition): Held[] {
    return this.#db.all(
      `SELECT stretch.id AS stretch, message.row AS unit
       FROM stretch JOIN message ON message.session = stretch.session
         AND message.turn BETWEEN stretch.from_turn AND stretch.to_turn
       JOIN session ON session.row = message.session
       WHERE stretch.id IN (SELECT value FROM json_each(?)) AND ${where.sql}`,
      JSON.stringify(stretches),
      ...where.values,
    ) as unknown as Held[]
  }

  /** Which stretches these messages are in. */
  #around(units: readonly number[]): Held[] {
    return this.#db.all(
      `SELECT stretch.id AS stretch, message.row AS unit
       FROM message JOIN stretch ON stretch.session = message.session
         AND message.turn BETWEEN stretch.from_turn AND stretch.to_turn
       WHERE message.row IN (SELECT value FROM json_each(?))`,
      JSON.stringify(units),
    ) as unknown as Held[]
  }

  #keepBest(best: Map<number, number>, counted: Counted, held: readonly Held[]): void {
    const stretches = [...new Set(held.map(({ stretch }) => stretch))]
    const scores = new Map(counted.scores(stretches).map((each) => [each.passage, each.score]))
    for (const { stretch, unit } of held) {
      const score = scores.get(stretch) ?? 0
      if (score > (best.get(unit) ?? 0)) best.set(unit, score)
    }
  }

  #allowed(where: SqlCondition, units: readonly number[] | null): ReadonlySet<number> {
    const among = units ? 'message.row IN (SELECT value FROM json_each(?)) AND' : ''
    const row = this.#db.get(
      `SELECT json_group_array(message.row) AS rows FROM ${WANTED} WHERE ${among} ${where.sql}`,
      ...(units ? [JSON.stringify(units)] : []),
      ...where.values,
    )
    return new Set(JSON.parse(String(row?.rows ?? '[]')) as number[])
  }
}

interface Scored {
  readonly score: number
  readonly coverage: number
  readonly overlap: number
  /** Which passage of the message it is. */
  readonly index: number
}

interface Held {
  readonly stretch: number
  readonly unit: number
}

function unitOf(passage: number): number {
  return Math.floor(passage / PASSAGES_A_MESSAGE)
}

/** Rows were written by the writer of this folder, so roles are roles. */
function asMessage(row: Row) {
  return { role: row.role as 'user' | 'tool', text: String(row.text) }
}

function candidates(best: ReadonlyMap<number, number>): ContextCandidate[] {
  return [...best]
    .map(([unit, score]) => ({ unit, score }))
    .sort((a, b) => b.score - a.score || a.unit - b.unit)
}

function bestFirst(a: TextCandidate, b: TextCandidate): number {
  return b.score - a.score || a.unit - b.unit
}
