/**
 * M-04. The fingerprints of what was recognised in a session, from one event or reading to the next, by
 * whichever process. A subagent's session shares those of its parent.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { KnownValues } from '../../capture/secrets/known-values.ts'
import type { Engine } from '../engine.ts'

interface Session {
  readonly id: string
  readonly parent: string | null
}

const KEY_BYTES = 32
const HALF_BYTES = 4
const TRIES = 4
/** By file: one process may have several homes open. */
const keys = new Map<string, Promise<Uint8Array>>()

const noteOf = ({ id, parent }: Session) => `known-values:${parent ?? id}`

export async function readKnownValues(engine: Engine, session: Session): Promise<KnownValues> {
  const [key, stored] = await Promise.all([
    keyOf(engine.home.fingerprintKey),
    engine.store.notes.get(noteOf(session)),
  ])
  return new KnownValues(key, entriesIn(stored))
}

/** Costs nothing where no value was recognised. */
export async function keepKnownValues(
  engine: Engine,
  session: Session,
  known: KnownValues,
): Promise<void> {
  if (!known.hasGrown) return
  const key = await keyOf(engine.home.fingerprintKey)
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const stored = await engine.store.notes.get(noteOf(session))
    const all = new KnownValues(key, [...entriesIn(stored), ...known.entries()])
    const entries = JSON.stringify(all.entries())
    if (entries === stored) return
    if (await engine.store.notes.compareAndSet(noteOf(session), stored, entries)) return
  }
}

export async function forgetKnownValues(engine: Engine, id: string): Promise<void> {
  await engine.store.notes.remove(noteOf({ id, parent: null }))
}

/** Written by `keepKnownValues` alone, so it is a list of texts. */
function entriesIn(stored: string | null): string[] {
  return stored === null ? [] : (JSON.parse(stored) as string[])
}

function keyOf(file: string): Promise<Uint8Array> {
  const known = keys.get(file)
  if (known !== undefined) return known
  const read = readOrMakeKey(file)
  keys.set(file, read)
  return read
}

/** Of two processes that make one at once, both use the first one's. */
async function readOrMakeKey(file: string): Promise<Uint8Array> {
  const found = await readFile(file).catch(() => null)
  if (found !== null) return found
  const made = randomBytes(KEY_BYTES)
  const half = `${file}.${made.toString('hex', 0, HALF_BYTES)}`
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(half, made, { mode: 0o600 })
    // Fails where there is one meanwhile, which a renaming would replace.
    await link(half, file)
    return made
  } catch {
    // A full disk, too: values are known again as long as this process runs.
    return await readFile(file).catch(() => made)
  } finally {
    await rm(half, { force: true }).catch(() => {})
  }
}
