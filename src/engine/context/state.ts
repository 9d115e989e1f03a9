/** H-07, H-08, H-13. What is kept between the turns of a session: no memory, so not journaled. */
import * as z from 'zod'
import { BoundedMap } from '../../bounded-map.ts'
import { PendingState } from '../../context/pending.ts'
import { NOTHING_SURFACED, SurfacedState } from '../../context/surfaced.ts'
import type { Store } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

const Served = z.object({
  at: z.string(),
  prompt: z.string(),
  part: z.string(),
  text: z.string(),
  tokens: z.int(),
  decisions: z.array(z.record(z.string(), z.unknown())),
})

const SoFar = z.object({
  /** Prompts that were looked up. */
  asked: z.int().min(0),
  /** M-31. Sources that were quoted, by name; none is quoted twice in a session. */
  quoted: z.array(z.string()),
})

export const NOTHING_SO_FAR: z.infer<typeof SoFar> = { asked: 0, quoted: [] }

const TurnState = z.object({
  turn: z.int().min(0),
  surfaced: SurfacedState,
  pending: PendingState.nullable(),
  so: SoFar,
  /** K-10. Of the stable part that the session has; the same one is not sent again. */
  stable: z.string().nullable(),
  /** M-35. Prints of what the session was given of it, and the rules among that. */
  given: z.array(z.string()),
  rules: z.array(z.string()),
  /** When the agent's view last started over. */
  viewSince: z.string().nullable(),
  last: Served.nullable(),
})
export type TurnState = z.infer<typeof TurnState>

const FIRST: TurnState = {
  turn: 0,
  surfaced: NOTHING_SURFACED,
  pending: null,
  so: NOTHING_SO_FAR,
  stable: null,
  given: [],
  rules: [],
  viewSince: null,
  last: null,
}

const keyOf = (session: string) => `context:${session}`

/** Asked for several times a turn, and rarely written by anybody else: what it says is known again. */
const MAX_KNOWN = 8
const known = new BoundedMap<string, { readonly text: string; readonly state: TurnState }>(
  MAX_KNOWN,
)
/** Served, and not yet written: the next turn may come before. What did not arrive does not count. */
interface ServedTurn {
  readonly state: TurnState
  readonly gone: AbortSignal | undefined
}
const coming = new WeakMap<Store, Map<string, ServedTurn>>()

export async function readTurn(engine: Engine, session: string | null): Promise<TurnState> {
  if (session === null) return FIRST
  const served = coming.get(engine.store)?.get(session)
  if (served !== undefined && served.gone?.aborted !== true) return served.state
  const text = await engine.store.notes.get(keyOf(session))
  if (text === null) return FIRST
  const before = known.get(session)
  if (before?.text === text) return before.state
  // A note of another version is worth less than a turn: begin anew.
  const parsed = TurnState.safeParse(JSON.parse(text))
  const state = parsed.success ? parsed.data : FIRST
  known.set(session, { text, state })
  return state
}

export function willKeepTurn(
  { store }: Engine,
  session: string | null,
  state: TurnState,
  gone: AbortSignal | undefined,
): void {
  if (session === null) return
  const ofStore = coming.get(store) ?? new Map<string, ServedTurn>()
  coming.set(store, ofStore.set(session, { state, gone }))
}

export async function keepTurn(
  engine: Engine,
  session: string | null,
  state: TurnState,
): Promise<void> {
  if (session === null) return
  const text = JSON.stringify(state)
  const ofStore = coming.get(engine.store)
  try {
    await engine.store.notes.set(keyOf(session), text)
    known.set(session, { text, state })
  } finally {
    if (ofStore?.get(session)?.state === state) ofStore.delete(session)
  }
}

/** What was served did not arrive: the session is where it was. */
export function forgetTurn({ store }: Engine, session: string | null, served: TurnState): void {
  const ofStore = coming.get(store)
  if (session !== null && ofStore?.get(session)?.state === served) ofStore.delete(session)
}
