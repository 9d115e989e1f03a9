/** F-01. The messages of a transcript: found again by their keys, written together, with their words. */
import { messageBodies } from '../rules/passages.ts'
import { isTurn } from '../rules/turns.ts'
import type { NewMessage, TranscriptBatch } from '../sessions.ts'
import type { Bindable, Row, Transaction } from './connections.ts'
import type { Space } from './space.ts'
import { fromText, toText } from './texts.ts'
import { indexedWords } from './words.ts'

/** What a space has handed out and holds; a writer of messages locks its row. */
export interface MessageTotals {
  units: number
  sessions: number
  transcripts: number
  passages: number
  tokens: number
}

/** A session while messages are added to it; written back once. */
export interface OpenSession {
  readonly number: number
  readonly place: number
  messages: number
  users: number
  assistants: number
  turns: number
  seq: number
}

/** A message as it is, or as it is going to be. */
interface KnownMessage {
  readonly unit: number
  readonly place: number
  readonly session: number
  turn: number | null
  text: string
  calls: string | null
  failed: boolean
}

interface WaitingMessage extends KnownMessage {
  readonly transcript: number
  readonly seq: number
  readonly message: NewMessage
}

const MESSAGE_COLUMNS: readonly {
  readonly name: string
  readonly type: string
  readonly of: (row: WaitingMessage) => Bindable
}[] = [
  { name: 'place', type: 'integer', of: (row) => row.place },
  { name: 'unit', type: 'bigint', of: (row) => row.unit },
  { name: 'key', type: 'text', of: ({ message }) => toText(message.key) },
  { name: 'session', type: 'bigint', of: (row) => row.session },
  { name: 'transcript', type: 'bigint', of: (row) => row.transcript },
  { name: 'seq', type: 'bigint', of: (row) => row.seq },
  { name: 'turn', type: 'bigint', of: (row) => row.turn },
  { name: 'message_id', type: 'text', of: ({ message }) => toText(message.messageId) },
  { name: 'event_id', type: 'text', of: ({ message }) => toText(message.eventId) },
  { name: 'role', type: 'text', of: ({ message }) => message.role },
  { name: 'origin', type: 'text', of: ({ message }) => message.origin },
  { name: 'at', type: 'text', of: ({ message }) => message.at },
  { name: 'text', type: 'text', of: ({ message }) => toText(message.text) },
  { name: 'calls', type: 'text', of: (row) => row.calls },
  { name: 'call_id', type: 'text', of: ({ message }) => nullable(message.callId) },
  { name: 'failed', type: 'boolean', of: ({ message }) => message.failed },
  { name: 'cwd', type: 'text', of: ({ message }) => nullable(message.cwd) },
  { name: 'branch', type: 'text', of: ({ message }) => nullable(message.branch) },
  { name: 'model', type: 'text', of: ({ message }) => nullable(message.model) },
  { name: 'meta', type: 'boolean', of: ({ message }) => message.isMeta },
]

const INSERTED_AT_ONCE = 500

export class MessageWriter {
  readonly #space: Space

  constructor(space: Space) {
    this.#space = space
  }

