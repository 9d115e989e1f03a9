/**
 * H-01 to H-13. The context of a turn: the stable part while it is new, and the tail that this prompt
 * calls for. Whatever is not ready by the deadline waits for the next turn; the agent does not.
 */
import { contextSettings } from '../../config/schema.ts'
import { type Composition, type ContextInput, compose } from '../../context/compose.ts'
import { pendingAfter, pendingDue } from '../../context/pending.ts'
import type { Format, Part } from '../../context/render.ts'
import type { MemoryCandidate, Situation } from '../../context/situation.ts'
import { afterInjection, afterPrompt, afterReset, type Reset } from '../../context/surfaced.ts'
import { loadTokenCounter } from '../../text/token-count.ts'
import type { Caller, Engine } from '../engine.ts'
import { noteRetrieval } from '../recall/after-retrieval.ts'
import { readAnchors } from '../vault/anchors.ts'
import { judgeUnsure } from './judge-unsure.ts'
import { lifeboatFor } from './lifeboat.ts'
import { noteVerdicts } from './model-verdicts.ts'
import { saidLater } from './said-later.ts'
import { recordServing } from './serving.ts'
import { shadowing, stableSources, withoutIndexes, withoutOwn } from './stable-sources.ts'
import {
  forgetTurn,
  keepTurn,
  NOTHING_SO_FAR,
  readTurn,
  type TurnState,
  willKeepTurn,
} from './state.ts'
import { NO_EVIDENCE, turnEvidence } from './turn-evidence.ts'
import { dropWaiting } from './waiting-evidence.ts'
import { withdrawnRules } from './withdrawn-rules.ts'

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
  /** M-35. Of the stable part only what the session has not had. */
  readonly changesOnly: boolean
  /** M-37. It has seen nothing of the session, and its turns are not the session's. */
  readonly forSubagent: boolean
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
  const kept = await readTurn(engine, request.forSubagent ? null : caller.session)
  const begun = request.reset
    ? { ...kept, surfaced: afterReset(kept.surfaced, request.reset) }
    : kept
  const { state: surfaced, topicChanged } = afterPrompt(settings, begun.surfaced, {
    prompt: request.prompt,
    similarity: null,
  })
  const turn = kept.turn + 1
  const due = pendingDue(begun.pending, { turn, topicChanged })

  const so = request.reset === null ? kept.so : NOTHING_SO_FAR
  const viewSince = request.reset === null ? kept.viewSince : engine.clock.now()
  const [all, evidence, anchors, lifeboat, pending, counter] = await Promise.all([
    stableSources(engine, caller),
    request.part === 'stable'
      ? NO_EVIDENCE
      : turnEvidence(engine, caller, { ...request, so, deadlineMs: settings.deadlineMs }),
    request.part === 'tail' || request.forSubagent ? [] : readAnchors(engine, caller),
    lifeboatFor(engine, caller, request.reset),
    readPending(engine, due),
    loadTokenCounter(),
  ])
  const sources = request.forSubagent
    ? withoutIndexes(all)
    : withoutOwn(all, caller.session, viewSince)
  const shared = [...evidence.recalled, ...evidence.procedures, ...evidence.tasks]
    .map(({ memory }) => memory)
    .filter(({ scope }) => scope === 'global' || scope === 'team')
  const project = caller.project?.id ?? null
  const nearer = await shadowing(engine, project, shared)
  const isUpdate = request.changesOnly && request.part !== 'tail'
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
      saidLater: await saidLater(engine, project),
    },
    anchors,
    lifeboat,
    pending,
    recalled: evidence.recalled,
    procedures: evidence.procedures,
    tasks: evidence.tasks,
    quotes: evidence.quotes,
    // A source is brought up once in a session, even after the topic changed.
    surfaced: [...new Set([...surfaced.ids, ...so.quoted])],
    knowsFrame: request.changesOnly && kept.given.length + so.quoted.length > 0,
    given: isUpdate ? kept.given : [],
    withdrawn: isUpdate ? await withdrawnRules(engine, caller, kept.rules, all) : [],
  }
  const { activation, decay, recency, season } = engine.config.ranking
  const layers = { context: settings, activation, decay, recency, season }
  const composed = compose(layers, counter, input, request)
  const composition = { ...composed, decisions: [...composed.decisions, ...evidence.decisions] }
  const context = { ...composition, turn, topicChanged, late: evidence.late }
  if (request.preview) return context

  const shown = composition.injected.map(({ id }) => id)
  const next: TurnState = {
    turn,
    surfaced: afterInjection(surfaced, shown),
    pending: null,
    so: {
      asked: so.asked + Number(request.prompt !== '' && !evidence.isGoingOn),
      quoted: [...new Set([...so.quoted, ...shown])],
    },
    ...(composition.stable === null
      ? { stable: kept.stable, given: kept.given, rules: kept.rules }
      : {
          stable: composition.stable,
          given: [...composition.given],
          rules: sources.standing.map(({ id }) => id),
        }),
    viewSince,
    last: {
      at: engine.clock.now(),
      prompt: request.prompt.slice(0, 2000),
      part: request.part,
      text: composition.text,
      tokens: composition.tokens,
      decisions: composition.decisions.map((decision) => ({ ...decision })),
    },
  }
  const turns = request.forSubagent ? null : caller.session
  // M-35. A view that started over has seen nothing, whether or not it got what we had for it.
  const startedOver =
    request.reset === null
      ? null
      : { ...begun, pending: null, so, stable: null, given: [], rules: [], viewSince }
  const isGone = () => caller.gone?.aborted === true
  if (!isGone()) willKeepTurn(engine, turns, next, caller.gone)
  engine.background.start('after context', async (signal) => {
    await engine.background.afterAnswer()
    if (isGone()) {
      forgetTurn(engine, turns, next)
      if (startedOver !== null) await keepTurn(engine, turns, startedOver)
      return
    }
    if (evidence.waiting !== null) dropWaiting(engine, turns, evidence.waiting)
    await keepTurn(engine, turns, next)
    await recordServing(engine, caller, request, context)
    if (turns === null || request.part === 'stable' || signal.aborted) return
    const judged = await judgeUnsure(engine, request.prompt, evidence.unsure, signal)
    await noteVerdicts(engine, project, judged)
    noteRetrieval(engine, caller, {
      query: request.prompt,
      relevant: [...shown, ...judged.filter((hit) => hit.relevant === true).map(({ id }) => id)],
      rejected: judged.filter((hit) => hit.relevant === false).map(({ id }) => id),
    })
    const waiting = pendingAfter(turn, judged, shown)
    const current = await readTurn(engine, turns)
    if (current.turn === turn) await keepTurn(engine, turns, { ...current, pending: waiting })
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
): Promise<readonly MemoryCandidate[]> {
  const memories = await engine.store.memories.get(due.map((hit) => hit.id))
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  return due.flatMap(({ id, match, passage, similarity, relevant }) => {
    const memory = byId.get(id)
    return memory ? [{ memory, match, passage, similarity, relevant }] : []
  })
}

/** G-06. The last boundary of this session, as the capture noted it. */
async function episodeSince(engine: Engine, caller: Caller): Promise<string | null> {
  if (caller.session === null) return null
  const subject = `session:${caller.session}`
  const [fact] = await engine.store.facts.find({ subject, predicate: 'boundary_at', limit: 1 })
  return fact?.validFrom ?? fact?.createdAt ?? null
}
