/** H-02, H-03, H-12. The part that changes with every prompt, filled by priority. */
import type { Timestamp } from '../clock.ts'
import type { Memory } from '../memory/memory.ts'
import { ageOf } from './age.ts'
import { lessRoom, type Packable, pack, type Room, roomOf } from './budget.ts'
import { withoutInvisible, withoutRolePrefixes, withoutTemplateMarkers } from './cleaning.ts'
import { eligibility } from './eligibility.ts'
import { prepare, type Shown } from './entries.ts'
import { evidencePieces } from './evidence/pieces.ts'
import type { EvidenceQuote } from './evidence/quotes.ts'
import type { ContextDecision, OutRule } from './explain.ts'
import {
  type ContextLayer,
  isBelieved,
  type LayerSettings,
  layerBScore,
  layerOf,
  procedureOrder,
} from './layers.ts'
import type { SectionName } from './sections.ts'
import { candidateWithoutMatch, type MemoryCandidate, type Situation } from './situation.ts'
import type { RenderTools, StandingLayer } from './stable.ts'
import { allocate } from './temporal.ts'
import { matchTriggers } from './triggers.ts'
import type { Piece } from './trim.ts'

/** F-03. The lifeboat: what was saved before the window was compacted. */
export interface SavedLifeboat {
  readonly text: string
  readonly savedAt: Timestamp
}

export interface TailInput {
  readonly situation: Situation
  readonly lifeboat: SavedLifeboat | null
  /** H-07. Found by the last turn after its deadline. */
  readonly pending: readonly MemoryCandidate[]
  /** From recall, best first. */
  readonly recalled: readonly MemoryCandidate[]
  /** Memories with triggers. */
  readonly negatives: readonly Memory[]
  readonly procedures: readonly MemoryCandidate[]
  readonly tasks: readonly MemoryCandidate[]
  /** M-31. Evidence from past sessions and commits that passed the gate. */
  readonly quotes: readonly EvidenceQuote[]
  /** H-08. Already injected in this topic. */
  readonly surfaced: readonly string[]
}

interface TailPart {
  readonly pieces: readonly Piece[]
  readonly decisions: readonly ContextDecision[]
}

interface ScoredCandidate {
  readonly layer: ContextLayer
  readonly score: number | null
  readonly parts: Readonly<Record<string, number>>
  readonly candidate: MemoryCandidate
  /** Shown instead of the governor's reason where there is a more specific one. */
  readonly because: string | null
}

/** A procedure of a dozen steps. */
const PROCEDURE_TOKENS = 400

