/** K-08. What was injected, what it cost, and whether the session made use of it afterwards. */
import { addDays } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import type { StoredMessage } from '../../store/sessions.ts'
import { NO_MEMORY, type StoredInjection } from '../../store/usage.ts'
import { contentWords, stem } from '../../text/words.ts'
import type { Caller, Engine } from '../engine.ts'
import { visibleAmong } from '../memories/find-memory.ts'

interface Served {
  readonly turn: number
  /** Of the whole text, as the agent got it. */
  readonly tokens: number
  readonly injected: readonly { readonly id: string; readonly tokens: number }[]
}

/** Called with what a turn was given, after it is on its way. */
export async function recordInjection(
  engine: Engine,
  caller: Caller,
  { turn, tokens: whole, injected }: Served,
): Promise<void> {
  const ofMemories = injected.reduce((sum, { tokens }) => sum + tokens, 0)
  const rest = whole > ofMemories ? [{ id: NO_MEMORY, tokens: whole - ofMemories }] : []
  const at = engine.clock.now()
  const project = caller.project?.id ?? null
  const { session } = caller
  await engine.store.usage.recordInjections(
    [...injected, ...rest].map(({ id, tokens }) => ({
      at,
      project,
      session,
      turn,
      memory: id,
      tokens,
    })),
  )
}

/** A session that has not made use of it by then never will. */
const WAIT_DAYS = 7
const MAX_AT_ONCE = 5000
/** What the agent says or does holds so many of the memory's own words: then it had them from there. */
const MIN_WORDS = 3
const MIN_SHARE = 0.5
/** What an agent does next shows what it was given; the rest of the day shows the day. */
const MESSAGES_AFTER = 60

/**
 * Looks through what the sessions said and did since, and counts each injection that was used as a
 * use of its memory (B-10). Gives how many were.
 */
export async function settleLedger(
  engine: Engine,
  project: string | null,
  breathe: () => Promise<void>,
): Promise<number> {
  const { usage } = engine.store
  const since = addDays(engine.clock.now(), -WAIT_DAYS)
  const open = (await usage.unsettledInjections(since, MAX_AT_ONCE)).filter(
    (injection) => injection.project === project,
  )
  const bySession = new Map<string, StoredInjection[]>()
  for (const injection of open) {
    const session = injection.session ?? ''
    bySession.set(session, [...(bySession.get(session) ?? []), injection])
  }
  let settled = 0
  for (const [session, injections] of bySession) {
    settled += await settleSession(engine, session, injections)
    await breathe()
  }
  return settled
}

async function settleSession(
  engine: Engine,
  session: string,
  injections: readonly StoredInjection[],
): Promise<number> {
  const { memories, usage, sessions } = engine.store
  const ids = [...new Set(injections.map(({ memory }) => memory))]
  const byId = new Map((await memories.get(ids)).map((memory) => [memory.id, memory]))
  const stored = await sessions.get(session)
  const said = stored ? await sessions.messages(stored) : []
  let settled = 0
  for (const injection of injections) {
    const memory = byId.get(injection.memory)
    const found = memory && useAfter(memory, injection, said)
    if (!memory || !found) continue
    await usage.markEarned(injection.number, found.at, found.how)
    const expiresAt = addDays(found.at, engine.config.memory.sessionExpiryDays)
    await memories.touch([memory.id], found.at, expiresAt)
    await usage.recordUses([{ memory: memory.id, at: found.at, session }])
    settled += 1
  }
  return settled
}

interface UseAfter {
  readonly at: string
  readonly how: 'named' | 'words'
}

/** The first sign that the agent went by this memory, or null. Exported for its test. */
export function useAfter(
  memory: Pick<Memory, 'content' | 'id' | 'name' | 'title'>,
  injection: Pick<StoredInjection, 'at'>,
  said: readonly Pick<StoredMessage, 'at' | 'calls' | 'role' | 'text'>[],
): UseAfter | null {
  const asked = new Set(
    said
      .filter((each) => each.role === 'user')
      .flatMap((each) => contentWords(each.text).map(stem)),
  )
  // Words of the person's own are no sign: the agent has them from there.
  const own = new Set(
    contentWords(`${memory.title}\n${memory.content}`)
      .map(stem)
      .filter((word) => !asked.has(word)),
  )
  const after = said
    .filter(({ role, at }) => role === 'assistant' && at !== null && at >= injection.at)
    .slice(0, MESSAGES_AFTER)
  for (const { at, calls, text } of after) {
    const whole = [text, ...calls.map(({ input }) => input)].join('\n')
    const moment = at ?? injection.at
    if (whole.includes(memory.id) || whole.includes(memory.name))
      return { at: moment, how: 'named' }
    const spoken = new Set(contentWords(whole).map(stem))
    const shared = [...own].filter((word) => spoken.has(word)).length
    const needed = Math.max(MIN_WORDS, Math.ceil(own.size * MIN_SHARE))
    if (shared >= needed) return { at: moment, how: 'words' }
  }
  return null
}

interface LedgerRequest {
  /** Left out: as far back as injections are remembered. */
  readonly days: number | undefined
  readonly everywhere: boolean
  readonly limit: number
}

/** What was injected here, the most expensive memories first. */
export async function ledgerOf(
  engine: Engine,
  caller: Caller,
  { days, everywhere, limit }: LedgerRequest,
) {
  const { clock, store } = engine
  const filter = {
    ...(everywhere ? {} : { project: caller.project?.id ?? null }),
    ...(days === undefined ? {} : { since: addDays(clock.now(), -days) }),
  }
  const [total, lines] = await Promise.all([
    store.usage.ledgerTotal(filter),
    store.usage.ledger(filter, limit),
  ])
  const found = await visibleAmong(
    engine,
    caller,
    lines.map(({ memory }) => memory),
  )
  const memories = lines.map(({ memory, ...line }) => ({
    id: memory,
    title: memory === NO_MEMORY ? 'Frame, indexes and quotes' : (found.get(memory)?.title ?? ''),
    origin: found.get(memory)?.provenance.origin ?? null,
    ...line,
  }))
  return { total, memories }
}
