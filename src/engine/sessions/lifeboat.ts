/** F-03. Saves what must survive a compaction, from the present state of the session. */
import { type Lifeboat, lifeboatOf, lifeboatText } from '../../capture/lifeboat.ts'
import { MnemeError } from '../../errors.ts'
import type { Change } from '../../store/change.ts'
import type { StoredSession } from '../../store/sessions.ts'
import { LIFEBOAT } from '../context/lifeboat.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'
import { findSession } from './find-session.ts'
import { readSession } from './read-session.ts'
import { messageOf } from './stored-message.ts'

interface SavedLifeboat extends Lifeboat {
  readonly session: string
  readonly savedAt: string
  readonly text: string
}

export async function saveLifeboat(
  engine: Engine,
  caller: Caller,
  reference: string | undefined,
): Promise<SavedLifeboat> {
  const session = await sessionFor(engine, caller, reference)
  // The host is about to compact: what it wrote last must be included.
  await readSession(engine, caller, session)
  const messages = await engine.store.sessions.messages(session)
  const lifeboat = lifeboatOf(engine.config.sessions.lifeboat, messages.map(messageOf))
  const at = engine.clock.now()
  const body = { ...lifeboat, text: lifeboatText(lifeboat) }
  const known = await engine.store.documents.get(LIFEBOAT, session.id)
  const row = { kind: LIFEBOAT, key: session.id, project: session.project, session: session.id }
  // Read-only lists are JSON all the same.
  const document = { ...row, at, body: JSON.parse(JSON.stringify(body)) }
  const change: Change = known
    ? {
        op: 'update',
        kind: 'document',
        key: `${LIFEBOAT}/${session.id}`,
        set: { at, body: document.body },
      }
    : { op: 'insert', kind: 'document', row: document }
  await commit(engine, caller, 'lifeboat save', [change])
  return { ...body, session: session.id, savedAt: at }
}

export async function showLifeboat(
  engine: Engine,
  caller: Caller,
  reference: string | undefined,
): Promise<SavedLifeboat> {
  const session = await sessionFor(engine, caller, reference)
  const document = await engine.store.documents.get(LIFEBOAT, session.id)
  if (!document) {
    throw new MnemeError('not_found', `no lifeboat was saved for session ${session.id}`, {
      hint: `To save one now: mneme lifeboat save ${session.id}`,
    })
  }
  // Written by `saveLifeboat` alone, so it has that shape.
  const body = document.body as unknown as Lifeboat & { text: string }
  return { ...body, session: session.id, savedAt: document.at }
}

/** The named session, the caller's own, or the latest one here. */
async function sessionFor(
  engine: Engine,
  caller: Caller,
  reference: string | undefined,
): Promise<StoredSession> {
  const id = reference ?? caller.session ?? 'last'
  const known = await engine.store.sessions.get(id)
  // A session that has not been read yet may be on disk.
  if (!known && id !== 'last') await readSession(engine, caller, { id })
  return findSession(engine, caller, id)
}
