/**
 * H-12, K-10. The stable part: anchors, indexes and layer A. Nothing in it depends on the clock, on use or on
 * the prompt, so its bytes are the same until one of its sources changes.
 */
import { createHash } from 'node:crypto'
import type { Memory } from '../memory/memory.ts'
import type { TokenCounter } from '../text/token-count.ts'
import { type Anchor, renderAnchors } from './anchors.ts'
import { pack, type Room, roomOf } from './budget.ts'
import { eligibility } from './eligibility.ts'
import { prepare, type Shown } from './entries.ts'
import type { ContextDecision } from './explain.ts'
import { type IndexLine, type IndexSource, indexWithout, memoryIndex } from './index-lines.ts'
import { standingOrder } from './layers.ts'
import type { Renderer } from './render.ts'
import type { ContextSettings } from './settings.ts'
import { candidateWithoutMatch, type Situation } from './situation.ts'
import type { Piece } from './trim.ts'

export interface StableInput {
  readonly situation: Situation
  readonly anchors: readonly Anchor[]
  /** Null where there is no project. */
  readonly projectIndex: IndexSource | null
  readonly globalIndex: IndexSource
  /** Candidates for layer A. */
  readonly standing: readonly Memory[]
  /** M-35. Fingerprints of what the session has already received; only the rest is written. */
  readonly given: readonly string[]
  /** M-35. The session has already received the explanation of these blocks. */
  readonly knowsFrame: boolean
  /** M-35. Titles of rules that the session received and that no longer apply. */
  readonly withdrawn: readonly string[]
}

/** Settings, counter and renderer, shared by all parts. */
export interface RenderTools {
  readonly settings: ContextSettings
  readonly counter: TokenCounter
  readonly renderer: Renderer
}

export interface StandingLayer {
  readonly pieces: readonly Piece[]
  readonly decisions: readonly ContextDecision[]
  /** The share of the budgets that layer A uses; the tail gets the rest. */
  readonly used: Room
}

interface StablePart extends StandingLayer {
  readonly notices: readonly string[]
}

export function stablePart(workshop: RenderTools, input: StableInput): StablePart {
  const { settings, renderer } = workshop
  const anchors = renderAnchors(settings, input.anchors)
  const anchorPieces = anchors.texts.map((anchor): Piece => {
    const render = (text: string) => renderer.anchor({ ...anchor, text })
    const cut = anchor.text === '' ? null : { body: anchor.text, render }
    const text = render(anchor.text)
    const items = [{ print: printOf(text), text }]
    return { section: 'anchors', id: null, text, shorter: [], cut, items }
  })
  const layer = standingLayer(workshop, input)
  return {
    ...layer,
    pieces: [
      ...anchorPieces,
      ...indexPieces(workshop, withoutShown(input, layer)),
      ...layer.pieces,
    ],
    notices: anchors.notices,
  }
}

/** H-02, H-03. Layer A, in at most its share of the layers' budget. */
export function standingLayer(
  { settings, counter, renderer }: RenderTools,
  { situation, standing }: Pick<StableInput, 'situation' | 'standing'>,
): StandingLayer {
  const decisions: ContextDecision[] = []
  const considered = (memory: Memory) =>
    ({ id: memory.id, name: memory.name, layer: 'A', score: null, parts: {} }) as const
  const packables = standingOrder(standing).flatMap((memory) => {
    const may = eligibility(situation, memory)
    if (!may.eligible) {
      const { rule, reason } = may
      decisions.push({ ...considered(memory), outcome: 'out', rule, reason })
      return []
    }
    const prepared = prepare(
      { settings, renderer, situation, dated: 'since' },
      candidateWithoutMatch(memory),
    )
    if (prepared.served) return [prepared.packable]
    const { reason } = prepared
    decisions.push({ ...considered(memory), outcome: 'out', rule: 'governor', reason })
    return []
  })
  const together = (texts: readonly string[]) => renderer.section('standing', texts)
  const layers = Math.min(settings.layersTokens, settings.tailTokens)
  const tokens = Math.floor(layers * settings.layerAShare)
  const room = { tokens, bytes: settings.maxBytes }
  const options = { room, together, places: Number.POSITIVE_INFINITY, bestAlways: true }
  const { packed, skipped } = pack<Shown>(counter, options, packables)
  for (const { item, form, text } of packed) {
    const { verdict, reason } = item
    const shown = {
      section: 'standing',
      verdict,
      form,
      tokens: counter.count(text),
    } as const
    decisions.push({ ...considered(item.memory), outcome: 'in', ...shown, reason })
  }
  for (const { memory } of skipped) {
    const reason = `layer A has ${tokens} tokens and they are taken`
    decisions.push({ ...considered(memory), outcome: 'out', rule: 'over-budget', reason })
  }
  const pieces = packed.map(({ item, text, body, render }): Piece => {
    const { id } = item.memory
    const items = [{ print: printOfMemory(item.memory), text }]
    return { section: 'standing', id, text, shorter: [], cut: { body, render }, items }
  })
  return {
    pieces,
    decisions,
    used: roomOf(counter, together(packed.map((one) => one.text))),
  }
}

