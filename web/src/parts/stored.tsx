/** Stored text, shown as text: isolated, its hidden characters visible, its length bounded. */
import { useState } from 'preact/hooks'
import { many } from '../text/figures.ts'
import { type Piece, piecesOf } from '../text/visible.ts'

interface StoredProps {
  readonly text: string
  readonly wanted?: RegExp | null
}

/** In a line. */
export function Stored({ text, wanted = null }: StoredProps) {
  const shown = text.length > MAX_IN_LINE ? `${text.slice(0, MAX_IN_LINE)}…` : text
  return <bdi class="stored">{piecesOf(shown, wanted).map(drawn)}</bdi>
}

const MAX_IN_LINE = 600
/** Beyond this a text opens on request: laying out a megabyte would hold the page. */
const MAX_AT_ONCE = 20_000

/** As a block, with its own line breaks. */
export function StoredBlock({ text, wanted = null }: StoredProps) {
  const [isWhole, setWhole] = useState(false)
  const chunks = isWhole ? chunked(text) : [text.slice(0, MAX_AT_ONCE)]
  return (
    <div class="stored-block">
      {chunks.map((chunk, at) => (
        <div key={at} dir="auto" class="stored-chunk">
          {piecesOf(chunk, wanted).map(drawn)}
        </div>
      ))}
      {!isWhole && text.length > MAX_AT_ONCE && (
        <button type="button" class="quiet" onClick={() => setWhole(true)}>
          Show all {many(text.length, 'character')}
        </button>
      )}
    </div>
  )
}

/** Each is laid out when it comes into sight. */
function chunked(text: string): string[] {
  const chunks: string[] = []
  for (let from = 0; from < text.length; from += MAX_AT_ONCE) {
    chunks.push(text.slice(from, from + MAX_AT_ONCE))
  }
  return chunks
}

export function drawn(piece: Piece, at: number) {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'hit') return <mark key={at}>{piece.text}</mark>
  return (
    <span key={at} class="hidden-character" title={`${piece.code}, a character that is not seen`}>
      {piece.name}
    </span>
  )
}
