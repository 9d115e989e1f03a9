/** M-38. What a model said of memories that were put to it, counted for each: it moves their own prior. */
import * as z from 'zod'
import { BoundedMap } from '../../bounded-map.ts'
import type { Verdicts } from '../../context/evidence/prior.ts'
import type { Store } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

/** So many memories of a project, those that were judged last; the rest begin anew. */
const MAX_JUDGED = 500

const Kept = z.array(z.tuple([z.string(), z.int().min(0), z.int().min(0)]))

const known = new WeakMap<Store, Map<string, Map<string, Verdicts>>>()

const keyOf = (project: string | null) => `judged:${project ?? ''}`

/** By memory. Read once while we run: no other process asks a model at a prompt. */
export async function readVerdicts(
  { store }: Pick<Engine, 'store'>,
  project: string | null,
): Promise<ReadonlyMap<string, Verdicts>> {
  return verdictsOf(store, project)
}

export async function noteVerdicts(
  { store }: Pick<Engine, 'store'>,
  project: string | null,
  judged: readonly { readonly id: string; readonly relevant: boolean | null }[],
): Promise<void> {
  if (judged.length === 0) return
  const counted = await verdictsOf(store, project)
  for (const { id, relevant } of judged) {
    const { yes, no } = counted.get(id) ?? { yes: 0, no: 0 }
    counted.set(id, { yes: yes + Number(relevant === true), no: no + Number(relevant === false) })
  }
  const kept = [...counted].map(([id, { yes, no }]) => [id, yes, no])
  await store.notes.set(keyOf(project), JSON.stringify(kept))
}

async function verdictsOf(store: Store, project: string | null): Promise<Map<string, Verdicts>> {
  const ofStore = known.get(store) ?? new Map<string, Map<string, Verdicts>>()
  known.set(store, ofStore)
  const before = ofStore.get(keyOf(project))
  if (before !== undefined) return before
  const text = await store.notes.get(keyOf(project))
  const parsed = Kept.safeParse(text === null ? [] : JSON.parse(text))
  const read = new BoundedMap<string, Verdicts>(MAX_JUDGED)
  for (const [id, yes, no] of parsed.success ? parsed.data : []) read.set(id, { yes, no })
  ofStore.set(keyOf(project), read)
  return read
}
