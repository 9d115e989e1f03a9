/** M-40. Commits in PostgreSQL: their words, files and vectors. */
import type { MeaningCandidate, QueryVector } from '../../search/corpus.ts'
import { indexText } from '../../text/index-text.ts'
import type { CommitFilter, CommitStore, NewCommit, StoredCommit } from '../commits.ts'
import type { CountedHistory } from '../evidence.ts'
import { commitWords, spreadOf, wordValue } from '../rules/history-scores.ts'
import type { Bindable, Connections, Row } from './connections.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'
import type { PostgresVectors } from './vectors.ts'
import { anyOf } from './word-query.ts'
import { indexedWords, quotedWord } from './words.ts'

const COLUMNS = 'unit, project, hash, at, author, branch, message, files'

export class PostgresCommits implements CommitStore {
  readonly #db: Connections
  readonly #space: Space
  readonly #vectors: PostgresVectors

  constructor(db: Connections, space: Space, vectors: PostgresVectors) {
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
    return this.#remove('AND NOT hash = ANY($3::text[])', toText(project), [...hashes].map(toText))
  }

  async list(filter: CommitFilter, limit: number): Promise<StoredCommit[]> {
    const { sql, values } = commitWhere(filter, [await this.#number()])
    const rows = await this.#db.all(
      `SELECT ${COLUMNS} FROM git_commit WHERE ${sql}
       ORDER BY at DESC, unit DESC LIMIT $${values.length + 1}::bigint`,
      ...values,
      limit,
    )
    return rows.map(commitOf)
  }

  async withRows(rows: readonly number[]): Promise<StoredCommit[]> {
    if (rows.length === 0) return []
    const found = await this.#db.all(
      `SELECT ${COLUMNS} FROM git_commit WHERE space = $1 AND unit = ANY($2::bigint[])`,
      await this.#number(),
      rows,
    )
    const byRow = new Map(found.map((row) => [Number(row.unit), commitOf(row)]))
    return rows.flatMap((row) => byRow.get(row) ?? [])
  }

  async count(
    tokens: readonly string[],
    filter: CommitFilter,
  ): Promise<CountedHistory<{ readonly row: number }>> {
    const space = await this.#number()
    const { sql, values } = commitWhere(filter, [space])
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
      where: (bound) => commitWhere(filter, bound),
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
    const { sql, values } = commitWhere(filter, [space])
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

  async #remove(condition: string, ...values: Bindable[]): Promise<number> {
    const space = await this.#number()
    return this.#db.transaction(async (db) => {
      const gone = await db.all(
        `DELETE FROM git_commit WHERE space = $1 AND project = $2 ${condition} RETURNING unit`,
        space,
        ...values,
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

  async #number(): Promise<number> {
    await this.#db.ready()
    return this.#space.number
  }
}

function commitWhere({ project, file, from, to }: CommitFilter, bound: readonly Bindable[]) {
  const values: Bindable[] = [...bound]
  const bind = (value: Bindable) => `$${values.push(value)}`
  const parts = ['git_commit.space = $1', `git_commit.project = ${bind(toText(project))}`]
  if (file !== undefined) {
    const path = bind(toText(file))
    const below = bind(`${toText(file)}/`)
    parts.push(`(git_commit.files @> ARRAY[${path}::text] OR EXISTS (
      SELECT 1 FROM unnest(git_commit.files) AS path WHERE starts_with(path, ${below})))`)
  }
  if (from !== undefined) parts.push(`git_commit.at >= ${bind(from)}`)
  if (to !== undefined) parts.push(`git_commit.at <= ${bind(to)}`)
  return { sql: parts.join(' AND '), values }
}

function commitOf(row: Row): StoredCommit {
  return {
    row: Number(row.unit),
    project: fromText(String(row.project)),
    hash: fromText(String(row.hash)),
    at: String(row.at),
    author: fromText(String(row.author)),
    branch: row.branch === null ? null : fromText(String(row.branch)),
    message: fromText(String(row.message)),
    files: (row.files as string[]).map(fromText),
  }
}
