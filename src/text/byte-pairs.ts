/**
 * D-11. Byte-pair encoding over flat tables, for counting. A map of 200,000 strings would hold 70
 * megabytes for as long as the daemon runs; this holds seven.
 */

/** Splits text as o200k does: words with their contractions, numbers by three, signs, white space. */
const CONTRACTION = String.raw`(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?`
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`
const BEFORE = String.raw`[^\r\n\p{L}\p{N}]?`
const PIECES = new RegExp(
  [
    `${BEFORE}${UPPER}*${LOWER}+${CONTRACTION}`,
    `${BEFORE}${UPPER}+${LOWER}*${CONTRACTION}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'gu',
)

/** Every token by its rank: one byte of length, then its bytes. A rank that is unused has none. */
type PackedRanks = Uint8Array

export function packRanks(
  tokens: readonly (string | readonly number[] | undefined)[],
): PackedRanks {
  const encoder = new TextEncoder()
  const bytes = Array.from(tokens, (token) =>
    typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token ?? []),
  )
  const packed = new Uint8Array(bytes.reduce((sum, each) => sum + each.length + 1, 0))
  let at = 0
  for (const each of bytes) {
    packed[at] = each.length
    packed.set(each, at + 1)
    at += each.length + 1
  }
  return packed
}

/** A power of two well above the number of tokens, so that most are found at the first look. */
const SLOTS = 1 << 19
const NONE = Number.MAX_SAFE_INTEGER

export function countBytePairs(packed: PackedRanks): (text: string) => number {
  const { offsets, slots } = indexOf(packed)
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(256)

  function rankOf(start: number, end: number): number {
    for (let slot = hashOf(bytes, start, end); ; slot = (slot + 1) & (SLOTS - 1)) {
      const found = slots[slot] as number
      if (found === 0) return NONE
      const at = offsets[found - 1] as number
      if (packed[at] === end - start && isSame(at + 1, start, end)) return found - 1
    }
  }

  function isSame(at: number, start: number, end: number): boolean {
    for (let each = start; each < end; each++) {
      if (packed[at + each - start] !== bytes[each]) return false
    }
    return true
  }

  /** Joins the pair of lowest rank until none is left. */
  function countPiece(length: number): number {
    if (length < 2 || rankOf(0, length) !== NONE) return 1
    const starts = Array.from({ length: length + 1 }, (_, at) => at)
    const pairRank = (at: number) =>
      at + 2 < starts.length ? rankOf(starts[at] as number, starts[at + 2] as number) : NONE
    const ranks = starts.map((_, at) => pairRank(at))
    for (;;) {
      let lowest = 0
      for (let at = 1; at < ranks.length; at++) {
        if ((ranks[at] as number) < (ranks[lowest] as number)) lowest = at
      }
      if (ranks[lowest] === NONE) return starts.length - 1
      starts.splice(lowest + 1, 1)
      ranks.splice(lowest + 1, 1)
      ranks[lowest] = pairRank(lowest)
      if (lowest > 0) ranks[lowest - 1] = pairRank(lowest - 1)
    }
  }

  return (text) => {
    let tokens = 0
    for (const [piece] of text.matchAll(PIECES)) {
      if (bytes.length < 3 * piece.length) bytes = new Uint8Array(3 * piece.length)
      tokens += countPiece(encoder.encodeInto(piece, bytes).written)
    }
    return tokens
  }
}

/** Where each token begins, and an open-addressed table from a token's bytes to its rank plus one. */
function indexOf(packed: PackedRanks): { offsets: Uint32Array; slots: Int32Array } {
  const begins: number[] = []
  for (let at = 0; at < packed.length; at += (packed[at] as number) + 1) begins.push(at)
  const slots = new Int32Array(SLOTS)
  for (const [rank, at] of begins.entries()) {
    const length = packed[at] as number
    if (length === 0) continue
    let slot = hashOf(packed, at + 1, at + 1 + length)
    while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
    slots[slot] = rank + 1
  }
  return { offsets: Uint32Array.from(begins), slots }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  }
  return (hash ^ (hash >>> 15)) & (SLOTS - 1)
}
