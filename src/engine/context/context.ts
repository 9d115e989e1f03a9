/**
 * H-01 to H-13. The context of a turn: the stable part while it is new, and the tail that this prompt
 * calls for. Whatever is not ready by the deadline waits for the next turn; the agent does not.
 */
import { contextSettings } from '../../config/schema.ts'
import { type Composition, type ContextInput, compose } from '../../context/compose.ts'
import { pendingAfter, pendingDue } from '../../context/pending.ts'
import type { Format, Part } from '../../context/render.ts'
import type { Candidate, Situation } from '../../context/situation.ts'
import { unmatched } from '../../context/situation.ts'
import { afterInjection, afterPrompt, afterReset, type Reset } from '../../context/surfaced.ts'
import type { Memory } from '../../memory/memory.ts'
import { loadTokenCounter } from '../../text/token-count.ts'
import type { Caller, Engine } from '../engine.ts'
import { noteRetrieval } from '../recall/after-retrieval.ts'
import { readAnchors } from '../vault/anchors.ts'
import { deeperCandidates, fastCandidates } from './candidates.ts'
import { contradictionsOf } from './contradictions.ts'
import { lifeboatFor } from './lifeboat.ts'
import { recordServing } from './serving.ts'
import { shadowing, stableSources } from './stable-sources.ts'
import { keepTurn, readTurn, type TurnState, willKeepTurn } from './state.ts'

export interface ContextRequest {
  readonly prompt: string
  readonly files: readonly string[]
  readonly part: Part
  readonly format: Format
  readonly host: string | null
  readonly budgetTokens: number | null
  readonly requested: Situation['requested']
  /** The agent's view started over: nothing counts as shown, and the lifeboat comes back. */
  readonly reset: Reset | null
  /** Look only: nothing counts as injected, no turn passes. */
  readonly preview: boolean
}

export interface Context extends Composition {
  readonly turn: number
  readonly topicChanged: boolean
  /** H-07. Some results were not ready in time and will come with the next turn. */
  readonly late: boolean
}

export async function contextFor(
  engine: Engine,
  caller: Caller,
  request: ContextRequest,
): Promise<Context> {
  const settings = contextSettings(engine.config)
  const kept = await readTurn(engine, caller.session)
  const begun = request.reset
    ? { ...kept, surfaced: afterReset(kept.surfaced, request.reset) }
    : kept
  const { state: surfaced, topicChanged } = afterPrompt(settings, begun.surfaced, {
    prompt: request.prompt,
    similarity: null,
  })
  const turn = kept.turn + 1
  const due = pendingDue(begun.pending, { turn, topicChanged })

  const [sources, fast, anchors, lifeboat, pending, counter] = await Promise.all([
    stableSources(engine, caller),
    fastCandidates(engine, caller, request, settings.deadlineMs),
    request.part === 'tail' ? [] : readAnchors(engine, caller),
    lifeboatFor(engine, caller, request.reset),
    readPending(engine, due),
    loadTokenCounter(),
  ])
  const recalled = await contradictionsOf(engine, fast.candidates)
  const byId = new Map(recalled.map((candidate) => [candidate.memory.id, candidate]))
  const matched = (memories: readonly Memory[]) =>
    memories.map((memory) => byId.get(memory.id) ?? unmatched(memory))
  const shared = recalled
    .map(({ memory }) => memory)
    .filter(({ scope }) => scope === 'global' || scope === 'team')
  const project = caller.project?.id ?? null
  const nearer = await shadowing(engine, project, shared)
  const input: ContextInput = {
    ...sources,
    situation: {
      now: engine.clock.now(),
      prompt: request.prompt,
      files: request.files,
      session: caller.session,
      project,
      seasons: settings.seasons,
      episodeSince: await episodeSince(engine, caller),
      requested: request.requested,
      projectNames: [...sources.projectNames, ...nearer.projectNames],
      globalNames: [...sources.globalNames, ...nearer.globalNames],
    },
    anchors,
    lifeboat,
    pending,
    recalled,
    procedures: matched(sources.procedures),
    tasks: matched(sources.tasks),
    surfaced: surfaced.ids,
  }
  const { activation, decay, recency, season } = engine.config.ranking
  const layers = { context: settings, activation, decay, recency, season }
  const composition = compose(layers, counter, input, request)
  const context = { ...composition, turn, topicChanged, late: fast.late }
  if (request.preview) return context

  const shown = composition.injected.map(({ id }) => id)
  const next: TurnState = {
    turn,
    surfaced: afterInjection(surfaced, shown),
    pending: null,
    stable: composition.stable ?? kept.stable,
    last: {
      at: engine.clock.now(),
      prompt: request.prompt.slice(0, 2000),
      part: request.part,
      text: composition.text,
      tokens: composition.tokens,
      decisions: composition.decisions.map((decision) => ({ ...decision })),
    },
  }
  willKeepTurn(engine, caller.session, next)
  engine.background.start('after context', async (signal) => {
    await engine.background.afterAnswer()
    await keepTurn(engine, caller.session, next)
    await recordServing(engine, caller, request, context)
    if (caller.session === null || request.part === 'stable' || signal.aborted) return
    const deeper = await deeperCandidates(engine, caller, request, input.situation, signal)
    noteRetrieval(engine, caller, {
      query: request.prompt,
      relevant: deeper.filter((hit) => hit.relevant === true).map(({ id }) => id),
      rejected: deeper.filter((hit) => hit.relevant === false).map(({ id }) => id),
    })
    const waiting = pendingAfter(turn, deeper, shown)
    const current = await readTurn(engine, caller.session)
    if (current.turn === turn)
      await keepTurn(engine, caller.session, { ...current, pending: waiting })
  })
  return context
}

/** H-13. The last turn of a session, as it was served. */
export async function lastContext(engine: Engine, session: string): Promise<TurnState['last']> {
  return (await readTurn(engine, session)).last
}

async function readPending(
  engine: Engine,
  due: ReturnType<typeof pendingDue>,
): Promise<readonly Candidate[]> {
  const memories = await engine.store.memories.get(due.map((hit) => hit.id))
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  return due.flatMap(({ id, match, passage, similarity, relevant }) => {
    const memory = byId.get(id)
    return memory ? [{ memory, match, passage, similarity, relevant, contradictedAt: null }] : []
  })
}

/** G-06. The last boundary of this session, as the capture noted it. */
async function episodeSince(engine: Engine, caller: Caller): Promise<string | null> {
  if (caller.session === null) return null
  const subject = `session:${caller.session}`
  const [fact] = await engine.store.facts.find({ subject, predicate: 'boundary_at', limit: 1 })
  return fact?.validFrom ?? fact?.createdAt ?? null
}
