/** M-40. Commits in PostgreSQL: their words, files and vectors. */
import type { MeaningCandidate, QueryVector } from '../../search/corpus.ts'
import { indexText } from '../../text/index-text.ts'
import type { CommitFilter, CommitStore, NewCommit } from '../commits.ts'
import type { CountedHistory } from '../evidence.ts'
import { commitWords, spreadOf, wordValue } from '../rules/history-scores.ts'
import { commitReads, whereCommit } from '../sql/history.ts'
import type { Runner } from '../sql/statement.ts'
import type { Bindable, Connections } from './connections.ts'
import { inPostgres } from './dialect.ts'
import type { Space } from './space.ts'
import { toText } from './texts.ts'
import type { PostgresVectors } from './vectors.ts'
import { anyOf } from './word-query.ts'
import { indexedWords, quotedWord } from './words.ts'

export class PostgresCommits implements CommitStore {
  readonly list: CommitStore['list']
  readonly withRows: CommitStore['withRows']
  readonly #db: Connections
  readonly #space: Space
  readonly #vectors: PostgresVectors

  constructor(db: Connections, space: Space, runner: Runner, vectors: PostgresVectors) {
    const { list, withRows } = commitReads(runner)
    this.list = list
    this.withRows = withRows
    this.#db = db
    this.#space = space
    this.#vectors = vectors
  }

  async put(project: string, commits: readonly NewCommit[]): Promise<number> {
    const space = await this.#number()
    return this.#db.transaction(async (db) => {
      let added = 0
      for (const { hash, at, author, branch, message, files } of commits) {
        const { words } = indexedWords(space, '', indexText(toText(commitWords(message, files))))
        const [row] = await db.all(
          `INSERT INTO git_commit (space, project, hash, at, author, branch, message, files, words)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text[], $9::tsvector)
           ON CONFLICT (space, project, hash) DO NOTHING RETURNING unit`,
          space,
          toText(project),
          toText(hash),
          at,
          toText(author),
          branch === null ? null : toText(branch),
          toText(message),
          files.map(toText),
          words,
        )
        if (row === undefined) continue
        added += 1
        db.send(
          `INSERT INTO vector_due (space, corpus, unit) VALUES ($1, 'commits', $2::bigint)
           ON CONFLICT DO NOTHING`,
          space,
          Number(row.unit),
        )
      }
      return added
    })
  }

  async retain(project: string, hashes: ReadonlySet<string>): Promise<number> {
    const space = await this.#number()
    return this.#db.transaction(async (db) => {
      const gone = await db.all(
        `DELETE FROM git_commit WHERE space = $1 AND project = $2 AND NOT hash = ANY($3::text[])
         RETURNING unit`,
        space,
        toText(project),
        [...hashes].map(toText),
      )
      const units = gone.map(({ unit }) => Number(unit))
      const ids = await db.all(
        `DELETE FROM embedding WHERE space = $1 AND corpus = 'commits'
           AND unit = ANY($2::bigint[]) RETURNING id`,
        space,
        units,
      )
      db.send(
        'DELETE FROM vector_code WHERE space = $1 AND id = ANY($2::bigint[])',
        space,
        ids.map(({ id }) => Number(id)),
      )
      db.send(
        `DELETE FROM vector_due WHERE space = $1 AND corpus = 'commits'
           AND unit = ANY($2::bigint[])`,
        space,
        units,
      )
      return gone.length
    })
  }

  async count(
    tokens: readonly string[],
    filter: CommitFilter,
  ): Promise<CountedHistory<{ readonly row: number }>> {
    const space = await this.#number()
    const { sql, values } = inPostgres(whereCommit(filter), [space])
    const counted = await this.#db.get(
      `SELECT count(*) AS n FROM git_commit WHERE ${sql}`,
      ...values,
    )
    const held = tokens.length === 0 ? [] : await this.#held(tokens, filter, space)
    return {
      total: Number(counted?.n ?? 0),
      holding: tokens.map((_, at) => held.filter(({ holds }) => holds[at]).length),
      best: async (rarities, limit) => {
        const scored = held.map(({ row, holds }) => ({
          row,
          score: holds.reduce(
            (sum, each, at) => sum + (each ? wordValue(rarities[at] ?? 0, 1) : 0),
            0,
          ),
        }))
        return {
          best: scored.toSorted((a, b) => b.score - a.score || b.row - a.row).slice(0, limit),
          spread: spreadOf(scored.map(({ score }) => score)),
        }
      },
    }
  }

  async nearest(
    query: QueryVector,
    filter: CommitFilter,
    limit: number,
  ): Promise<MeaningCandidate[]> {
    return this.#vectors.nearest('commits', query, limit, {
      joins: 'JOIN git_commit ON git_commit.space = near.space AND git_commit.unit = near.unit',
      where: (bound) => inPostgres(whereCommit(filter), bound),
    })
  }

  async sample(project: string, count: number): Promise<number[]> {
    const rows = await this.#db.all(
      `SELECT unit FROM (
         SELECT unit, row_number() OVER (ORDER BY unit) AS at, count(*) OVER () AS n
         FROM git_commit WHERE space = $1 AND project = $2) AS numbered
       WHERE at % greatest(n / $3::bigint, 1) = 0 LIMIT $3::bigint`,
      await this.#number(),
      toText(project),
      count,
    )
    return rows.map(({ unit }) => Number(unit))
  }

  async #held(tokens: readonly string[], filter: CommitFilter, space: number) {
    const { sql, values } = inPostgres(whereCommit(filter), [space])
    const bound: Bindable[] = [...values]
    const bind = (value: Bindable) => `$${bound.push(value)}`
    const holds = tokens.map((token) => `words @@ ${bind(quotedWord(space, token))}::tsquery`)
    const rows = await this.#db.all(
      `SELECT unit, ARRAY[${holds.join(', ')}] AS holds FROM git_commit
       WHERE ${sql} AND words @@ ${bind(anyOf(space, tokens))}::tsquery`,
      ...bound,
    )
    return rows.map(({ unit, holds: held }) => ({ row: Number(unit), holds: held as boolean[] }))
  }

  async #number(): Promise<number> {
    await this.#db.ready()
    return this.#space.number
  }
}
