/**
 * F-01, F-02. Whether transcripts are read without loss, and what indexing them costs beside its bare
 * parts: parsing the same lines, looking for credentials in what they say, and putting that into FTS5.
 * All parts run turn about in the same process, so that a busy machine slows all of them.
 *
 * Arguments: --data DIR (transcripts of any host), --times N (10: how often the lines of a sample are
 * repeated under new ids), --rounds N (3), --large MB (100).
 */
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { DatabaseSync } from '@photostructure/sqlite'
import { findSecrets } from '../src/capture/secrets/scan.ts'
import { openMneme } from '../src/compose.ts'
import { NO_HANDLERS, openHandlers } from '../src/engine/handlers.ts'
import { readFound } from '../src/engine/sessions/read.ts'
import { type FoundTranscript, findTranscripts } from '../src/sessions/find.ts'
import { readTranscript, type TranscriptCursor } from '../src/sessions/read-transcript.ts'
import { ReadingSettings } from '../src/sessions/settings.ts'
import type { TranscriptMessage } from '../src/sessions/transcript.ts'
import { timed, timingOf } from './support/timing.ts'

const APPENDS = 40
const MEGABYTE = 1024 * 1024
const settings = ReadingSettings.parse({})

type Row = (string | number)[]

export const bench = {
  name: 'sessions',
  summary: 'Transcripts read without loss, and indexing beside its bare parts',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        times: { type: 'string', default: '10' },
        rounds: { type: 'string', default: '3' },
        large: { type: 'string', default: '100' },
      },
    })
    if (values.data === undefined) throw new Error('which transcripts? --data DIR')
    const found = await findTranscripts({ env: {}, home: '/nowhere', path: values.data })
    const complete = await completeness(values.data, found)
    const cost = await indexingCost(found, Number(values.rounds), Number(values.times))
    const append = await appendCost(Number(values.large))
    return {
      title: `Transcripts below ${values.data}`,
      columns: ['what', 'value', 'against'],
      rows: [...complete.rows, ...cost.rows, ...append.rows],
      figures: { ...complete.figures, ...cost.figures, ...append.figures },
      named: complete.named,
    }
  },
}

/** Every file is a transcript or named; every line leaves a trace or is counted by name. */
async function completeness(folder: string, found: readonly FoundTranscript[]) {
  const claimed = new Set(found.map(({ path }) => path))
  const storages = found.filter(({ form }) => form === 'storage').map(({ path }) => path)
  const others = filesBelow(folder).filter((path) => {
    return !claimed.has(path) && !storages.some((storage) => path.startsWith(storage))
  })
  const reasons = new Map<string, number>()
  const untraced: string[] = []
  let lines = 0
  let messages = 0
  for (const one of found) {
    const traces = await tracesOf(one)
    lines += traces.lines
    messages += traces.messages
    untraced.push(...traces.untraced.map((line) => `${relative(folder, one.path)}:${line}`))
    for (const [reason, count] of traces.reasons) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + count)
    }
  }
  const left = [...reasons].sort((a, b) => b[1] - a[1])
  const rows: Row[] = [
    ['transcripts', found.length, ''],
    ['files that are none', others.length, others.map((path) => relative(folder, path)).join(' ')],
    ['lines', lines, ''],
    ['messages', messages, ''],
    ['left out, counted by name', left.reduce((sum, [, count]) => sum + count, 0), left.length],
    ['lines without a trace', untraced.length, untraced.join(' ')],
  ]
  const figures = { transcripts: found.length, lines, messages, untraced: untraced.length }
  const named = { noTranscripts: others, leftOut: Object.fromEntries(left), untraced }
  return { rows, figures, named }
}

