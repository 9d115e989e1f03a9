/**
 * B-13. The connections to one PostgreSQL: a bounded pool, statements kept prepared by name,
 * transactions, and another try when a connection is lost.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MnemeError } from '../../errors.ts'
import type { PostgresSettings } from '../postgres-settings.ts'
import { fromPostgres, isAborted, isCollision, isConnectionLost } from './failures.ts'

export type Row = Record<string, unknown>
export type Bindable = string | number | boolean | null | Uint8Array | readonly unknown[]

interface ConnectionOptions {
  readonly url: string
  readonly settings: PostgresSettings
  /** Run once on every new connection, before anything else: who is asking, for the second lock. */
  readonly onConnect?: readonly string[]
}

/** In whose name statements are run: as a role that owns nothing, so that row-level security holds. */
interface Identity {
  readonly role: string
  readonly member: number
}

/** Whatever can run statements: the pool, or one connection inside a transaction. */
export interface Queries {
  all(sql: string, ...values: Bindable[]): Promise<Row[]>
  get(sql: string, ...values: Bindable[]): Promise<Row | undefined>
  /** How many rows were touched. */
  run(sql: string, ...values: Bindable[]): Promise<number>
}

const FIRST_WAIT_MS = 20
const MAX_WAIT_MS = 1000
const FIRST_PATIENCE_MS = 1500
const IDLE_MS = 30_000
const COLLISION_TRIES = 8
const INT8_OID = 20

export class Connections implements Queries {
  /** Where this is, without the password. */
  readonly location: string
  readonly #pool: pg.Pool
  readonly #options: ConnectionOptions
  readonly #settings: PostgresSettings
  readonly #prepare: (bare: RawConnection) => Promise<void>
  readonly #onConnect: readonly string[]
  readonly #greeted = new WeakSet<pg.ClientBase>()
  readonly #shared: Connections | null
  readonly #identity: Identity | null
  #ready: Promise<void> | null = null
  #answered = false
  #open = true

