/**
 * K-18. Writes to the team go through a queue in this home's store: stored before they are sent, removed when
 * the server has them, and resent until then. Each has an id by which the server deduplicates it.
 */
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'
import type { Document } from '../../store/records.ts'
import { Decision, type Proposed, SharedDraft } from '../../team/wire.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit, UNASKED } from '../journal/commit.ts'
import { type InTeam, isOffline } from './membership.ts'

const KIND = 'team-write'
const MAX_WAITING = 10_000

const Said = z.discriminatedUnion('what', [
  z.object({ what: z.literal('propose'), id: z.string(), title: z.string(), draft: SharedDraft }),
  z.object({ what: z.literal('decide'), id: z.string(), decision: Decision }),
  z.object({ what: z.literal('forget'), id: z.string() }),
])
type Said = z.infer<typeof Said>
const Waiting = z.object({ team: z.string(), said: Said, refused: z.string().nullable() })

interface WaitingWrite {
  readonly key: string
  /** The team it is for: never sent to another. */
  readonly team: string
  readonly at: string
  readonly said: Said
  /** Refused by the server: not resent, and shown until dismissed. */
  readonly refused: string | null
}

export type Sent =
  | { readonly outcome: 'sent'; readonly answer: Proposed | null }
  | { readonly outcome: 'waiting'; readonly why: string }

/** Queues and sends. A refusal is reported at once and leaves nothing behind. */
export async function say(
  engine: Engine,
  caller: Caller,
  inTeam: InTeam,
  said: Said,
): Promise<Sent> {
  const key = engine.clock.newId()
  const row = documentOf(engine, key, { team: inTeam.membership.team, said, refused: null })
  await commit(engine, caller, UNASKED.team, [{ op: 'insert', kind: 'document', row }])
  try {
    const answer = await send(inTeam, said)
    await strike(engine, caller, key)
    return { outcome: 'sent', answer }
  } catch (thrown) {
    if (isOffline(thrown)) return { outcome: 'waiting', why: messageOf(thrown) }
    await strike(engine, caller, key)
    throw thrown
  }
}

export async function waitingWrites(engine: Engine): Promise<WaitingWrite[]> {
  const found = await engine.store.documents.list(KIND, {}, MAX_WAITING)
  return found
    .map(({ key, at, body }) => ({ key, at, ...Waiting.parse(body) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

interface Replayed {
  readonly sent: number
  readonly refused: number
  readonly waiting: number
}

/** In order; the first that cannot reach the server ends the round. */
export async function replay(engine: Engine, caller: Caller, inTeam: InTeam): Promise<Replayed> {
  const { team } = inTeam.membership
  const open = (await waitingWrites(engine)).filter(
    (each) => each.refused === null && each.team === team,
  )
  let sent = 0
  let refused = 0
  for (const { key, said } of open) {
    try {
      await send(inTeam, said)
      sent += 1
      await strike(engine, caller, key)
    } catch (thrown) {
      if (isOffline(thrown)) break
      refused += 1
      await noteRefusal(engine, caller, key, messageOf(thrown))
    }
  }
  return { sent, refused, waiting: open.length - sent - refused }
}

/** Dismisses refused proposals that were read, or all when leaving the team. */
export async function dropWrites(
  engine: Engine,
  caller: Caller,
  which: 'refused' | 'all',
): Promise<number> {
  const all = await waitingWrites(engine)
  const dropped = which === 'all' ? all : all.filter(({ refused }) => refused !== null)
  for (const { key } of dropped) await strike(engine, caller, key)
  return dropped.length
}

async function send({ server }: InTeam, said: Said): Promise<Proposed | null> {
  switch (said.what) {
    case 'propose':
      return server.propose(said.id, said.draft)
    case 'decide':
      return server.decide(said.id, said.decision)
    case 'forget':
      await server.forget(said.id)
      return null
  }
}

/** Another process may have removed it already. */
async function strike(engine: Engine, caller: Caller, key: string): Promise<void> {
  try {
    await commit(engine, caller, UNASKED.team, [
      { op: 'delete', kind: 'document', key: `${KIND}/${key}` },
    ])
  } catch (thrown) {
    if (!(thrown instanceof MnemeError) || thrown.code !== 'conflict') throw thrown
  }
}

async function noteRefusal(
  engine: Engine,
  caller: Caller,
  key: string,
  why: string,
): Promise<void> {
  const found = await engine.store.documents.get(KIND, key)
  if (!found) return
  const body = asJson({ ...Waiting.parse(found.body), refused: why })
  await commit(engine, caller, UNASKED.team, [
    { op: 'update', kind: 'document', key: `${KIND}/${key}`, set: { body } },
  ])
}

function documentOf(engine: Engine, key: string, body: z.infer<typeof Waiting>): Document {
  return {
    kind: KIND,
    key,
    project: null,
    session: null,
    at: engine.clock.now(),
    body: asJson(body),
  }
}

/** Absent fields stay absent in JSON. */
function asJson(body: z.infer<typeof Waiting>): Document['body'] {
  return JSON.parse(JSON.stringify(body))
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
