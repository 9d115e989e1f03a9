/** M-34, H-05. Quotes of the history as they stand in the context: dated, sourced, and inert. */
import { dayOf } from '../age.ts'
import { fitsIn, type Room, roomOf } from '../budget.ts'
import { withoutInvisible, withoutRolePrefixes, withoutTemplateMarkers } from '../cleaning.ts'
import type { ContextDecision } from '../explain.ts'
import { instructionLikeness } from '../likeness.ts'
import type { RenderTools } from '../stable.ts'
import type { Piece } from '../trim.ts'
import type { EvidenceQuote } from './quotes.ts'
import type { EvidenceUnit } from './unit.ts'

interface EvidencePieces {
  readonly pieces: readonly Piece[]
  readonly decisions: readonly ContextDecision[]
  readonly used: Room
}

/** As `mneme get` takes it: short enough to be typed, long enough to be the only one. */
const HASH_CHARACTERS = 10
const SESSION_CHARACTERS = 8

function nameOfSource({ kind, source }: Pick<EvidenceUnit, 'kind' | 'source'>): string {
  if (kind === 'commit') return `commit:${source.slice(0, HASH_CHARACTERS)}`
  return kind === 'session' ? `session:${source.slice(0, SESSION_CHARACTERS)}` : source
}

export function evidencePieces(
  { settings, counter, renderer }: RenderTools,
  quotes: readonly EvidenceQuote[],
  room: Room,
): EvidencePieces {
  const pieces: Piece[] = []
  const decisions: ContextDecision[] = []
  const together = (texts: readonly string[]) => renderer.section('evidence', texts)
  for (const { unit, text, isOlder } of quotes) {
    const id = `${unit.kind}:${unit.source}`
    const considered = {
      id,
      name: nameOfSource(unit),
      layer: null,
      score: null,
      parts: {},
    } as const
    // The user's own words stay as they are; anybody else's may have been written to be obeyed.
    const clean =
      unit.role === 'user'
        ? withoutTemplateMarkers(withoutInvisible(text))
        : withoutRolePrefixes(withoutTemplateMarkers(withoutInvisible(text)))
    const isOrder =
      unit.role !== 'user' && instructionLikeness(text).score >= settings.blockLikeness
    if (isOrder || clean.trim() === '') {
      const reason = isOrder ? `instruction-like words of the ${unit.role}` : 'nothing is left'
      decisions.push({ ...considered, outcome: 'out', rule: 'governor', reason })
      continue
    }
    // What is trimmed goes from the end: the quote before it stays as long as it does.
    const isContinued = pieces.at(-1)?.id === id
    const render = (body: string) =>
      renderer.history({
        from: nameOfSource(unit),
        date: dayOf(unit.at),
        by: unit.role,
        text: body,
        isOlder,
        isContinued,
      })
    const written = render(clean)
    if (!fitsIn(counter, room, together([...pieces.map((piece) => piece.text), written]))) {
      const reason = `does not fit into ${room.tokens} tokens`
      decisions.push({ ...considered, outcome: 'out', rule: 'over-budget', reason })
      continue
    }
    pieces.push({
      section: 'evidence',
      id,
      text: written,
      shorter: [],
      cut: { body: clean, render },
    })
    decisions.push({
      ...considered,
      ...{ outcome: 'in', section: 'evidence', verdict: 'quote', form: 'passage' },
      tokens: counter.count(written),
      reason: isOlder
        ? 'the gate let it through; it came up again later'
        : 'the gate let it through',
    })
  }
  return { pieces, decisions, used: roomOf(counter, together(pieces.map((piece) => piece.text))) }
}
