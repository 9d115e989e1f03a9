/**
 * M-01. Transcripts that an agent's tool may have written: what is read in them from then on is not the person's.
 * A prompt that the host's hook reported still is. A file stays marked; of a folder, what was changed while the
 * call ran is marked, and for some minutes everything in it counts.
 */
import { stat } from 'node:fs/promises'
import { sep } from 'node:path'
import * as z from 'zod'
import { addDays } from '../../clock.ts'
import { findTranscripts, isTranscriptPath } from '../../sessions/find.ts'
import type { Engine } from '../engine.ts'

const MARKS = 'agent-transcripts'
const FOLDER_MINUTES = 10
const MINUTES_A_DAY = 24 * 60
/** The oldest files go first. */
const MAX_MARKS = 1000

/** `until` is null for a file. */
const Mark = z.object({ place: z.string(), until: z.string().nullable() })
type Mark = z.infer<typeof Mark>

/** Called when the call begins and when it has ended. */
export async function markAgentTranscripts(
  engine: Engine,
  places: readonly string[],
  { isOver }: { readonly isOver: boolean },
): Promise<void> {
  if (places.length === 0) return
  const until = addDays(engine.clock.now(), FOLDER_MINUTES / MINUTES_A_DAY)
  const files = places.filter((place) => isTranscriptPath(engine.machine, place))
  const folders = places.filter((place) => !files.includes(place))
  const changed = isOver ? await changedBelow(engine, folders) : []
  const marks: Mark[] = [
    ...[...files, ...changed].map((place) => ({ place, until: null })),
    ...folders.map((place) => ({ place, until })),
  ]
  const { notes } = engine.store
  for (;;) {
    const before = await notes.get(MARKS)
    const isNew = ({ place }: Mark) => !marks.some((mark) => mark.place === place)
    const kept = marksIn(engine, before).filter(isNew)
    const after = JSON.stringify([...kept, ...marks].slice(-MAX_MARKS))
    if (after === before || (await notes.compareAndSet(MARKS, before, after))) return
  }
}

/** Whether what is read there now may be an agent's own doing. */
export async function isAgentsTranscript(engine: Engine, path: string): Promise<boolean> {
  const marks = marksIn(engine, await engine.store.notes.get(MARKS))
  return marks.some(({ place }) => place === path || path.startsWith(place + sep))
}

function marksIn(engine: Engine, text: string | null): Mark[] {
  const found = text === null ? [] : (z.array(Mark).safeParse(JSON.parse(text)).data ?? [])
  const now = engine.clock.now()
  return found.filter(({ until }) => until === null || until >= now)
}

/** By the time of the change that the system keeps: a program cannot set it. */
async function changedBelow(engine: Engine, folders: readonly string[]): Promise<string[]> {
  if (folders.length === 0) return []
  const { env, home } = engine.machine
  const found = await findTranscripts({ env, home })
  const inside = found.filter(({ path }) => folders.some((folder) => path.startsWith(folder + sep)))
  const since = Date.now() - FOLDER_MINUTES * 60_000
  const changed: string[] = []
  for (const { path } of inside) {
    const file = await stat(path).catch(() => null)
    if (file !== null && file.ctimeMs >= since) changed.push(path)
  }
  return changed
}
