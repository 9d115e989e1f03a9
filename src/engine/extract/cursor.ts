/** G-08. How far each session has been extracted, so that nothing is processed twice. */
import type { SessionKey } from '../../store/sessions.ts'
import type { Engine } from '../engine.ts'

const noteOf = ({ host, id }: SessionKey) => `extracted:${host}:${id}`
/** Sessions for which the model was unavailable, and the number of tries: `host:id` → tries. */
const RETRIES = 'extraction:retries'
const MAX_TRIES = 5
const MAX_RETRIED = 50

export async function readCursor(engine: Engine, session: SessionKey): Promise<number> {
  return Number((await engine.store.notes.get(noteOf(session))) ?? 0)
}

export async function moveCursor(engine: Engine, session: SessionKey, seq: number): Promise<void> {
  await engine.store.notes.set(noteOf(session), String(seq))
  await changeRetries(engine, (retries) => retries.filter(({ key }) => key !== keyOf(session)))
}

export async function forgetCursor(engine: Engine, session: SessionKey): Promise<void> {
  await engine.store.notes.remove(noteOf(session))
  await changeRetries(engine, (retries) => retries.filter(({ key }) => key !== keyOf(session)))
}

/** False after the last try: then only the rules' findings are used. */
export async function keepForRetry(engine: Engine, session: SessionKey): Promise<boolean> {
  let tries = 0
  await changeRetries(engine, (retries) => {
    const key = keyOf(session)
    tries = (retries.find((each) => each.key === key)?.tries ?? 0) + 1
    const others = retries.filter((each) => each.key !== key)
    return tries > MAX_TRIES ? others : [...others, { ...session, key, tries }].slice(-MAX_RETRIED)
  })
  return tries <= MAX_TRIES
}

/** Sessions to be tried again, oldest first. */
export async function sessionsToRetry(engine: Engine): Promise<readonly SessionKey[]> {
  return parse(await engine.store.notes.get(RETRIES)).map(({ host, id }) => ({ host, id }))
}

interface Retry extends SessionKey {
  readonly key: string
  readonly tries: number
}

const keyOf = ({ host, id }: SessionKey) => `${host}:${id}`

function parse(raw: string | null): Retry[] {
  // Written by this file alone.
  return raw === null ? [] : (JSON.parse(raw) as Retry[])
}

async function changeRetries(
  engine: Engine,
  change: (retries: readonly Retry[]) => readonly Retry[],
): Promise<void> {
  const { notes } = engine.store
  for (;;) {
    const raw = await notes.get(RETRIES)
    const before = parse(raw)
    const after = change(before)
    if (after.length === 0 && before.length === 0) return
    const next = JSON.stringify(after.map(({ host, id, key, tries }) => ({ host, id, key, tries })))
    if (next === raw || (await notes.compareAndSet(RETRIES, raw, next))) return
  }
}
