/** K-09. What each session was given by us, as fingerprints, so that it does not come back as new. */
import { BoundedMap } from '../../bounded-map.ts'
import { fingerprintsOf, isEcho } from '../../capture/echo.ts'
import type { Engine } from '../engine.ts'

/** A session's last so many fingerprints; about fifty injected contexts. */
const MAX_FINGERPRINTS = 6000
const TRIES = 8
const noteOf = (session: string) => `echo:${session}`

/** To be called with every text that we put into a prompt, or made out of a session ourselves. */
export async function noteOwnWords(
  engine: Engine,
  session: string | null,
  words: string,
): Promise<void> {
  if (session === null || words.trim() === '') return
  const { notes } = engine.store
  const fresh = fingerprintsOf(engine.config.echo, words)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const kept = await notes.get(noteOf(session))
    const before = parseEchoes(kept)
    const news = fresh.filter((print) => !before.has(print))
    if (news.length === 0) return
    const all = [...before, ...news].slice(-MAX_FINGERPRINTS)
    const text = all.join(' ')
    if (!(await notes.compareAndSet(noteOf(session), kept, text))) continue
    known.set(text, new Set(all))
    return
  }
}

export async function ownWords(engine: Engine, session: string): Promise<ReadonlySet<string>> {
  return parseEchoes(await engine.store.notes.get(noteOf(session)))
}

export async function forgetOwnWords(engine: Engine, session: string): Promise<void> {
  await engine.store.notes.remove(noteOf(session))
}

/** Whether a text is mostly ours: an output that holds our context among other lines. */
export function isOwn(engine: Engine, known: ReadonlySet<string>, text: string): boolean {
  return isEcho(engine.config.echo, known, text)
}

/**
 * Whether a sentence is ours word for word. One with a single other word may be the correction of what
 * we said, which is the last thing that may be lost.
 */
export function isOwnSentence(
  engine: Engine,
  known: ReadonlySet<string>,
  sentence: string,
): boolean {
  return isEcho({ ...engine.config.echo, echoShare: 1 }, known, sentence)
}

/** A session's note is asked for with each of its events: what it says is known again. */
const MAX_KNOWN = 8
const known = new BoundedMap<string, ReadonlySet<string>>(MAX_KNOWN)

function parseEchoes(kept: string | null): ReadonlySet<string> {
  if (kept === null || kept === '') return new Set()
  return known.of(kept, () => new Set(kept.split(' ')))
}