/** `room` is the budget of the whole tail, without its frame. */
export function tailPart(
  workshop: RenderTools,
  layers: LayerSettings,
  input: TailInput,
  { room, standing }: { readonly room: Room; readonly standing: StandingLayer },
): TailPart {
  const { settings, counter, renderer } = workshop
  const { situation } = input
  const preparation = { settings, renderer, situation, dated: 'age' } as const
  const decisions: ContextDecision[] = []
  const pieces: Piece[] = []
  const asked = new Set(standing.pieces.map((piece) => piece.id))
  const surfaced = new Set(input.surfaced)

  const out = (one: ScoredCandidate, rule: OutRule, reason: string) => {
    const { id, name } = one.candidate.memory
    const { layer, score, parts } = one
    decisions.push({ id, name, layer, score, parts, outcome: 'out', rule, reason })
  }
  /** Whether it may be shown at all; each memory is asked about once. */
  const mayShow = (one: ScoredCandidate): boolean => {
    const { memory, relevant } = one.candidate
    if (asked.has(memory.id)) return false
    asked.add(memory.id)
    const may = eligibility(situation, memory)
    if (!may.eligible) out(one, may.rule, may.reason)
    else if (surfaced.has(memory.id)) out(one, 'already-surfaced', 'shown before in this topic')
    else if (relevant === false) out(one, 'judged-irrelevant', 'judged beside the point')
    else return true
    return false
  }
  /** Packs entries into a section and returns the budget it used. */
  const fill = (
    section: SectionName,
    ranked: readonly ScoredCandidate[],
    limits: { readonly room: Room; readonly places: number; readonly bestAlways: boolean },
  ): Room & { readonly count: number } => {
    const byId = new Map(ranked.map((one) => [one.candidate.memory.id, one]))
    const packables = ranked.flatMap((one): Packable<Shown>[] => {
      const prepared = prepare(preparation, one.candidate)
      if (prepared.served) return [prepared.packable]
      out(one, 'governor', prepared.reason)
      return []
    })
    const together = (texts: readonly string[]) => renderer.section(section, texts)
    const { packed, skipped } = pack(counter, { ...limits, together }, packables)
    for (const { item, form, text, body, render } of packed) {
      const one = byId.get(item.memory.id)
      if (one === undefined) continue
      const { id, name } = item.memory
      const { layer, score, parts, because } = one
      const reason = because === null ? item.reason : `${because}; ${item.reason}`
      const tokens = counter.count(text)
      const { verdict } = item
      decisions.push({
        ...{ id, name, layer, score, parts, outcome: 'in', section },
        ...{ verdict, form, tokens, reason },
      })
      pieces.push({ section, id, text, shorter: [], cut: { body, render } })
    }
    for (const { memory } of skipped) {
      const one = byId.get(memory.id)
      if (one === undefined) continue
      if (packed.length >= limits.places) out(one, 'beyond-places', `${limits.places} are shown`)
      else out(one, 'over-budget', `does not fit into ${limits.room.tokens} tokens`)
    }
    const used = roomOf(counter, together(packed.map((one) => one.text)))
    return { ...used, count: packed.length }
  }

  // B and C have their own budget, so that earlier sections cannot starve them.
  const layersLeft = settings.layersTokens - standing.used.tokens
  const forLayers = Math.max(0, Math.min(layersLeft, room.tokens))
  let free: Room = { ...room, tokens: room.tokens - forLayers }
  let spent: Room = { tokens: 0, bytes: 0 }
  const spend = (used: Room) => {
    spent = { tokens: spent.tokens + used.tokens, bytes: spent.bytes + used.bytes }
    free = lessRoom(free, used)
  }

  const boat = lifeboatPiece(workshop, input, free)
  if (boat !== null) {
    pieces.push(boat)
    spend(roomOf(counter, renderer.section('lifeboat', [boat.text])))
  }

  const warnings = matchTriggers(settings, situation, input.negatives)
    .map(({ memory, trigger }): ScoredCandidate => {
      const because = `its trigger "${trigger}" occurs`
      return {
        layer: 'B',
        score: null,
        parts: {},
        candidate: candidateWithoutMatch(memory),
        because,
      }
    })
    .filter(mayShow)
  spend(fill('warnings', warnings, { room: free, places: settings.negatives, bestAlways: true }))

  const waiting = input.pending
    .map((candidate): ScoredCandidate => {
      const because = 'found in the last turn'
      return { layer: 'B', score: null, parts: { match: candidate.match }, candidate, because }
    })
    .filter(mayShow)
  const shown = fill('pending', waiting, { room: free, places: settings.bodies, bestAlways: false })
  spend(shown)

  const history = evidencePieces(workshop, input.quotes, free)
  pieces.push(...history.pieces)
  decisions.push(...history.decisions)
  spend(history.used)

  // M-34. The best procedure has a reserved place, so that recalled memories cannot starve it.
  const layerC = fill('procedures', rankedLayerC(layers, input, mayShow, out), {
    room: { ...free, tokens: Math.min(free.tokens + forLayers, PROCEDURE_TOKENS) },
    places: settings.procedures,
    bestAlways: true,
  })
  spend(layerC)

  const layerRoom = { tokens: forLayers, bytes: Math.max(0, room.bytes - spent.bytes) }
  const ranked = rankedLayerB(layers, input, mayShow, out)
  const places = Math.max(0, settings.bodies - shown.count)
  // M-30. Places go to the best matches for the prompt; the score only orders them.
  const fitting = ranked.toSorted((a, b) => b.candidate.match - a.candidate.match)
  const placed = allocate(settings.allocation, places, fitting, (one) => one.candidate.memory.scale)
  const chosen = ranked.filter((one) => placed.includes(one))
  for (const one of ranked) {
    if (!chosen.includes(one)) out(one, 'beyond-places', `${places} recalled memories are shown`)
  }
  const layerB = fill('recalled', chosen, { room: layerRoom, places, bestAlways: true })
  spend(layerB)

  const tasks = input.tasks
    .map((candidate): ScoredCandidate => {
      const because = 'open and about this'
      return { layer: 'B', score: null, parts: { match: candidate.match }, candidate, because }
    })
    .filter((one) => one.candidate.match >= settings.taskMatch)
    .filter(mayShow)
  fill('tasks', tasks, { room: lessRoom(room, spent), places: settings.tasks, bestAlways: false })

  return { pieces, decisions }
}

