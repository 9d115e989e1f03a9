/** H-01, H-12. The context of a turn: what stays, what this prompt calls for, or both. */
import type { TokenCounter } from '../text/token-count.ts'
import { lessRoom, type Room, roomOf } from './budget.ts'
import type { ContextDecision } from './explain.ts'
import type { LayerSettings } from './layers.ts'
import { type Format, type Part, rendererOf } from './render.ts'
import type { ContextSettings, HostCap } from './settings.ts'
import {
  changesOf,
  fingerprintOf,
  type RenderTools,
  type StableInput,
  type StandingLayer,
  stablePart,
  standingLayer,
} from './stable.ts'
import { type TailInput, tailPart } from './tail.ts'
import { type Limits, type Piece, tighter, trim, write } from './trim.ts'

export type ContextInput = StableInput & TailInput

export interface ContextOptions {
  readonly part: Part
  readonly format: Format
  /** H-12. Whose cap applies; null for none. */
  readonly host: string | null
  /** At most this many tokens for the text asked for, whatever the settings would allow. */
  readonly budgetTokens: number | null
}

export interface Composition {
  /** Empty when there is nothing to say. */
  readonly text: string
  readonly tokens: number
  readonly bytes: number
  readonly fingerprint: string
  /** K-10. Of the stable part as it is before any host's cap; null where it was not asked for. */
  readonly stable: string | null
  /** M-35. Prints of what the stable part holds, for the next turn; none where it was not asked for. */
  readonly given: readonly string[]
  /** K-08. What each memory in it cost. */
  readonly injected: readonly { readonly id: string; readonly tokens: number }[]
  readonly decisions: readonly ContextDecision[]
  /** Messages for the user, not for the model. */
  readonly notices: readonly string[]
}

export function compose(
  layers: LayerSettings,
  counter: TokenCounter,
  input: ContextInput,
  options: ContextOptions,
): Composition {
  const { part, format, host, budgetTokens } = options
  const settings = layers.context
  const renderer = rendererOf(format)
  const workshop: RenderTools = { settings, counter, renderer }
  const limits = tighter(capOf(settings, host), { tokens: budgetTokens ?? undefined })
  const stable =
    part === 'tail'
      ? { ...standingLayer(workshop, input), notices: [] }
      : stablePart(workshop, input)
  const tail =
    part === 'stable'
      ? { pieces: [], decisions: [] }
      : tailWithin(workshop, layers, input, { standing: stable, limits })
  const whole = part === 'tail' ? [] : stable.pieces
  const staying = input.given.length === 0 ? whole : changesOf(workshop, whole, input)
  const repeated = new Set(
    whole.filter(({ id }) => !staying.some((piece) => piece.id === id)).map(({ id }) => id),
  )
  const pieces = [...staying, ...tail.pieces]
  const { knowsFrame } = input
  const {
    text,
    pieces: kept,
    dropped,
  } = trim({ counter, renderer, part, limits, knowsFrame }, pieces)
  const ofStable = stable.decisions.filter(({ id }) => !repeated.has(id))
  const made = [...(part === 'tail' ? [] : ofStable), ...tail.decisions]
  const decisions = lastDecisions(made, { kept, dropped, counter, rule: 'over-host-cap' })
  return {
    text,
    ...roomOf(counter, text),
    fingerprint: fingerprintOf(text),
    stable:
      part === 'tail'
        ? null
        : fingerprintOf(write({ renderer, part: 'stable' }, stable.pieces, [])),
    given: whole.flatMap(({ items = [] }) => items.map(({ print }) => print)),
    injected: decisions.flatMap((one) =>
      one.outcome === 'in' ? [{ id: one.id, tokens: one.tokens }] : [],
    ),
    decisions,
    notices: stable.notices,
  }
}

/** A host we do not know has no cap; `constructor` is a name like any other. */
function capOf({ hostCaps }: ContextSettings, host: string | null): HostCap {
  return (host !== null && Object.hasOwn(hostCaps, host) ? hostCaps[host] : undefined) ?? {}
}

/** H-03. Layer A and the tail together stay within the tail's budget, the frame included. */
function tailWithin(
  workshop: RenderTools,
  layers: LayerSettings,
  input: ContextInput,
  { standing, limits }: { readonly standing: StandingLayer; readonly limits: Limits },
) {
  const { settings, counter, renderer } = workshop
  const whole: Room = { tokens: settings.tailTokens, bytes: settings.maxBytes }
  const beside = lessRoom(whole, standing.used)
  const asked = tighter(beside, limits)
  const frame = roomOf(counter, renderer.block('tail', []))
  const room = lessRoom({ tokens: asked.tokens ?? 0, bytes: asked.bytes ?? 0 }, frame)
  const tail = tailPart(workshop, layers, input, { room, standing })
  const { pieces, dropped } = trim({ counter, renderer, part: 'tail', limits: beside }, tail.pieces)
  const trimmed = { kept: pieces, dropped, counter, rule: 'over-budget' } as const
  return { pieces, decisions: lastDecisions(tail.decisions, trimmed) }
}

/** One decision a memory. What was let in and then trimmed away is out after all. */
function lastDecisions(
  decisions: readonly ContextDecision[],
  trimmed: {
    readonly kept: readonly Piece[]
    readonly dropped: readonly Piece[]
    readonly counter: TokenCounter
    readonly rule: 'over-budget' | 'over-host-cap'
  },
): ContextDecision[] {
  const kept = new Map(trimmed.kept.map((piece) => [piece.id, piece]))
  const dropped = new Set(trimmed.dropped.map((piece) => piece.id))
  const byId = new Map<string, ContextDecision>()
  for (const decision of decisions) {
    if (byId.get(decision.id)?.outcome === 'in') continue
    byId.set(decision.id, decision)
  }
  return [...byId.values()].map((decision) => {
    if (decision.outcome === 'out') return decision
    const { id, name, layer, score, parts } = decision
    const piece = kept.get(id)
    if (piece !== undefined) return { ...decision, tokens: trimmed.counter.count(piece.text) }
    if (!dropped.has(id)) return decision
    const reason = 'given up so that the rest fits'
    return { id, name, layer, score, parts, outcome: 'out', rule: trimmed.rule, reason }
  })
}
