/**
 * G-10. What looking for credentials costs, against parsing the same bytes as JSON.
 * The bytes are lines of a session's transcript, filled with ordinary text: sources and manuals of
 * installed packages, or the files of `--data DIR`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findSecrets } from '../src/capture/secrets/scan.ts'
import { classifySensitivity } from '../src/capture/sensitivity.ts'

const TARGET_CHARACTERS = 4_000_000
const LARGEST_FILE = 400_000
/** What people and tools say at a time: mostly short, now and then a file. */
const MESSAGE_CHARACTERS = [120, 300, 80, 700, 200, 2_500, 160, 400]
const ROUNDS = 25
const ORDINARY = /\.(?:md|ts|js|mjs|cjs|jsonl?|ya?ml|txt)$/

export const bench = {
  name: 'secrets',
  summary: 'Cost of the secret scan as a share of JSON.parse over the same bytes',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: { data: { type: 'string', default: 'node_modules' } },
    })
    const text = ordinaryText(values.data)
    const messages = cut(text)
    const lines = messages.map(transcriptLine)
    const whole = JSON.stringify(text)

    const [parseLines, scanLines, parseWhole, scanWhole, scanMessages, classify] = fastest([
      () => lines.reduce((sum, line) => sum + JSON.parse(line).index, 0),
      () => lines.reduce((sum, line) => sum + findSecrets(line).length, 0),
      () => JSON.parse(whole).length,
      () => findSecrets(text).length,
      () => messages.reduce((sum, message) => sum + findSecrets(message).length, 0),
      () => messages.reduce((sum, m) => sum + classifySensitivity(m).reasons.length, 0),
    ])

    const row = (what: string, ms = 0, against = 1) => [what, round(ms), round(ms / against)]
    return {
      title: `Secret scan of ${round(text.length / 1e6)} MB of ordinary text`,
      columns: ['what', 'ms', 'share of JSON.parse'],
      rows: [
        row('JSON.parse, transcript lines', parseLines, parseLines),
        row('findSecrets, the same lines', scanLines, parseLines),
        row('findSecrets, their messages only', scanMessages, parseLines),
        row('JSON.parse, all text as one string', parseWhole, parseWhole),
        row('findSecrets, all text at once', scanWhole, parseWhole),
        row('classifySensitivity, messages', classify, parseLines),
      ],
      figures: {
        scanToParseLines: (scanLines ?? 0) / (parseLines ?? 1),
        scanMessagesToParseLines: (scanMessages ?? 0) / (parseLines ?? 1),
        scanToParseOneString: (scanWhole ?? 0) / (parseWhole ?? 1),
        findings: findSecrets(text).length,
      },
    }
  },
}

/** Processor time, the best of each; in turn, so that a busy machine is busy for all alike. */
function fastest(works: readonly (() => number)[]): number[] {
  const best = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, work] of works.entries()) {
      const started = process.cpuUsage()
      work()
      best[index] = Math.min(best[index] as number, milliseconds(process.cpuUsage(started)))
    }
  }
  return best
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

/** The envelope hosts put around a message. */
function transcriptLine(text: string, index: number): string {
  const id = (salt: number) =>
    `00000000-0000-4000-8000-${String(index * 2 + salt).padStart(12, '0')}`
  return JSON.stringify({
    parentUuid: id(0),
    isSidechain: false,
    userType: 'external',
    cwd: '/home/someone/project',
    sessionId: id(1),
    version: '1.0.0',
    gitBranch: 'main',
    type: 'user',
    index,
    message: { role: 'user', content: [{ type: 'text', text }] },
    uuid: id(1),
    timestamp: '2026-01-02T03:04:05.678Z',
  })
}

function ordinaryText(folder: string): string {
  const pieces: string[] = []
  let length = 0
  const walk = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (length >= TARGET_CHARACTERS) return
      if (entry.name.startsWith('.')) continue
      const child = join(path, entry.name)
      if (entry.isDirectory()) walk(child)
      else if (ORDINARY.test(entry.name) && statSync(child).size <= LARGEST_FILE) {
        const piece = readFileSync(child, 'utf8')
        pieces.push(piece)
        length += piece.length
      }
    }
  }
  walk(folder)
  return pieces.join('\n')
}

/** Each as a string of its own, as a reader of lines would have it. */
function cut(text: string): string[] {
  const messages: string[] = []
  for (let from = 0; from < text.length; ) {
    const length = MESSAGE_CHARACTERS[messages.length % MESSAGE_CHARACTERS.length] as number
    messages.push(Buffer.from(text.slice(from, from + length)).toString())
    from += length
  }
  return messages
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
