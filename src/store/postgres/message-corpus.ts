/** F-02. Messages as recall searches them: by words, by what was said around them, by meaning. */
import { wordScore } from '../../search/bm25.ts'
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
import { passageAt } from '../rules/passages.ts'
import type { MessageFilter } from '../sessions.ts'
import { messageUnits } from '../sql/history.ts'
import type { Runner } from '../sql/statement.ts'
import { whereMessage } from '../sql/where.ts'
import { RECALL_BM25 } from './bm25.ts'
import type { Bindable, Connections, Row } from './connections.ts'
import { CountedWords } from './counted-words.ts'
import { inPostgres } from './dialect.ts'
import { parseExpression } from './expression.ts'
import { expressionHits, rankHits } from './expression-hits.ts'
import { MessageWindows } from './message-windows.ts'
import { MESSAGE_WORDS, transcriptPlaces } from './messages-found.ts'
import { RankedWords } from './ranked-words.ts'
import type { Space } from './space.ts'
import { fromText } from './texts.ts'
import type { PostgresVectors } from './vectors.ts'

export class MessageCorpus implements Corpus<MessageFilter> {
  readonly name = 'messages'
  readonly #db: Connections
  readonly #space: Space
  readonly #runner: Runner
  readonly #vectors: PostgresVectors

  constructor(db: Connections, space: Space, runner: Runner, vectors: PostgresVectors) {
    this.#db = db
    this.#space = space
    this.#runner = runner
    this.#vectors = vectors
  }

  async byText(query: WordQuery, filter: MessageFilter): Promise<Ranked<TextCandidate> | null> {
    if (query.kind === 'raw') return this.#byExpression(query.expression, filter)
    const words = await this.#counted(query.terms)
    const ranked = new RankedWords(words, {
      places: await transcriptPlaces(this.#db, this.#space, filter.projects),
      more: (bound) => this.#wanted(filter, bound),
      placeOf: placeOfPassage,
    })
    return { best: (limit) => ranked.best(limit), of: (units) => ranked.of(units) }
  }

  async byContext(
    terms: readonly WordGroup[],
    filter: MessageFilter,
  ): Promise<Ranked<ContextCandidate>> {
    const words = await this.#counted(terms)
    const places = await transcriptPlaces(this.#db, this.#space, filter.projects)
    const windows = new MessageWindows(
      this.#db,
      this.#space.number,
      words,
      places,
      filter,
      wordScore,
    )
    return { best: (limit) => windows.best(limit), of: (units) => windows.of(units) }
  }

  async byMeaning(query: QueryVector, filter: MessageFilter): Promise<Ranked<MeaningCandidate>> {
    const allowed = {
      joins: `JOIN message ON message.space = near.space AND message.unit = near.unit
        JOIN session ON session.space = near.space AND session.number = message.session`,
      where: (bound: readonly Bindable[]) => inPostgres(whereMessage(filter), bound),
    }
    return {
      best: (limit) => this.#vectors.nearest(this.name, query, limit, allowed),
      of: (units) => this.#vectors.cosines(this.name, query, units),
    }
  }

  units(keys: readonly number[], filter: MessageFilter): Promise<Unit[]> {
    return messageUnits(this.#runner, keys, filter)
  }

  async #byExpression(
    expression: string,
    filter: MessageFilter,
  ): Promise<Ranked<TextCandidate> | null> {
    if (expression.trim() === '') return { best: async () => [], of: async () => [] }
    const parsed = parseExpression(expression, MESSAGE_WORDS.columns)
    if (parsed === null) return null
    await this.#db.ready()
    const places = await transcriptPlaces(this.#db, this.#space, filter.projects)
    const rows = await expressionHits(
      this.#db,
      MESSAGE_WORDS,
      this.#space.number,
      { expression: parsed, places },
      (bound) => this.#wanted(filter, bound),
    )
    return rankHits(rows, placeOfPassage)
  }

  #wanted(filter: MessageFilter, bound: readonly Bindable[]) {
    const where = inPostgres(whereMessage(filter), bound)
    return {
      columns: `, message.role, message.text, coalesce(${where.sql}, false) AS wanted`,
      joins: `JOIN message ON message.space = $1 AND message.place = best.place
          AND message.unit = best.unit
        JOIN session ON session.space = $1 AND session.number = message.session`,
      values: where.values,
    }
  }

  async #counted(groups: readonly WordGroup[]): Promise<CountedWords> {
    await this.#db.ready()
    const terms = groups.map(({ tokens }) => tokens)
    return new CountedWords(this.#db, MESSAGE_WORDS, RECALL_BM25, this.#space.number, terms)
  }
}

/** Positions of passages are found by cutting the text again. Roles were written as roles. */
function placeOfPassage(row: Row): { start: number; end: number } {
  const said = { role: row.role as 'user' | 'tool', text: fromText(String(row.text)) }
  return passageAt(said, Number(row.number))
}
