/** M-40. Commits in SQLite: their words, files and vectors. */
import { BoundedMap } from '../../bounded-map.ts'
import type { MeaningCandidate, QueryVector } from '../../search/corpus.ts'
import { indexText } from '../../text/index-text.ts'
import type { CommitFilter, CommitStore, NewCommit } from '../commits.ts'
import type { CountedHistory } from '../evidence.ts'
import { commitWords, spreadOf } from '../rules/history-scores.ts'
import { commitReads, whereCommit } from '../sql/history.ts'
import type { Runner } from '../sql/statement.ts'
import type { Database } from './database.ts'
import { inSqlite } from './dialect.ts'
import { bm25Sums, holdersOf } from './history-words.ts'
import type { SqliteVectors } from './vectors.ts'

const AMONG = 'SELECT value FROM json_each(?)'
/** Projects at work at once; what is known of others is read again. */
const MAX_PROJECTS = 8

export class SqliteCommits implements CommitStore {
  readonly list: CommitStore['list']
  readonly withRows: CommitStore['withRows']
  readonly #db: Database
  readonly #vectors: SqliteVectors
  readonly #known = new BoundedMap<string, { mark: string; rows: ReadonlySet<number> }>(
    MAX_PROJECTS,
  )

  constructor(db: Database, runner: Runner, vectors: SqliteVectors) {
    const { list, withRows } = commitReads(runner)
    this.list = list
    this.withRows = withRows
    this.#db = db
    this.#vectors = vectors
  }

  async put(project: string, commits: readonly NewCommit[]): Promise<number> {
    return this.#db.transaction(() => {
      let added = 0
      for (const commit of commits) if (this.#insert(project, commit)) added += 1
      return added
    })
  }

  async retain(project: string, hashes: ReadonlySet<string>): Promise<number> {
    const rows = this.#db.all('SELECT row, hash FROM git_commit WHERE project = ?', project)
    return this.#remove(rows.filter(({ hash }) => !hashes.has(String(hash))))
  }

  async count(
    tokens: readonly string[],
    filter: CommitFilter,
  ): Promise<CountedHistory<{ readonly row: number }>> {
    const rows = this.#rowsOf(filter)
    const belongs = (row: number) => rows.has(row)
    const history = { table: 'git_commit_text', total: rows.size, belongs }
    const holders = holdersOf(this.#db, history, tokens)
    return {
      total: rows.size,
      holding: holders.map(({ holding }) => holding),
      best: async (rarities, limit) => {
        const sums = bm25Sums(holders, rarities)
        const ranked = [...sums].sort((a, b) => b[1] - a[1] || b[0] - a[0]).slice(0, limit)
        return {
          best: ranked.map(([row, score]) => ({ row, score })),
          spread: spreadOf(sums.values()),
        }
      },
    }
  }

  async nearest(
    query: QueryVector,
    filter: CommitFilter,
    limit: number,
  ): Promise<MeaningCandidate[]> {
    const { sql, values } = inSqlite(whereCommit(filter))
    return this.#vectors.nearest('commits', query, limit, {
      where: {
        sql: `EXISTS (SELECT 1 FROM git_commit WHERE row = vector.unit AND ${sql})`,
        values,
      },
      all: () => this.#rowsOf(filter),
    })
  }

  async sample(project: string, count: number): Promise<number[]> {
    const range = this.#db.get(
      'SELECT min(row) AS first, max(row) AS last FROM git_commit WHERE project = ?',
      project,
    )
    if (range?.first == null) return []
    const step = Math.max(1, (Number(range.last) - Number(range.first) + 1) / count)
    const wanted = Array.from({ length: count }, (_, at) =>
      Math.floor(Number(range.first) + at * step),
    )
    const rows = this.#db.all(
      `SELECT row FROM git_commit WHERE project = ? AND row IN (${AMONG})`,
      project,
      JSON.stringify([...new Set(wanted)]),
    )
    return rows.map(({ row }) => Number(row))
  }

  /** Asked for with every prompt, and changed by few: those of a project stay known. */
  #rowsOf(filter: CommitFilter): ReadonlySet<number> {
    const { project, file, from, to } = filter
    const now = this.#db.get(
      `SELECT count(*) || ' ' || max(row) AS mark, max(at) AS latest FROM git_commit
       WHERE project = ?`,
      project,
    )
    const isAll = file === undefined && from === undefined && (to ?? '') >= String(now?.latest)
    const known = this.#known.get(project)
    if (isAll && known && known.mark === now?.mark) return known.rows
    const { sql, values } = inSqlite(whereCommit(filter))
    const among = this.#db.get(
      `SELECT json_group_array(row) AS rows FROM git_commit WHERE ${sql}`,
      ...values,
    )
    const rows = new Set(JSON.parse(String(among?.rows ?? '[]')) as number[])
    if (isAll) this.#known.set(project, { mark: String(now?.mark), rows })
    return rows
  }

  #insert(project: string, commit: NewCommit): boolean {
    const { hash, at, author, branch, message, files } = commit
    const { changes, lastId } = this.#db.run(
      `INSERT INTO git_commit (project, hash, at, author, branch, message, files)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project, hash) DO NOTHING`,
      project,
      hash,
      at,
      author,
      branch,
      message,
      JSON.stringify(files),
    )
    if (changes === 0) return false
    const body = indexText(commitWords(message, files))
    this.#db.run('INSERT INTO git_commit_text (rowid, body) VALUES (?, ?)', lastId, body)
    for (const path of files) {
      this.#db.run(
        'INSERT OR IGNORE INTO git_commit_file (path, commit_row) VALUES (?, ?)',
        path,
        lastId,
      )
    }
    this.#db.run(`INSERT OR REPLACE INTO vector_due (corpus, unit) VALUES ('commits', ?)`, lastId)
    return true
  }

  #remove(rows: readonly Record<string, unknown>[]): number {
    return this.#db.transaction(() => {
      for (const row of rows.map((each) => Number(each.row))) {
        this.#db.run('DELETE FROM git_commit_text WHERE rowid = ?', row)
        this.#db.run('DELETE FROM git_commit_file WHERE commit_row = ?', row)
        this.#db.run(`DELETE FROM vector WHERE corpus = 'commits' AND unit = ?`, row)
        this.#db.run(`DELETE FROM vector_due WHERE corpus = 'commits' AND unit = ?`, row)
        this.#db.run('DELETE FROM git_commit WHERE row = ?', row)
      }
      return rows.length
    })
  }
}