/** Line by line for files of lines, so that a silent one shows itself. */
async function tracesOf(found: FoundTranscript) {
  const reasons = new Map<string, number>()
  const untraced: number[] = []
  let messages = 0
  const through = async (one: FoundTranscript, cursor: TranscriptCursor | null) => {
    let traces = 0
    let last = cursor
    for await (const chunk of readTranscript(settings, one, cursor)) {
      messages += chunk.messages.length
      const sum = chunk.messages.length + chunk.sessions.length + chunk.marks.length
      traces += sum + chunk.skipped.length
      for (const { reason, count } of chunk.skipped) {
        reasons.set(reason, (reasons.get(reason) ?? 0) + count)
      }
      last = chunk.cursor
    }
    return { traces, cursor: last }
  }
  if (found.form !== 'jsonl') {
    await through(found, null)
    return { reasons, untraced, messages, lines: 0 }
  }
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  try {
    const copy = { ...found, path: join(folder, 'copy.jsonl') }
    writeFileSync(copy.path, '')
    const lines = readFileSync(found.path, 'utf8').split('\n')
    if (lines.at(-1) === '') lines.pop()
    let cursor: TranscriptCursor | null = null
    for (const [index, line] of lines.entries()) {
      appendFileSync(copy.path, `${line}\n`)
      const read: Awaited<ReturnType<typeof through>> = await through(copy, cursor)
      if (read.traces === 0) untraced.push(index + 1)
      cursor = read.cursor
    }
    return { reasons, untraced, messages, lines: lines.length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Files of lines alone: of the others nobody can say what their lines are. Samples are short; each
 * goes on with its own lines under new ids until it is as long as sessions are.
 */
async function indexingCost(all: readonly FoundTranscript[], rounds: number, times: number) {
  return inFolder(async (folder) => {
    const samples = all.filter(({ form }) => form === 'jsonl')
    return measuredCost(await prolonged(samples, folder, times), rounds)
  })
}

const IDS = /"(uuid|parentUuid|id|call_id|callId|tool_use_id|turn_id|messageId)":"([^"]+)"/g

async function prolonged(samples: readonly FoundTranscript[], folder: string, times: number) {
  const found: FoundTranscript[] = []
  for (const [index, sample] of samples.entries()) {
    const text = readFileSync(sample.path, 'utf8')
    const whole = text.endsWith('\n') || text === '' ? text : `${text}\n`
    const path = join(folder, `${index}-${basename(sample.path)}`)
    for (let time = 0; time < times; time++) {
      appendFileSync(
        path,
        whole.replace(IDS, (_all, name, id) => `"${name}":"${id}-${index}-${time}"`),
      )
    }
    found.push({ ...sample, path, sizeBytes: statSync(path).size })
  }
  return found
}

async function measuredCost(found: readonly FoundTranscript[], rounds: number) {
  const lines = found.flatMap(({ path }) => readFileSync(path, 'utf8').split('\n')).filter(Boolean)
  const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
  const texts: string[] = []
  for (const one of found) {
    for await (const { messages } of readTranscript(settings, one, null)) {
      texts.push(...messages.map(textOf))
    }
  }
  findSecrets(texts.join('\n').slice(0, MEGABYTE))
  const work = {
    parse: () => lines.forEach(parsed),
    scan: () => each(lines, async (line) => findSecrets(line)),
    insert: () => inFolder((folder) => bareInsert(join(folder, 'bare.db'), lines)),
    scanTexts: () => each(texts, async (text) => findSecrets(text)),
    insertTexts: () => inFolder((folder) => bareInsert(join(folder, 'bare.db'), texts)),
    index: () => inFolder((folder) => indexed(folder, found)),
  }
  const names = Object.keys(work) as (keyof typeof work)[]
  const best = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<
    keyof typeof work,
    number
  >
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) best[name] = Math.min(best[name], await cpuOf(work[name]))
  }
  const sum = best.parse + best.scan + best.insert
  const sumTexts = best.parse + best.scanTexts + best.insertTexts
  const mb = bytes / MEGABYTE
  const rows: Row[] = [
    ['MB of lines', mb, `${lines.length} lines, ${texts.length} messages`],
    ['indexing, ms', best.index, `${(mb / (best.index / 1000)).toFixed(1)} MB/s`],
    ['  JSON.parse of the lines, ms', best.parse, ''],
    ['  secret scan of the lines, ms', best.scan, ''],
    ['  FTS5 insert of the lines, ms', best.insert, ''],
    ['indexing / sum of its parts', best.index / sum, 'at most 2'],
    ['  secret scan of what is said alone, ms', best.scanTexts, ''],
    ['  FTS5 insert of what is said alone, ms', best.insertTexts, ''],
    ['indexing / parts over what is said alone', best.index / sumTexts, ''],
    ['secret scan of what is said / JSON.parse', best.scanTexts / best.parse, 'below 1'],
  ]
  const figures = {
    indexToParts: best.index / sum,
    indexToPartsOfWhatIsSaid: best.index / sumTexts,
    scanToParse: best.scanTexts / best.parse,
    ...best,
  }
  return { rows, figures }
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) await work(item)
}

