/**
 * K-18. Moves everything from one store to another: history first, then records without new history, then
 * transcripts and vectors; at the end both are compared record by record. Every step can be repeated, so an
 * interrupted move resumes where it stopped.
 */
import { createHash } from 'node:crypto'
import { MnemeError } from '../../errors.ts'
import type { Change } from '../../store/change.ts'
import { type Insert, REMAIN_KINDS } from '../../store/moving.ts'
import { RECORDS, type RecordKind, type RecordTypes } from '../../store/records.ts'
import type { StoredMessage, StoredSession } from '../../store/sessions.ts'
import type { EmbeddedPassage, Store } from '../../store/store.ts'
import type { Progress } from '../progress.ts'

const PAGE = 500
const EVERYTHING = 1_000_000_000
/** Note in the target: the source store, and the steps done. */
const NOTE = 'moving'
/** How often records that changed during the move are compared again. */
const SETTLING = 3

interface Moved {
  readonly memories: number
  readonly records: number
  readonly history: number
  readonly messages: number
  readonly vectors: number
  /** Digest of all exported records, the same in both stores. */
  readonly digest: string
  /** It resumed an interrupted move. */
  readonly resumed: boolean
}

interface State {
  readonly from: string
  readonly done: readonly string[]
}

export async function moveStore(
  from: Store,
  to: Store,
  context: { readonly now: string; readonly newId: () => string; readonly progress?: Progress },
): Promise<Moved> {
  const { location } = await from.care.info()
  const { state, resumed } = await begin(to, location)
  const done = new Set(state.done)
  const step = async (name: string, work: () => Promise<number>): Promise<number> => {
    if (done.has(name)) return 0
    const count = await work()
    done.add(name)
    await to.notes.set(NOTE, JSON.stringify({ from: location, done: [...done] }))
    return count
  }
  const tell = (what: string) => (count: number, total: number) =>
    context.progress?.({ done: count, total, what })

  let history = 0
  for (const kind of REMAIN_KINDS) {
    history += await step(kind, () => moveRemains(from, to, kind))
  }
  const records = await step('records', () => moveRecords(from, to, tell('records')))
  const messages = await step('messages', () => moveTranscripts(from, to, tell('messages')))
  const vectors = await step('vectors', () => moveVectors(from, to, tell('vectors')))
  const digest = await settle(from, to, context)
  await to.notes.remove(NOTE)
  return {
    memories: await to.memories.count({}),
    records,
    history,
    messages,
    vectors,
    digest,
    resumed,
  }
}

/** Moves into an empty store, or resumes the same move. */
async function begin(to: Store, from: string): Promise<{ state: State; resumed: boolean }> {
  const note = await to.notes.get(NOTE)
  if (note !== null) {
    const state = JSON.parse(note) as State
    if (state.from === from) return { state, resumed: true }
    throw new MnemeError(
      'conflict',
      `an unfinished move from another store is in there: ${state.from}`,
      {
        hint: 'Finish that move first, or name an empty database.',
      },
    )
  }
  if ((await to.memories.count({})) > 0 || (await to.journal.position()) > 0) {
    throw new MnemeError('conflict', 'the store to move to is not empty', {
      hint: 'Name an empty one. To add memories to one in use: mneme export, then mneme import.',
    })
  }
  const state = { from, done: [] }
  await to.notes.set(NOTE, JSON.stringify(state))
  return { state, resumed: false }
}

async function moveRemains(
  from: Store,
  to: Store,
  kind: (typeof REMAIN_KINDS)[number],
): Promise<number> {
  let moved = 0
  for (let after: string | number | null = null; ; ) {
    const rows = await from.moving.read(kind, after, PAGE)
    if (rows.length === 0) return moved
    await to.moving.write(
      kind,
      rows.filter(({ place }) => !(kind === 'note' && place === NOTE)),
    )
    moved += rows.length
    after = rows.at(-1)?.place ?? null
  }
}

type Tell = (done: number, total: number) => void

async function moveRecords(from: Store, to: Store, tell: Tell): Promise<number> {
  let moved = 0
  const total = await from.memories.count({})
  for await (const page of recordsOf(from)) {
    await to.moving.adopt(page)
    moved += page.length
    tell(Math.min(moved, total), total)
  }
  return moved
}

/** All exported records and the documents, page by page. */
async function* recordsOf(store: Store): AsyncGenerator<Insert[]> {
  const insert = <Kind extends RecordKind>(kind: Kind, rows: readonly RecordTypes[Kind][]) =>
    rows.map((row) => ({ op: 'insert', kind, row }) as unknown as Insert)
  yield insert('project', await store.projects.all())
  for (let offset = 0; ; offset += PAGE) {
    const page = await store.memories.list({}, { limit: PAGE, offset, order: 'id' })
    if (page.length === 0) break
    yield insert('memory', page)
  }
  for (const [kind, rows] of [
    ['version', await store.versions.list({}, EVERYTHING)],
    ['link', await store.links.all()],
    ['fact', await store.facts.find({ limit: EVERYTHING })],
  ] as const) {
    for (let at = 0; at < rows.length; at += PAGE) {
      yield insert(kind, rows.slice(at, at + PAGE) as never)
    }
  }
  for (const kind of await store.moving.documentKinds()) {
    yield insert('document', await store.documents.list(kind, {}, EVERYTHING))
  }
}

async function moveTranscripts(from: Store, to: Store, tell: Tell): Promise<number> {
  const { messages: total } = await from.sessions.totals()
  let moved = 0
  for (let offset = 0; ; offset += PAGE) {
    const sessions = await from.sessions.list({}, { limit: PAGE, offset })
    if (sessions.length === 0) return moved
    for (const session of sessions) {
      moved += await moveSession(from, to, session)
      tell(moved, total)
    }
  }
}