  async put(
    db: Transaction,
    batch: TranscriptBatch,
    transcript: number,
    open: ReadonlyMap<string, OpenSession>,
    totals: MessageTotals,
  ): Promise<{ messages: number; replaced: number }> {
    const known = await this.#known(
      db,
      batch.messages.map(({ key }) => key),
    )
    const added: WaitingMessage[] = []
    const due: number[] = []
    let messages = 0
    let replaced = 0
    for (const message of batch.messages) {
      const session = open.get(`${message.session.host}\n${message.session.id}`)
      if (!session) continue
      const calls = message.calls.length === 0 ? null : toText(JSON.stringify(message.calls))
      const found = known.get(message.key)
      if (found) {
        const isOther =
          found.session === session.number &&
          (found.text !== message.text || found.calls !== calls || found.failed !== message.failed)
        if (!isOther) continue
        // What was added in this very batch has to be there before it can be replaced.
        await this.#insert(db, added.splice(0), totals)
        await this.#replace(db, session, found, message, calls, totals, due)
        replaced += 1
        continue
      }
      const turn = isTurn(message) ? session.turns++ : null
      messages += 1
      session.seq += 1
      session.messages += 1
      if (message.role === 'user' && !message.isMeta) session.users += 1
      if (message.role === 'assistant' && !message.isMeta) session.assistants += 1
      const { place, number } = session
      const { text, failed } = message
      const state = { unit: ++totals.units, place, session: number, turn, text, calls, failed }
      known.set(message.key, state)
      added.push({ ...state, transcript, seq: session.seq, message })
      if (turn !== null) due.push(state.unit)
      if (added.length >= INSERTED_AT_ONCE) await this.#insert(db, added.splice(0), totals)
    }
    await this.#insert(db, added, totals)
    if (due.length > 0) {
      db.send(
        `INSERT INTO vector_due (space, corpus, unit)
         SELECT $1, 'messages', unit FROM unnest($2::bigint[]) AS unit ORDER BY unit
         ON CONFLICT (space, corpus, unit) DO UPDATE SET ticket = nextval('vector_ticket')`,
        this.#space.number,
        [...new Set(due)],
      )
    }
    return { messages, replaced }
  }

  async #known(db: Transaction, keys: readonly string[]): Promise<Map<string, KnownMessage>> {
    if (keys.length === 0) return new Map()
    const rows = await db.all(
      `SELECT key, unit, place, session, turn, text, calls, failed FROM message
       WHERE space = $1 AND key = ANY($2::text[])`,
      this.#space.number,
      keys.map(toText),
    )
    const byKey = new Map(keys.map((key) => [toText(key), key]))
    return new Map(rows.map((row) => [byKey.get(String(row.key)) as string, knownOf(row)]))
  }

  async #insert(
    db: Transaction,
    rows: readonly WaitingMessage[],
    totals: MessageTotals,
  ): Promise<void> {
    if (rows.length === 0) return
    const names = MESSAGE_COLUMNS.map(({ name }) => `"${name}"`).join(', ')
    const lists = MESSAGE_COLUMNS.map(({ type }, at) => `$${at + 2}::${type}[]`).join(', ')
    db.send(
      `INSERT INTO message (space, ${names})
       SELECT $1::integer, ${names} FROM unnest(${lists}) AS given(${names})`,
      this.#space.number,
      ...MESSAGE_COLUMNS.map((column) => rows.map(column.of)),
    )
    this.#insertWords(db, rows, totals)
  }

  #insertWords(
    db: Transaction,
    rows: readonly { unit: number; place: number; message: NewMessage }[],
    totals: MessageTotals,
  ): void {
    const passages = rows.flatMap(({ unit, place, message }) =>
      messageBodies(message).map((body, number) => ({
        ...{ unit, place, number },
        ...indexedWords(this.#space.number, '', body),
      })),
    )
    if (passages.length === 0) return
    totals.passages += passages.length
    totals.tokens += passages.reduce((sum, { tokens }) => sum + tokens, 0)
    db.send(
      `INSERT INTO message_passage (space, place, message, number, tokens, words)
       SELECT $1, place, message, number, tokens, words::tsvector
       FROM unnest($2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::text[])
         AS given(place, message, number, tokens, words)`,
      this.#space.number,
      passages.map(({ place }) => place),
      passages.map(({ unit }) => unit),
      passages.map(({ number }) => number),
      passages.map(({ tokens }) => tokens),
      passages.map(({ words }) => toText(words)),
    )
  }

  /** A copy that another session holds is the same message: it stays where it was said first. */
  async #replace(
    db: Transaction,
    session: OpenSession,
    found: KnownMessage,
    message: NewMessage,
    calls: string | null,
    totals: MessageTotals,
    due: number[],
  ): Promise<void> {
    session.seq += 1
    if (found.turn === null && isTurn(message)) found.turn = session.turns++
    found.text = message.text
    found.calls = calls
    found.failed = message.failed
    await this.#removeWords(db, [found.place], [found.unit], totals)
    db.send(
      `UPDATE message SET seq = $4, turn = $5, text = $6, calls = $7, failed = $8,
         at = coalesce($9, at), model = coalesce($10, model)
       WHERE space = $1 AND place = $2 AND unit = $3`,
      this.#space.number,
      found.place,
      found.unit,
      session.seq,
      found.turn,
      toText(message.text),
      calls,
      message.failed,
      message.at,
      nullable(message.model),
    )
    this.#insertWords(db, [{ ...found, message }], totals)
    if (found.turn === null) return
    this.#dropVectors(db, [found.unit])
    due.push(found.unit)
  }

  async #removeWords(
    db: Transaction,
    places: readonly number[],
    units: readonly number[],
    totals: MessageTotals,
  ): Promise<void> {
    const gone = await db.all(
      `DELETE FROM message_passage WHERE space = $1 AND place = ANY($2::integer[])
         AND message = ANY($3::bigint[]) RETURNING tokens`,
      this.#space.number,
      places,
      units,
    )
    totals.passages -= gone.length
    totals.tokens -= gone.reduce((sum, { tokens }) => sum + Number(tokens), 0)
  }

  #dropVectors(db: Transaction, units: readonly number[]): void {
    db.send(
      `WITH gone AS (DELETE FROM embedding WHERE space = $1 AND corpus = 'messages'
         AND unit = ANY($2::bigint[]) RETURNING id)
       DELETE FROM vector_code WHERE space = $1 AND id IN (SELECT id FROM gone)`,
      this.#space.number,
      units,
    )
  }

  /** Everything a session holds; its row stays, so that it is known to be forgotten. */
  async removeOf(db: Transaction, session: number, totals: MessageTotals): Promise<number> {
    const space = this.#space.number
    const gone = await db.all(
      'DELETE FROM message WHERE space = $1 AND session = $2 RETURNING place, unit',
      space,
      session,
    )
    const units = gone.map(({ unit }) => Number(unit))
    const places = [...new Set(gone.map(({ place }) => Number(place)))]
    await this.#removeWords(db, places, units, totals)
    this.#dropVectors(db, units)
    db.send(
      `DELETE FROM vector_due WHERE space = $1 AND corpus = 'messages' AND unit = ANY($2::bigint[])`,
      space,
      units,
    )
    return units.length
  }
}

/** The columns hold what this writer put there. */
function knownOf(row: Row): KnownMessage {
  return {
    unit: Number(row.unit),
    place: Number(row.place),
    session: Number(row.session),
    turn: row.turn === null ? null : Number(row.turn),
    text: fromText(String(row.text)),
    calls: row.calls === null ? null : String(row.calls),
    failed: row.failed === true,
  }
}

/** Text as PostgreSQL can hold it, or none. */
export function nullable(value: string | null): string | null {
  return value === null ? null : toText(value)
}
