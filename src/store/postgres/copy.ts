/**
 * B-15. A copy of one space as one file, readable and complete: each row of each table as a line of
 * JSON, taken at one moment while others go on writing. It is put back as a whole or not at all.
 */
import { createReadStream, createWriteStream, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { MnemeError } from '../../errors.ts'
import type { Connections, Transaction } from './connections.ts'
import type { SPACE_TABLES } from './migrations/0002-team.ts'
import type { HISTORY_TABLES } from './migrations/0003-history.ts'
import { MIGRATIONS } from './migrations/migrations.ts'
import type { Space } from './space.ts'

interface CopiedTable {
  readonly key: readonly string[]
  /** Other processes cache these numbers: existing rows stay, missing ones are added. */
  readonly isLasting?: boolean
}

type SpaceTable = (typeof SPACE_TABLES)[number] | (typeof HISTORY_TABLES)[number]

/** Every table whose rows belong to a space, in the order of its key. */
const TABLES: { readonly [Name in SpaceTable]: CopiedTable } = {
  place: { key: ['number'], isLasting: true },
  memory: { key: ['unit'] },
  passage: { key: ['memory', 'number'] },
  version: { key: ['id'] },
  link: { key: ['key'] },
  fact: { key: ['id'] },
  project: { key: ['id'] },
  document: { key: ['id'] },
  batch: { key: ['seq'] },
  journal: { key: ['seq'] },
  outbox: { key: ['seq'] },
  outbox_consumer: { key: ['name'] },
  note: { key: ['key'] },
  vector_model: { key: ['number'], isLasting: true },
  embedding: { key: ['id'] },
  vector_code: { key: ['id'] },
  vector_due: { key: ['corpus', 'unit'] },
  memory_use: { key: ['number'] },
  retrieval: { key: ['number'] },
  injection: { key: ['number'] },
  message_totals: { key: ['space'] },
  transcript: { key: ['number'] },
  transcript_skip: { key: ['transcript', 'reason'] },
  session: { key: ['number'] },
  message: { key: ['place', 'unit'] },
  message_passage: { key: ['place', 'message', 'number'] },
  git_commit: { key: ['unit'] },
}
const TABLE_NAMES = Object.keys(TABLES) as SpaceTable[] // its keys are these and no others

/** What numbers rows, and which column it numbers. */
const SEQUENCES: readonly {
  readonly table: string
  readonly column: string
  readonly sequence?: string
}[] = [
  { table: 'place', column: 'number' },
  { table: 'vector_model', column: 'number' },
  { table: 'memory_use', column: 'number' },
  { table: 'retrieval', column: 'number' },
  { table: 'injection', column: 'number' },
  { table: 'git_commit', column: 'unit' },
  { table: 'embedding', column: 'id', sequence: 'vector_id' },
  { table: 'vector_due', column: 'ticket', sequence: 'vector_ticket' },
]

const PAGE = 1000
const FORMAT = 'mneme postgres copy'

export async function writeCopy(db: Connections, space: Space, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const half = `${path}.part`
  await db.transaction(
    async (within) => {
      const lines = Readable.from(linesOf(within, space.number))
      await pipeline(lines, createGzip(), createWriteStream(half, { mode: 0o600 }))
    },
    { begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' },
  )
  renameSync(half, path)
}

async function* linesOf(db: Transaction, space: number): AsyncGenerator<string> {
  const header = await db.get('SELECT * FROM space WHERE id = $1', space)
  yield `${JSON.stringify({ format: FORMAT, schema: MIGRATIONS.length, space: header })}\n`
  for (const name of TABLE_NAMES) {
    const order = TABLES[name].key.map((column) => `"${column}"`).join(', ')
    await db.run(
      `DECLARE copied NO SCROLL CURSOR FOR
       SELECT to_jsonb(${name}.*) - 'space' AS row FROM ${name} WHERE space = ${space} ORDER BY ${order}`,
    )
    for (;;) {
      const rows = await db.all(`FETCH ${PAGE} FROM copied`)
      for (const { row } of rows) yield `${JSON.stringify({ table: name, row })}\n`
      if (rows.length < PAGE) break
    }
    await db.run('CLOSE copied')
  }
}

/** Replaces the whole content of the space. The file is read completely inside one transaction. */
export async function readCopy(db: Connections, space: Space, path: string): Promise<void> {
  await db.transaction(async (within) => {
    await space.take(within)
    const input = createReadStream(path).pipe(createGunzip())
    const failed = new Promise<never>((_, reject) => input.once('error', reject))
    failed.catch(() => undefined) // handled by the race below, or irrelevant by then
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
    await Promise.race([load(within, space, lines, path), failed]).catch((thrown) => {
      throw asCopyError(thrown, path)
    })
    for (const { table, column, sequence } of SEQUENCES) {
      const name = sequence ? `'${sequence}'` : `pg_get_serial_sequence('${table}', '${column}')`
      await within.run(
        `SELECT setval(${name}, greatest(nextval(${name}), (SELECT max(${column}) FROM ${table})))`,
      )
    }
  })
}

async function load(
  db: Transaction,
  space: Space,
  lines: AsyncIterable<string>,
  path: string,
): Promise<void> {
  let waiting: { table: string; rows: string[] } = { table: '', rows: [] }
  const flush = async () => {
    if (waiting.rows.length > 0) await insert(db, space.number, waiting.table, waiting.rows)
    waiting = { ...waiting, rows: [] }
  }
  let isFirst = true
  for await (const line of lines) {
    const said = JSON.parse(line)
    if (isFirst) {
      isFirst = false
      await begin(db, space, said, path)
      continue
    }
    const { table, row } = said
    if (table !== waiting.table || waiting.rows.length >= PAGE) await flush()
    waiting = { table, rows: [...waiting.rows, JSON.stringify(row)] }
  }
  await flush()
  if (isFirst) throw notACopy(path)
}

async function begin(
  db: Transaction,
  space: Space,
  header: { format?: string; schema?: number; space?: Record<string, unknown> },
  path: string,
): Promise<void> {
  if (header.format !== FORMAT || !header.space) throw notACopy(path)
  if (header.schema !== MIGRATIONS.length) {
    throw new MnemeError('store_newer', `${path} holds schema ${header.schema}`, {
      hint: `This mneme puts back copies of schema ${MIGRATIONS.length}. Nothing was changed.`,
    })
  }
  if (header.space.id !== space.number) {
    throw new MnemeError('invalid_input', `${path} is a copy of another space`, {
      hint: 'To bring memories from elsewhere: mneme export there, mneme import here.',
    })
  }
  for (const name of TABLE_NAMES.toReversed()) {
    if (TABLES[name].isLasting) continue
    await db.run(`DELETE FROM ${name} WHERE space = $1`, space.number)
  }
  const { units, batches, entries, outbox, passages, tokens } = header.space as never
  space.give(db, { units, batches, entries, outbox, passages, tokens })
}

async function insert(db: Transaction, space: number, table: string, rows: readonly string[]) {
  if (!isSpaceTable(table))
    throw new MnemeError('invalid_input', `the copy speaks of a table ${table}`)
  const values = `SELECT (jsonb_populate_record(NULL::${table},
      row::jsonb || jsonb_build_object('space', $1::integer))).* FROM unnest($2::text[]) AS row`
  const taken = TABLES[table].isLasting ? 'ON CONFLICT DO NOTHING' : ''
  await db.run(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE ${values} ${taken}`, space, rows)
}

function isSpaceTable(name: string): name is SpaceTable {
  return Object.hasOwn(TABLES, name)
}

function notACopy(path: string): MnemeError {
  return new MnemeError('invalid_input', `${path} is no copy of a PostgreSQL store`, {
    hint: 'Copies are made with `mneme backup`. Nothing was changed.',
  })
}

function asCopyError(thrown: unknown, path: string): unknown {
  if (thrown instanceof MnemeError || !(thrown instanceof Error)) return thrown
  const isBroken =
    thrown instanceof SyntaxError || /zlib|header|unexpected end/i.test(thrown.message)
  return isBroken ? notACopy(path) : thrown
}
