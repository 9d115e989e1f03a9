/**
 * G-10. The recommended rules of secretlint, on top of ours.
 * They take about 0.3 ms for every kilobyte, so a text is shown to them only around places where
 * something of a kind they know could stand.
 */
import type { SecretFinding } from './scan.ts'

/** Around a place: enough for a name before it, and for a key of many lines after it. */
const BEFORE_CHARACTERS = 512
const AFTER_CHARACTERS = 4_096
/** Its cost grows with the square of what it finds in a piece, so pieces are kept short. */
const MAX_PIECE_LENGTH = 32_768
/** A text with more to ask about is no ordinary one, and our own rules have been through all of it. */
const MAX_PIECES = 64

const RULE_PREFIX = '@secretlint/secretlint-rule-'
/** A comment in the text could otherwise switch the rules off: the text is not to be trusted. */
const COMMENT_RULE = `${RULE_PREFIX}filter-comments`

type Piece = readonly [start: number, end: number]
type Lint = (text: string) => Promise<SecretFinding[]>

let loading: Promise<Lint | null> | undefined

/**
 * What its rules find around the places given.
 * Never throws: rules that cannot be loaded, or stumble over a text, find nothing.
 */
export async function findWithSecretlint(
  text: string,
  places: readonly SecretFinding[],
): Promise<SecretFinding[]> {
  const pieces = piecesAround(text.length, places)
  if (pieces.length === 0) return []
  loading ??= load()
  const lint = await loading
  if (lint === null) return []
  const found: SecretFinding[] = []
  for (const [from, to] of pieces.slice(0, MAX_PIECES)) {
    const inPiece = await lint(text.slice(from, to)).catch(() => [])
    for (const { kind, start, end } of inPiece) {
      found.push({ kind, start: from + start, end: from + end })
    }
  }
  return found
}

/** Joined where they touch, and cut with an overlap where that makes them long. */
function piecesAround(length: number, places: readonly SecretFinding[]): Piece[] {
  const joined: [number, number][] = []
  for (const { start, end } of places) {
    const from = Math.max(start - BEFORE_CHARACTERS, 0)
    const to = Math.min(end + AFTER_CHARACTERS, length)
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined.flatMap(([from, to]) => {
    const pieces: Piece[] = []
    for (let at = from; at < to; at += MAX_PIECE_LENGTH - AFTER_CHARACTERS) {
      pieces.push([at, Math.min(at + MAX_PIECE_LENGTH, to)])
    }
    return pieces
  })
}

async function load(): Promise<Lint | null> {
  try {
    const [{ lintSource }, { rules }] = await Promise.all([
      import('@secretlint/core'),
      import('@secretlint/secretlint-rule-preset-recommend'),
      silenceProfiler(),
    ])
    const asked = rules.filter((rule) => rule.meta.id !== COMMENT_RULE)
    const config = { rules: asked.map((rule) => ({ id: rule.meta.id, rule })) }
    return async (text) => {
      const { messages } = await lintSource({
        source: { filePath: 'memory.txt', content: text, contentType: 'text' },
        options: { config, noPhysicFilePath: true, maskSecrets: true },
      })
      return messages.map(({ ruleId, range }) => ({
        kind: ruleId.replace(RULE_PREFIX, ''),
        start: Math.max(range[0], 0),
        end: Math.min(range[1], text.length),
      }))
    }
  } catch {
    // Our own rules have answered already; a missing library only means fewer second opinions.
    return null
  }
}

/** Its profiler keeps some ninety entries for each call and never lets go: a leak in a daemon. */
async function silenceProfiler(): Promise<void> {
  try {
    const { secretLintProfiler } = await import('@secretlint/profiler')
    secretLintProfiler.mark = () => {}
  } catch {
    // Not installed where we can reach it: then it keeps its entries.
  }
}