type MayShow = (one: ScoredCandidate) => boolean
type Out = (one: ScoredCandidate, rule: OutRule, reason: string) => void

/** Layer B: what the gate let through (M-32), as far as it is believed; the score orders it. */
function rankedLayerB(layers: LayerSettings, input: TailInput, mayShow: MayShow, out: Out) {
  const { context } = layers
  const { situation } = input
  const scored = input.recalled
    .filter(({ memory }) => layerOf(memory) !== 'C')
    .map((candidate): ScoredCandidate => {
      const { total, parts } = layerBScore(layers, situation, candidate)
      return { layer: 'B', score: total, parts, candidate, because: null }
    })
  return scored
    .filter(mayShow)
    .filter((one, rank) => {
      const { memory } = one.candidate
      if (rank >= context.topK) out(one, 'beyond-top-k', `recall gives ${context.topK}`)
      else if (!isBelieved(layers, situation, memory)) {
        out(one, 'not-believed', `confidence faded below ${context.confidenceFloor}`)
      } else return true
      return false
    })
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0) || byId(a, b))
}

/** Layer C: procedures that meet the task, proven ones first. */
function rankedLayerC(layers: LayerSettings, input: TailInput, mayShow: MayShow, out: Out) {
  const recalled = input.recalled.filter(({ memory }) => layerOf(memory) === 'C')
  return procedureOrder([...input.procedures, ...recalled])
    .map((candidate): ScoredCandidate => {
      return {
        layer: 'C',
        score: null,
        parts: { match: candidate.match },
        candidate,
        because: null,
      }
    })
    .filter(mayShow)
    .filter((one) => {
      const { match } = one.candidate
      if (match >= layers.context.procedureMatch) return true
      out(one, 'no-match', 'not a procedure for this task')
      return false
    })
}

/** The agent's notes to itself are quoted, since they may contain tool output. */
function lifeboatPiece({ settings, counter, renderer }: RenderTools, input: TailInput, free: Room) {
  const { lifeboat, situation } = input
  if (lifeboat === null) return null
  const words = withoutRolePrefixes(withoutTemplateMarkers(withoutInvisible(lifeboat.text))).trim()
  if (words === '') return null
  const heading = `Saved ${ageOf(lifeboat.savedAt, situation.now)} ago, before the window was compacted:`
  const render = (body: string) => renderer.quote(`${heading}\n${body}`)
  const room = { ...free, tokens: Math.min(free.tokens, settings.lifeboatTokens) }
  const together = (texts: readonly string[]) => renderer.section('lifeboat', texts)
  const packable = { item: null, whole: words, passage: null, render }
  const { packed } = pack(counter, { room, together, places: 1, bestAlways: true }, [packable])
  const [saved] = packed
  if (saved === undefined) return null
  const { text, body } = saved
  return { section: 'lifeboat', id: null, text, shorter: [], cut: { body, render } } satisfies Piece
}

function byId(a: ScoredCandidate, b: ScoredCandidate): number {
  return a.candidate.memory.id < b.candidate.memory.id ? -1 : 1
}