/** M-35. What layer A shows in full has no line in an index. */
function withoutShown(input: StableInput, { pieces }: StandingLayer): StableInput {
  const shown = new Set(pieces.map(({ id }) => id))
  const less = (source: IndexSource) => indexWithout(source, ({ id }) => shown.has(id))
  const { projectIndex, globalIndex } = input
  return {
    ...input,
    projectIndex: projectIndex && less(projectIndex),
    globalIndex: less(globalIndex),
  }
}

/** H-01. Half the budget each at first; what the project leaves over, the global index may use. */
function indexPieces({ settings, counter, renderer }: RenderTools, input: StableInput): Piece[] {
  const { situation, projectIndex, globalIndex } = input
  const laidOut = (
    section: 'projectIndex' | 'globalIndex',
    source: IndexSource,
    budget: number,
  ) => {
    const together = (lines: readonly IndexLine[]) =>
      renderer.section(
        section,
        lines.map((line) => renderer.line(line.text, line.kind)),
      )
    const request = { situation, source, budgetTokens: budget, together }
    const index = memoryIndex(settings, counter, request)
    const { tokens } = roomOf(counter, together(index.lines))
    const counts = memoryIndex(settings, counter, {
      ...request,
      source: { ...source, entries: [] },
    })
    const body = (lines: readonly IndexLine[]) =>
      lines.map((line) => renderer.line(line.text, line.kind)).join(renderer.between)
    const piece: Piece = {
      section,
      id: null,
      text: body(index.lines),
      shorter: index.listed > 0 ? [body(counts.lines)] : [],
      cut: null,
      items: index.lines.flatMap(({ memory, text, kind }) =>
        memory ? [{ print: printOfMemory(memory), text: renderer.line(text, kind) }] : [],
      ),
    }
    return { tokens, pieces: index.lines.length === 0 ? [] : [piece] }
  }
  const budget = settings.indexTokens
  const globalAlone = laidOut('globalIndex', globalIndex, Math.floor(budget / 2))
  if (projectIndex === null) return laidOut('globalIndex', globalIndex, budget).pieces
  const project = laidOut('projectIndex', projectIndex, budget - globalAlone.tokens)
  const global = laidOut('globalIndex', globalIndex, budget - project.tokens)
  return [...project.pieces, ...global.pieces]
}

/** M-35. Of a stable part that the session already has, only what is new. */
export function changesOf(
  { renderer }: Pick<RenderTools, 'renderer'>,
  pieces: readonly Piece[],
  { given, withdrawn }: Pick<StableInput, 'given' | 'withdrawn'>,
): Piece[] {
  const had = new Set(given)
  const news = pieces.flatMap((piece): Piece[] => {
    const items = piece.items ?? []
    const fresh = items.filter(({ print }) => !had.has(print))
    if (fresh.length === 0) return []
    if (fresh.length === items.length) return [piece]
    return [{ ...piece, text: fresh.map(({ text }) => text).join(renderer.between), shorter: [] }]
  })
  const gone = withdrawn.map((title): Piece => {
    const text = renderer.line(`No longer holds: ${title.replace(/\s+/g, ' ')}`, 'quoted')
    return { section: 'standing', id: null, text, shorter: [], cut: null }
  })
  return [...news, ...gone]
}

function printOfMemory({ id, content }: Memory): string {
  return printOf(`${id}\0${content}`)
}

/** Short: a session stores one for each item it received. */
function printOf(text: string): string {
  return fingerprintOf(text).slice(0, 12)
}

/** K-10. Same fingerprint: nothing new to send. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
