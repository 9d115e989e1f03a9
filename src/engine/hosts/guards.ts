/**
 * K-07. Guards: memories that warn about or block a tool call, and name their source. Only memories that a
 * person enabled for this.
 */
import * as z from 'zod'
import { matchTriggers } from '../../context/triggers.ts'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { isPersons } from '../../memory/origins.ts'
import type { ToolCall } from '../../sessions/message.ts'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/store.ts'
import { withoutShellQuotes } from '../../text/shell-quotes.ts'
import { servable } from '../context/stable-sources.ts'
import type { Caller, Engine } from '../engine.ts'
import type { GuardVerdict } from '../handlers.ts'
import { commit } from '../journal/commit.ts'
import { findMemory, visibleFilter } from '../memories/find-memory.ts'
import { markGuards } from './guard-mark.ts'

const GUARD = 'guard'
export const GUARD_ACTIONS = ['warn', 'block'] as const
type GuardAction = (typeof GUARD_ACTIONS)[number]

const Body = z.object({ action: z.enum(GUARD_ACTIONS) })
const GUARDING_TYPES = ['negative', 'correction', 'policy', 'pitfall'] as const
const MOST = 2000

interface Guard {
  readonly memory: Memory
  /** Null while disabled. */
  readonly action: GuardAction | null
}

/** All possible guards here, and whether they are enabled. */
export async function guardsHere(engine: Engine, caller: Caller): Promise<Guard[]> {
  const filter = {
    ...servable(engine),
    ...visibleFilter(caller),
    types: GUARDING_TYPES,
    hasTriggers: true,
  }
  const [memories, actions] = await Promise.all([
    engine.store.memories.list(filter, { limit: MOST }),
    switchedOn(engine),
  ])
  // A guard's memory may have been forgotten since; the tool call is not delayed by that.
  engine.background.start('mark guards', async () => {
    await engine.background.afterAnswer()
    await markGuards(engine, blockingOf(actions))
  })
  return memories.map((memory) => ({ memory, action: actions.get(memory.id) ?? null }))
}

/** All enabled guards, by memory id. */
async function switchedOn(engine: Engine): Promise<ReadonlyMap<string, GuardAction>> {
  const switched = await engine.store.documents.list(GUARD, {}, MOST)
  return new Map(
    switched.flatMap(({ key, body }) => {
      const parsed = Body.safeParse(body)
      return parsed.success ? [[key, parsed.data.action] as const] : []
    }),
  )
}

function blockingOf(actions: ReadonlyMap<string, GuardAction>): string[] {
  return [...actions].filter(([, action]) => action === 'block').map(([id]) => id)
}

export async function switchGuard(
  engine: Engine,
  caller: Caller,
  reference: string,
  action: GuardAction | null,
): Promise<{ memory: Memory; action: GuardAction | null; batch: string | null }> {
  const memory = await findMemory(engine, caller, reference)
  if (action !== null) checkMayGuard(memory)
  const known = await engine.store.documents.get(GUARD, memory.id)
  const key = `${GUARD}/${memory.id}`
  const at = engine.clock.now()
  const changes: Change[] = []
  if (action === null) {
    if (known) changes.push({ op: 'delete', kind: 'document', key })
  } else if (known) {
    changes.push({ op: 'update', kind: 'document', key, set: { at, body: { action } } })
  } else {
    const row = {
      kind: GUARD,
      key: memory.id,
      project: memory.project,
      session: null,
      at,
      body: { action },
    }
    changes.push({ op: 'insert', kind: 'document', row })
  }
  const cause = action === null ? 'guard disable' : 'guard enable'
  const batch = changes.length > 0 ? await commit(engine, caller, cause, changes) : null
  await markGuards(engine, blockingOf(await switchedOn(engine)))
  return { memory, action, batch }
}

/** Forgetting a memory removes its guard; undo restores both. */
export async function guardRemovals(engine: Engine, ids: readonly string[]): Promise<Change[]> {
  const on = await switchedOn(engine)
  return ids
    .filter((id) => on.has(id))
    .map((id) => ({ op: 'delete', kind: 'document', key: `${GUARD}/${id}` }))
}

/** K-11. Only a person's memories can be guards: words of an agent or from outside may not stop any tools. */
function checkMayGuard(memory: Memory): void {
  if (memory.triggers.length === 0) {
    throw new MnemeError('invalid_input', `"${memory.name}" has no triggers to guard by`, {
      hint: `Give it some: mneme update ${memory.name} --triggers "rm -rf"`,
    })
  }
  if (!isPersons(memory)) {
    throw new MnemeError(
      'not_allowed',
      `"${memory.name}" is not in your own words (${memory.provenance.origin})`,
      {
        hint: `If it is true all the same: mneme validate ${memory.name}`,
      },
    )
  }
}

/** Whether any guard was enabled at the last successful read. */
const lastKnownOn = new WeakMap<Store, boolean>()

/**
 * The verdict of the guards on a tool call. A block outweighs a warning. Where guards exist and cannot be read,
 * the call is denied (M-06).
 */
export async function guardVerdict(
  engine: Engine,
  caller: Caller,
  call: ToolCall,
  text = call.command ?? '',
): Promise<GuardVerdict | null> {
  try {
    return await verdictOf(engine, caller, call, text)
  } catch (thrown) {
    if (!lastKnownOn.get(engine.store)) throw thrown
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    const reason = `Mneme could not check its guards: ${why}. See what is wrong with: mneme doctor`
    return { decision: 'block', reason, memory: '' }
  }
}

async function verdictOf(
  engine: Engine,
  caller: Caller,
  { input, filesRead, filesModified }: ToolCall,
  text: string,
): Promise<GuardVerdict | null> {
  const on = (await guardsHere(engine, caller)).filter(({ action }) => action !== null)
  lastKnownOn.set(engine.store, on.length > 0)
  if (on.length === 0) return null
  const actions = new Map(on.map(({ memory, action }) => [memory.id, action]))
  const files = [...filesRead, ...filesModified]
  const plain = withoutShellQuotes(text)
  const callText = [...new Set([text, plain, input])].join('\n')
  const met = matchTriggers(
    { triggerCharacters: callText.length, triggerFiles: files.length },
    { prompt: callText, files },
    on.map(({ memory }) => memory),
  )
  const worst = met.find(({ memory }) => actions.get(memory.id) === 'block') ?? met[0]
  if (!worst) return null
  const { memory, trigger } = worst
  const decision = actions.get(memory.id) ?? 'warn'
  const said = `${memory.content.trim()} (memory "${memory.name}", ${memory.provenance.source} on ${memory.createdAt.slice(0, 10)}; it watches for "${trigger}". To switch it off: mneme guard disable ${memory.name})`
  return { decision, reason: said, memory: memory.id }
}
