/**
 * M-31. Memories about whose subject something else was said in a later session. They may still hold, so
 * they are marked and not left out. A later memory that contradicts them shows it; so does later talk that
 * is near in meaning, which is looked for with the other care of vectors, not at a prompt.
 */
import * as z from 'zod'
import type { Timestamp } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import { cacheUntilJournalMoves } from '../cache.ts'
import type { Engine } from '../engine.ts'
import { saidAt } from '../graph/related.ts'
import { mayReplace } from '../memories/conflict-changes.ts'
import { inForce } from '../memories/in-use.ts'
import { laterMessagesNear } from './near-talk.ts'

/** The latest contradictions; what is older has long been settled or is not served any more. */
const MAX_CONTRADICTIONS = 200
/** Of a project: those that its indexes and rules are made of. */
const MAX_MEMORIES = 500

const Kept = z.record(z.string(), z.string())

const keyOf = (project: string) => `said-later:${project}`

/** By memory, when the other thing was said. */
export function saidLater(
  engine: Engine,
  project: string | null,
): Promise<ReadonlyMap<string, Timestamp>> {
  return cacheUntilJournalMoves(engine, `said later ${project ?? ''}`, async () => {
    const { links, memories, notes } = engine.store
    const contradictions = (await links.all(['contradicts'])).slice(-MAX_CONTRADICTIONS)
    const talk = readKept(project === null ? null : await notes.get(keyOf(project)))
    const ids = contradictions.flatMap(({ from, to }) => [from, to])
    const all = [...new Set([...ids, ...Object.keys(talk)])]
    const living = await memories.list({ ...inForce(engine), ids: all }, { limit: all.length })
    const byId = new Map(living.map((memory) => [memory.id, memory]))
    const later = new Map<string, Timestamp>()
    const note = (older: Memory, at: Timestamp) => {
      if (at > saidAt(older) && at > (later.get(older.id) ?? '')) later.set(older.id, at)
    }
    for (const { from, to } of contradictions) {
      const [one, other] = [byId.get(from), byId.get(to)]
      if (one === undefined || other === undefined || !areOfTwoSessions(one, other)) continue
      const [older, newer] = saidAt(one) < saidAt(other) ? [one, other] : [other, one]
      if (mayReplace(newer, older)) note(older, saidAt(newer))
    }
    for (const [id, at] of Object.entries(talk)) {
      const memory = byId.get(id)
      if (memory !== undefined) note(memory, at)
    }
    return later
  })
}

/** What one session says of a thing, one sentence after the other, is one saying. */
function areOfTwoSessions(one: Memory, other: Memory): boolean {
  return one.provenance.session === null || one.provenance.session !== other.provenance.session
}

function readKept(text: string | null): Readonly<Record<string, Timestamp>> {
  const parsed = Kept.safeParse(text === null ? {} : JSON.parse(text))
  return parsed.success ? parsed.data : {}
}

/** Looks for later talk about each memory that was kept in a session. */
export async function noticeLaterTalk(
  engine: Engine,
  model: string,
  breathe: () => Promise<void>,
): Promise<void> {
  for (const { id } of await engine.store.projects.all()) {
    const kept = JSON.stringify(await laterTalkOf(engine, model, id, breathe))
    if (kept !== ((await engine.store.notes.get(keyOf(id))) ?? '{}')) {
      await engine.store.notes.set(keyOf(id), kept)
    }
  }
}

async function laterTalkOf(
  engine: Engine,
  model: string,
  project: string,
  breathe: () => Promise<void>,
): Promise<Record<string, Timestamp>> {
  const { memories, vectors } = engine.store
  const place = { ...inForce(engine), scopes: ['project'], project } as const
  const found = await memories.list(place, { limit: MAX_MEMORIES, order: 'importance' })
  const kept = found.filter(({ provenance }) => provenance.session !== null)
  // Talk of which nothing was kept has settled nothing.
  const settling = new Set(kept.map(({ provenance }) => provenance.session))
  const history = { project, exceptSession: null, before: engine.clock.now() }
  const units = await memories.unitsOf(kept.map(({ id }) => id))
  const later: Record<string, Timestamp> = {}
  for (const memory of kept) {
    const unit = units.get(memory.id)
    const [passage, ...more] = unit === undefined ? [] : await vectors.of('memories', model, [unit])
    // A vector of one passage stands for the whole text.
    if (passage === undefined || more.length > 0) continue
    const { session } = memory.provenance
    const saying = { vector: passage.vector, session, at: saidAt(memory) }
    const at = (await laterMessagesNear(engine, history, model, saying))
      .filter((message) => settling.has(message.session))
      .map((message) => message.at)
      .sort()
      .at(-1)
    if (at !== undefined) later[memory.id] = at
    await breathe()
  }
  return later
}