async function moveSession(from: Store, to: Store, session: StoredSession): Promise<number> {
  const key = { host: session.host, id: session.id }
  const messages = await from.sessions.messages(key)
  const byPath = new Map<string, StoredMessage[]>()
  for (const message of messages) {
    byPath.set(message.path, [...(byPath.get(message.path) ?? []), message])
  }
  const [first] = byPath.keys()
  for (const [path, said] of byPath) {
    const { cursor } = await from.sessions.place(path)
    const { revision } = await to.sessions.place(path)
    await to.sessions.put([
      {
        path,
        host: session.host,
        cursor,
        revision,
        at: session.lastAt ?? session.startedAt ?? new Date(0).toISOString(),
        sessions: [{ ...session, compactions: path === first ? session.compactions : 0 }],
        messages: said.map((message) => ({ ...message, session: key })),
        skipped: [],
        restarted: false,
      },
    ])
  }
  const stored = await to.sessions.messages(key)
  const seqs = new Map(stored.map((message) => [message.key, message.seq]))
  const captured = messages
    .filter((message) => message.seq <= session.captured)
    .map((message) => seqs.get(message.key) ?? 0)
  if (captured.length > 0) await to.sessions.markCaptured(key, Math.max(...captured))
  return messages.length
}

/** Copies the vectors of memories, so that nothing has to be embedded again. */
async function moveVectors(from: Store, to: Store, tell: Tell): Promise<number> {
  const [model] = await from.vectors.counts('memories')
  if (!model) return 0
  const tickets = new Map(
    (await to.vectors.due('memories', EVERYTHING)).map(({ unit, ticket }) => [unit, ticket]),
  )
  let moved = 0
  for (let offset = 0; ; offset += PAGE) {
    const page = await from.memories.list({}, { limit: PAGE, offset, order: 'id' })
    if (page.length === 0) return moved
    const ids = page.map(({ id }) => id)
    const [theirs, ours] = [await from.memories.unitsOf(ids), await to.memories.unitsOf(ids)]
    const idOf = new Map([...theirs].map(([id, unit]) => [unit, id]))
    const found = await from.vectors.of('memories', model.model, [...theirs.values()])
    const units = new Map<number, EmbeddedPassage[]>()
    for (const { unit, ...passage } of found) {
      const own = ours.get(idOf.get(unit) ?? '')
      if (own !== undefined) units.set(own, [...(units.get(own) ?? []), passage])
    }
    const embedded = [...units].flatMap(([unit, passages]) => {
      const ticket = tickets.get(unit)
      return ticket === undefined ? [] : [{ unit, ticket, passages }]
    })
    moved += await to.vectors.put('memories', { id: model.model, dims: model.dims }, embedded)
    tell(moved, model.units)
  }
}

/** Compares both stores at the end; records that changed meanwhile are copied again. */
async function settle(
  from: Store,
  to: Store,
  context: { readonly now: string; readonly newId: () => string },
): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const [theirs, ours] = [await imagesOf(from), await imagesOf(to)]
    const changes = differences(theirs, ours)
    if (changes.length === 0) return digestOf(ours)
    if (attempt >= SETTLING) {
      throw new MnemeError(
        'conflict',
        `${changes.length} records still differ between the stores`,
        {
          hint: 'Another process keeps writing: stop the daemon (mneme daemon stop), then move again.',
        },
      )
    }
    for (let at = 0; at < changes.length; at += PAGE) {
      await to.apply({
        id: context.newId(),
        at: context.now,
        actor: 'cli',
        cause: 'migrate',
        changes: changes.slice(at, at + PAGE),
      })
    }
  }
}

type Images = ReadonlyMap<string, { readonly insert: Insert; readonly image: string }>

async function imagesOf(store: Store): Promise<Images> {
  const images = new Map<string, { insert: Insert; image: string }>()
  for await (const page of recordsOf(store)) {
    for (const insert of page) {
      const { key, unjournaled } = RECORDS[insert.kind] as {
        key: (row: unknown) => string
        unjournaled: readonly string[]
      }
      const image = canonical(insert.row, unjournaled)
      images.set(`${insert.kind} ${key(insert.row)}`, { insert, image })
    }
  }
  return images
}

/** The changes that make our records equal to theirs; links come before what they refer to. */
function differences(theirs: Images, ours: Images): Change[] {
  const changes: Change[] = []
  for (const [name, { insert, image }] of theirs) {
    const known = ours.get(name)
    if (known?.image === image) continue
    const key = name.slice(insert.kind.length + 1)
    changes.push(
      (known
        ? { op: 'update', kind: insert.kind, key, set: insert.row }
        : insert) as unknown as Change,
    )
  }
  const gone = [...ours].filter(([name]) => !theirs.has(name))
  const links = gone.filter(([, { insert }]) => insert.kind === 'link')
  const others = gone.filter(([, { insert }]) => insert.kind !== 'link')
  for (const [name, { insert }] of [...links, ...others]) {
    const key = name.slice(insert.kind.length + 1)
    changes.push({ op: 'delete', kind: insert.kind, key } as Change)
  }
  return changes
}

function digestOf(images: Images): string {
  const hash = createHash('sha256')
  for (const name of [...images.keys()].sort()) hash.update(`${name}\n${images.get(name)?.image}\n`)
  return hash.digest('hex')
}

/** Serialises a record independent of the order of its fields. */
function canonical(row: object, without: readonly string[]): string {
  return JSON.stringify(row, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const fields = Object.entries(value).filter(
      ([field]) => value !== row || !without.includes(field),
    )
    return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
