/** H-07, M-33. Evidence that its turn did not get, waiting for the next one of its session. */
import { BoundedMap } from '../../bounded-map.ts'
import { promptWords } from '../../context/evidence/words.ts'
import type { Store } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { TurnEvidence } from './turn-evidence.ts'

export interface Waiting {
  readonly prompt: string
  /** May still be looked for; never rejects. */
  readonly found: Promise<TurnEvidence>
}

/** Sessions at work at once. */
const MAX_WAITING = 64

const waiting = new WeakMap<Store, Map<string, Waiting>>()

export function takeWaiting({ store }: Engine, session: string | null): Waiting | null {
  if (session === null) return null
  const found = waiting.get(store)?.get(session)
  waiting.get(store)?.delete(session)
  return found ?? null
}

export function keepWaiting({ store }: Engine, session: string | null, found: Waiting): void {
  if (session === null) return
  const ofStore = waiting.get(store) ?? new BoundedMap<string, Waiting>(MAX_WAITING)
  waiting.set(store, ofStore)
  ofStore.set(session, found)
}

/** Its turn got it: the next one need not. */
export function dropWaiting({ store }: Engine, session: string | null, found: Waiting): void {
  const ofStore = waiting.get(store)
  if (session !== null && ofStore?.get(session) === found) ofStore.delete(session)
}

/** Of the words of a prompt, so many must be those of what waited. */
const SAME_SUBJECT_SHARE = 1 / 3

export function isSameSubject(before: string, now: string): boolean {
  const known = new Set(promptWords(before).tokens)
  const { tokens } = promptWords(now)
  const shared = tokens.filter((token) => known.has(token)).length
  return tokens.length > 0 && shared >= SAME_SUBJECT_SHARE * tokens.length
}