/** What measures itself leaves its own preparations out. */
async function cpuOf(work: () => unknown): Promise<number> {
  let measured: unknown
  const all = await spent(async () => {
    measured = await work()
  })
  return typeof measured === 'number' ? measured : all
}

/** Milliseconds of the processor, which a busy machine does not stretch. */
async function spent(work: () => unknown): Promise<number> {
  const started = process.cpuUsage()
  await work()
  return milliseconds(process.cpuUsage(started))
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

function parsed(line: string): void {
  try {
    JSON.parse(line)
  } catch {
    // Broken lines are among them on purpose.
  }
}

function textOf({ text, toolResult }: TranscriptMessage): string {
  return toolResult === null ? text : toolResult.text
}

async function bareInsert(file: string, texts: readonly string[]): Promise<number> {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec(`CREATE VIRTUAL TABLE bare USING fts5(body, content = '', tokenize = 'porter unicode61')`)
  const insert = db.prepare('INSERT INTO bare (rowid, body) VALUES (?, ?)')
  const ms = await spent(() => {
    db.exec('BEGIN')
    for (const [index, text] of texts.entries()) insert.run(index + 1, text)
    db.exec('COMMIT')
  })
  db.close()
  return ms
}

/** Everything but capture: reading, cleaning, storing, words and stretches. */
async function indexed(folder: string, found: readonly FoundTranscript[]): Promise<number> {
  const { engine, caller, close } = await openMneme({
    speaker: 'person',
    home: folder,
    env: { HOME: folder },
  })
  const bare = { ...engine, handlers: openHandlers(NO_HANDLERS) }
  const ms = await spent(() => readFound(bare, caller, found))
  await close()
  return ms
}

/** 1 KB more in a small file and in a large one: only what is new may cost anything. */
async function appendCost(largeMegabytes: number) {
  return inFolder(async (folder) => {
    const { engine, caller, close } = await openMneme({
      speaker: 'person',
      home: folder,
      env: { HOME: folder },
    })
    const bare = { ...engine, handlers: openHandlers(NO_HANDLERS) }
    const small = await grownFile(join(folder, 'small.jsonl'), 1)
    const large = await grownFile(join(folder, 'large.jsonl'), largeMegabytes)
    await readFound(bare, caller, [small, large])
    const times: Record<'small' | 'large', number[]> = { small: [], large: [] }
    for (let round = 0; round < APPENDS; round++) {
      for (const [name, file] of [
        ['small', small],
        ['large', large],
      ] as const) {
        appendFileSync(file.path, line(`${name}-${round}`, 'word '.repeat(180)))
        times[name].push(await timed(() => readFound(bare, caller, [file])))
      }
    }
    await close()
    const ms = { small: timingOf(times.small).p50, large: timingOf(times.large).p50 }
    const rows: Row[] = [
      ['1 KB more in a file of 1 MB, ms', ms.small, ''],
      [`1 KB more in a file of ${largeMegabytes} MB, ms`, ms.large, ''],
      ['large / small', ms.large / ms.small, 'at most 1.5'],
    ]
    return { rows, figures: { appendRatio: ms.large / ms.small } }
  })
}

/** Mostly one tool's long answers, as in sessions that grow large. */
async function grownFile(path: string, megabytes: number): Promise<FoundTranscript> {
  const answer = 'a line of output that a tool wrote\n'.repeat(3000)
  for (let size = 0, index = 0; size < megabytes * MEGABYTE; index++) {
    const text = line(`${path}-${index}`, index % 10 === 0 ? 'Go on, please.' : answer)
    appendFileSync(path, text)
    size += text.length
  }
  const [found] = await findTranscripts({ env: {}, home: '/nowhere', path })
  if (found === undefined) throw new Error(`${path} is no transcript`)
  return found
}

function line(id: string, text: string): string {
  const message = { role: 'user', content: text }
  const about = { type: 'user', sessionId: 'grown', uuid: id, parentUuid: null, cwd: null }
  return `${JSON.stringify({ ...about, timestamp: '2026-01-01T10:00:00Z', message })}\n`
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}