  /** `prepare` is run once before the first statement, such as migrations. */
  constructor(
    options: ConnectionOptions,
    prepare: (bare: RawConnection) => Promise<void>,
    shared: { readonly with: Connections; readonly identity: Identity } | null = null,
  ) {
    this.#options = options
    this.#settings = options.settings
    this.#prepare = prepare
    this.#onConnect = options.onConnect ?? []
    this.#shared = shared?.with ?? null
    this.#identity = shared?.identity ?? null
    this.location = locationOf(options.url)
    if (shared) {
      this.#pool = shared.with.#pool
      return
    }
    this.#pool = new pg.Pool({ ...clientConfig(options), max: options.settings.poolSize })
    // A connection that dies fails the calls that wait on it, and is replaced at the next use.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /** The same connections, every statement as one member. Closing it leaves them open. */
  as(identity: Identity): Connections {
    const prepare = () => this.#prepared()
    return new Connections(this.#options, prepare, { with: this, identity })
  }

  /** How many connections there are, and how many wait for one. */
  get load(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool
    return { open, idle, waiting }
  }

  async all(sql: string, ...values: Bindable[]): Promise<Row[]> {
    return this.again(() => this.#once(sql, values).then((result) => result.rows as Row[]))
  }

  async get(sql: string, ...values: Bindable[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0]
  }

  /** For statements that may be carried out twice without harm. */
  async run(sql: string, ...values: Bindable[]): Promise<number> {
    return this.again(() => this.#once(sql, values).then((result) => result.rowCount ?? 0))
  }

  /** For statements that count: tried once on a connection that answers. */
  async runOnce(sql: string, ...values: Bindable[]): Promise<number> {
    await this.ready()
    for (let collisions = 0; ; collisions++) {
      try {
        return (await this.#once(sql, values)).rowCount ?? 0
      } catch (thrown) {
        if (isCollision(thrown) && collisions < COLLISION_TRIES) continue
        throw fromPostgres(thrown, this.location)
      }
    }
  }

  /**
   * All or nothing. The body may be run again from its start when the connection was lost or two
   * collided, so it must leave no traces outside and know its own earlier commit.
   */
  async transaction<T>(
    body: (queries: Transaction) => Promise<T>,
    options: { readonly begin?: string } = {},
  ): Promise<T> {
    return this.again(async () => {
      const client = await this.#connect()
      let failed: unknown
      const transaction = new OneTransaction(client)
      try {
        transaction.send(options.begin ?? 'BEGIN')
        this.#identify(transaction)
        const result = await body(transaction)
        await transaction.commit()
        return result
      } catch (thrown) {
        failed = await transaction.firstFailure(thrown)
        throw failed
      } finally {
        await transaction.leave(failed)
        client.release(failed !== undefined && isConnectionLost(failed))
      }
    })
  }

  /** Tries again while the connection is lost, in growing steps, until it has taken too long. */
  async again<T>(body: () => Promise<T>): Promise<T> {
    // A server that never answered is more likely misnamed than restarting.
    const patience = this.#answered ? this.#settings.retryMs : FIRST_PATIENCE_MS
    const deadline = Date.now() + Math.min(patience, this.#settings.retryMs)
    for (let attempt = 0, collisions = 0; ; attempt++) {
      try {
        await this.#prepared()
        if (!this.#open) throw closedError()
        return await body()
      } catch (thrown) {
        const collided = isCollision(thrown) && ++collisions < COLLISION_TRIES
        const lost = isConnectionLost(thrown) && this.#open && Date.now() < deadline
        if (!collided && !lost) throw fromPostgres(thrown, this.location)
        const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, MAX_WAIT_MS)
        await sleep(wait * (0.5 + Math.random() / 2))
      }
    }
  }

  /** Returns when the schema and the space are there. */
  async ready(): Promise<void> {
    if (this.#answered && this.#open) return
    await this.again(async () => undefined)
  }

  async close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    if (!this.#shared) await this.#pool.end()
  }

  /** A connection of its own beside the pool, for listening. The caller ends it. */
  get config(): pg.ClientConfig {
    return this.#pool.options
  }

  /** What has to be there first. A failure goes to the caller, and is retried at the next call. */
  #prepared(): Promise<void> {
    if (!this.#open) return Promise.reject(closedError())
    this.#ready ??= this.#prepareOnce().catch((thrown) => {
      this.#ready = null
      throw thrown
    })
    return this.#ready
  }

  async #prepareOnce(): Promise<void> {
    if (this.#shared) {
      await this.#shared.#prepared()
      this.#answered = true
      return
    }
    const client = await this.#pool.connect()
    let failed: unknown
    try {
      await this.#prepare(client)
      this.#answered = true
    } catch (thrown) {
      failed = thrown
      throw thrown
    } finally {
      client.release(failed !== undefined)
    }
  }

  async #once(sql: string, values: readonly Bindable[]): Promise<pg.QueryResult> {
    const client = await this.#connect()
    let failed: unknown
    try {
      return await (this.#identity
        ? this.#alone(client, sql, values)
        : client.query(preparedQuery(sql, values)))
    } catch (thrown) {
      failed = thrown
      throw thrown
    } finally {
      client.release(failed !== undefined && isConnectionLost(failed))
    }
  }

  /** One statement as one member: a transaction around it, all sent in one go. */
  async #alone(client: pg.ClientBase, sql: string, values: readonly Bindable[]) {
    const transaction = new OneTransaction(client)
    let failed: unknown
    try {
      transaction.send('BEGIN')
      this.#identify(transaction)
      const answered = transaction.query(sql, values)
      answered.catch(() => undefined) // handled below, after the result of the commit
      const committed = transaction.commit()
      committed.catch(() => undefined)
      // What failed before it is what failed: the commit says so.
      await committed
      return await answered
    } catch (thrown) {
      failed = thrown
      throw thrown
    } finally {
      await transaction.leave(failed)
    }
  }

  /** Holds until the transaction ends, and not a statement longer. */
  #identify(transaction: Transaction): void {
    if (!this.#identity) return
    transaction.send(
      `SELECT set_config('role', $1, true), set_config('mneme.member', $2, true)`,
      this.#identity.role,
      String(this.#identity.member),
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    if (!this.#open) throw closedError()
    const client = await this.#pool.connect()
    if (this.#greeted.has(client) || this.#onConnect.length === 0) return client
    try {
      for (const statement of this.#onConnect) await client.query(statement)
    } catch (thrown) {
      client.release(true)
      throw thrown
    }
    this.#greeted.add(client)
    return client
  }
}

/** One connection before the store is ready: no names, no retries. */
export interface RawConnection {
  query(sql: string, values?: unknown[]): Promise<{ rows: Row[]; rowCount: number | null }>
}

export interface Transaction extends Queries {
  /** Sent at once and not waited for: the commit waits, and fails if it failed. */
  send(sql: string, ...values: Bindable[]): void
}

class OneTransaction implements Transaction {
  readonly #client: pg.ClientBase
  #sent: Promise<unknown>[] = []
  #ended = false

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  async all(sql: string, ...values: Bindable[]): Promise<Row[]> {
    return (await this.query(sql, values)).rows as Row[]
  }

  async get(sql: string, ...values: Bindable[]): Promise<Row | undefined> {
    return (await this.all(sql, ...values))[0]
  }

  async run(sql: string, ...values: Bindable[]): Promise<number> {
    return (await this.query(sql, values)).rowCount ?? 0
  }

  send(sql: string, ...values: Bindable[]): void {
    const sent = this.query(sql, values)
    sent.catch(() => undefined) // handled by the commit
    this.#sent.push(sent)
  }

  /** Goes out behind what was sent; the first of them that failed is what failed. */
  async commit(): Promise<void> {
    this.#ended = true
    const committed = this.#client.query('COMMIT')
    committed.catch(() => undefined)
    for (const sent of this.#sent) await sent
    await committed
  }

  /** In a transaction that failed earlier every statement fails; the first one says why. */
  async firstFailure(thrown: unknown): Promise<unknown> {
    if (!isAborted(thrown)) return thrown
    const sent = await Promise.allSettled(this.#sent)
    const first = sent.find((each) => each.status === 'rejected' && !isAborted(each.reason))
    return first?.status === 'rejected' ? first.reason : thrown
  }

  /** After a failure. A lost connection is thrown away and has nothing to turn back. */
  async leave(failed: unknown): Promise<void> {
    await Promise.allSettled(this.#sent)
    if (failed === undefined || this.#ended || isConnectionLost(failed)) return
    try {
      await this.#client.query('ROLLBACK')
    } catch {
      // The connection died in the meantime: with it went the transaction.
    }
  }

  async query(sql: string, values: readonly Bindable[]): Promise<pg.QueryResult> {
    return await this.#client.query(preparedQuery(sql, values))
  }
}

const names = new Map<string, string>()
const MAX_NAMES = 2000

/** The same text is the same statement, prepared once on each connection. */
function preparedQuery(sql: string, values: readonly Bindable[]): pg.QueryConfig {
  let name = names.get(sql)
  if (name === undefined) {
    name = `m${createHash('sha256').update(sql).digest('base64url').slice(0, 24)}`
    if (names.size < MAX_NAMES) names.set(sql, name)
  }
  return { name, text: sql, values: values as unknown[] }
}

function clientConfig({ url, settings }: ConnectionOptions): pg.PoolConfig {
  return {
    connectionString: url,
    pipeline: true,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: settings.statementTimeoutMs,
    lock_timeout: settings.lockTimeoutMs,
    idle_in_transaction_session_timeout: settings.statementTimeoutMs,
    // A server that went away without a word must not hold a caller for ever.
    query_timeout: settings.statementTimeoutMs * 2,
    keepAlive: true,
    application_name: 'mneme',
    // Compiling takes longer than any of our statements.
    options: '-c jit=off',
    allowExitOnIdle: true,
    types: { getTypeParser },
  } as pg.PoolConfig
}

/** Row numbers and counts fit a number: whole numbers of eight bytes are read as one. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8_OID) return Number
  return pg.types.getTypeParser(oid, format ?? 'text')
}

function locationOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname || 'localhost'}${port ? `:${port}` : ''}${pathname}`
  } catch {
    throw new MnemeError('bad_config', 'store.url is no address of PostgreSQL', {
      hint: 'It looks like postgres://user:password@host:5432/database.',
    })
  }
}

function closedError(): MnemeError {
  return new MnemeError('unavailable', 'the store is closed')
}
