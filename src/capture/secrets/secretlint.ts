/**
 * G-10. The recommended rules of secretlint, on top of ours.
 * They take about 0.3 ms for every kilobyte, so a text is shown to them only around places where
 * something of a kind they know could stand.
 */
import { createFinder, type FindSecrets, type SecretFinding } from './scan.ts'

/** Around a place: enough for a name before it, and for a key of many lines after it. */
const BEFORE_CHARACTERS = 512
const AFTER_CHARACTERS = 8_192
const LONGEST_PIECE = 262_144

const PRESET = '@secretlint/secretlint-rule-preset-recommend'
const RULE_PREFIX = '@secretlint/secretlint-rule-'
/** A comment in the text could otherwise switch the rules off: the text is not to be trusted. */
const COMMENT_RULE = `${RULE_PREFIX}filter-comments`

type Piece = readonly [start: number, end: number]
type Lint = (text: string) => Promise<SecretFinding[]>

let couldHold: FindSecrets | undefined
let loading: Promise<Lint | null> | undefined

/** Never throws: rules that cannot be loaded, or stumble over a text, find nothing. */
export async function findWithSecretlint(text: string): Promise<SecretFinding[]> {
  couldHold ??= createFinder(WORTH_ASKING)
  const pieces = piecesAround(text.length, couldHold(text))
  if (pieces.length === 0) return []
  loading ??= load()
  const lint = await loading
  if (lint === null) return []
  const found: SecretFinding[] = []
  for (const [from, to] of pieces) {
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
    for (let at = from; at < to; at += LONGEST_PIECE - AFTER_CHARACTERS) {
      pieces.push([at, Math.min(at + LONGEST_PIECE, to)])
    }
    return pieces
  })
}

async function load(): Promise<Lint | null> {
  try {
    const [{ lintSource }, { creator }] = await Promise.all([
      import('@secretlint/core'),
      import('@secretlint/secretlint-rule-preset-recommend'),
      silenceProfiler(),
    ])
    const config = {
      rules: [{ id: PRESET, rule: creator, rules: [{ id: COMMENT_RULE, disabled: true }] }],
    }
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

/** What its rules look for, loosely: a place that might interest one of them. */
// biome-ignore format: a table reads best in columns
const WORTH_ASKING = [
  { kind: 'cloud',    words: ['secret_access_key', 'secretaccesskey', 'private key', 'private_key'], pattern: /./y },
  { kind: 'code',     words: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_', 'glpat-', 'npm_', '_authtoken=', 'dckr_pat_', 'x-oauth-basic'], pattern: /./y },
  { kind: 'model',    words: ['sk-', 'gsk_', 'hf_'], pattern: /(?:sk-|gsk_|hf_)\w{16}|sk-(?:proj|svcacct|admin|ant)-/y },
  { kind: 'message',  words: ['xoxb-', 'xoxp-', 'xapp-', 'xoxa-', 'xoxo-', 'xoxr-', 'hooks.slack.com/services/', 'sg.'], pattern: /(?:xox|xapp|hooks)|SG\.\w/iy },
  { kind: 'desk',     words: ['lin_api_', 'ntn_', 'secret_', 'shpat_', 'shpca_', 'shppa_', 'shpss_', 'figd_'], pattern: /[a-z_]{4,8}\w{20}/y },
  { kind: 'operator', words: ['glc_', 'glsa_', 'ops_ey', 'hvs.', 'hvb.', 'hvr.', 'vcp_', 'vci_', 'vca_', 'vcr_', 'vck_', 'dapi'], pattern: /[a-z_.]{4,6}[\w+/-]{18}/y },
  { kind: 'address',  words: ['://'], pattern: /:\/\/[^\s/:@]{0,256}:[^\s/@]{1,256}@/y },
].map((row) => ({ ...row, inside: true }))
