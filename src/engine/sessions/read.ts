/** F-01, F-07, K-14. Reads transcripts from where the last run stopped, file by file. */
import { resolve } from 'node:path'
import { addDays } from '../../clock.ts'
import { type FoundTranscript, findTranscripts } from '../../sessions/find.ts'
import { isLost, isPassing, isStanding } from '../../sessions/losses.ts'
import { readTranscript, type TranscriptCursor } from '../../sessions/read-transcript.ts'
import type { Host } from '../../sessions/transcript.ts'
import type { SessionKey, TranscriptBatch } from '../../store/sessions.ts'
import { pruneSeen } from '../capture/once.ts'
import type { Caller, Engine } from '../engine.ts'
import { isPerson } from '../person.ts'
import type { Progress } from '../progress.ts'
import { followReading } from './after-reading.ts'
import { captureNews } from './capture-news.ts'
import { type Intake, openIntake } from './intake.ts'

interface ReadOptions {
  readonly hosts?: readonly Host[]
  /** A folder or a file, instead of where hosts keep theirs. */
  readonly path?: string
  readonly progress?: Progress
  /** Only these of the found hosts. */
  readonly only?: (found: FoundTranscript) => boolean
  readonly signal?: AbortSignal
}

/** What one run added. A second run over the same files adds nothing. */
export interface ReadReport {
  readonly found: number
  /** Files with new content. */
  readonly files: number
  readonly sessions: number
  readonly messages: number
  /** Messages that had grown since they were read. */
  readonly replaced: number
  /** Lines that could not be parsed. */
  readonly skippedLines: number
  readonly memories: number
  /** Everything skipped, by reason, most frequent first. */
  readonly leftOut: readonly { readonly reason: string; readonly count: number }[]
  /** Files that could not be read, and why. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[]
}

/** Messages are stored in transactions of about this size, whatever the size of the files. */
const STORE_AT_BYTES = 4 * 1024 * 1024
const STORE_AT_MESSAGES = 2000
const STORE_AT_BATCHES = 256

export async function readTranscripts(
  engine: Engine,
  caller: Caller,
  options: ReadOptions = {},
): Promise<ReadReport> {
  const found = await findTranscripts({
    env: engine.machine.env,
    home: engine.machine.home,
    ...(options.hosts ? { hosts: options.hosts } : {}),
    ...(options.path === undefined ? {} : { path: resolve(options.path) }),
  })
  // Oldest first: later statements may correct earlier ones.
  const wanted = options.only ? found.filter(options.only) : found
  return readFound(engine, caller, [...wanted].reverse(), options)
}

/** A given folder is as trusted as the caller that names it. */
function fromOf(caller: Caller, { path }: ReadOptions): 'hosts' | 'agents' {
  return path === undefined || isPerson(caller) ? 'hosts' : 'agents'
}

export async function readFound(
  engine: Engine,
  caller: Caller,
  found: readonly FoundTranscript[],
  options: ReadOptions = {},
): Promise<ReadReport> {
  const run = new ReadingRun(engine, openIntake(engine, caller, fromOf(caller, options)))
  const total = Math.ceil(found.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1024)
  let doneBytes = 0
  const report = (bytes: number) => {
    doneBytes += bytes
    const done = Math.min(Math.ceil(doneBytes / 1024), total)
    options.progress?.({ done, total, what: 'KB of transcripts read' })
  }
  let memories = 0
  for (const one of found) {
    if (options.signal?.aborted) break
    const before = doneBytes
    await run.read(one, report, options.signal)
    report(Math.max(one.sizeBytes - (doneBytes - before), 0))
  }
  await run.store()
  for (const session of run.touched()) {
    if (options.signal?.aborted) break
    memories += await captureNews(engine, caller, session)
  }
  if (run.report().messages > 0) followReading(engine, caller)
  await prune(engine)
  return { found: found.length, ...run.report(), memories }
}

/** B-16. Deletes transcripts beyond the retention setting, and records of events long past. */
async function prune(engine: Engine): Promise<void> {
  await pruneSeen(engine)
  const { transcriptsDays } = engine.config.retention
  if (transcriptsDays === 0) return
  await engine.store.sessions.prune(addDays(engine.clock.now(), -transcriptsDays))
}

/** Messages read but not stored yet, and the totals of a run. */
class ReadingRun {
  readonly #engine: Engine
  readonly #intake: Intake
  #pending: TranscriptBatch[] = []
  #pendingBytes = 0
  readonly #files = new Set<string>()
  readonly #sessions = new Map<string, SessionKey>()
  readonly #leftOut = new Map<string, number>()
  readonly #unreadable: { path: string; reason: string }[] = []
  /** Files that another process is reading are skipped. */
  readonly #overtaken = new Set<string>()
  #sums = { sessions: 0, messages: 0, replaced: 0, skippedLines: 0 }

  constructor(engine: Engine, intake: Intake) {
    this.#engine = engine
    this.#intake = intake
  }

  async read(
    found: FoundTranscript,
    report: (bytes: number) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { path } = found
    if (this.#intake.isExcluded(path)) return
    const place = await this.#engine.store.sessions.place(path)
    let { revision } = place
    let cursor = place.cursor
    const known = cursor === null ? null : (JSON.parse(cursor) as TranscriptCursor)
    for await (const chunk of readTranscript(this.#engine.config.sessions, found, known)) {
      if (signal?.aborted || this.#overtaken.has(path)) return
      report(chunk.bytes)
      for (const { reason, count } of chunk.skipped) this.#count(path, reason, count)
      const batch = await this.#intake.prepare(found, chunk, revision)
      // Incomplete lines are read again each time; only a database reports sessions alone.
      const listedSessions = found.form === 'jsonl' ? 0 : chunk.sessions.length
      const isNews = batch.messages.length + batch.skipped.length + listedSessions > 0
      if (!isNews && (batch.cursor === cursor || batch.cursor === null)) continue
      cursor = batch.cursor
      revision += 1
      this.#pending.push(batch)
      this.#pendingBytes += chunk.bytes
      if (this.#isFull()) await this.store()
    }
  }

  async store(): Promise<void> {
    const batches = this.#pending
    if (batches.length === 0) return
    this.#pending = []
    this.#pendingBytes = 0
    await this.#intake.writeDownProjects()
    const stored = await this.#engine.store.sessions.put(batches)
    for (const [index, outcome] of stored.entries()) {
      const batch = batches[index]
      if (batch === undefined) continue
      if (!outcome.stored) this.#overtaken.add(batch.path)
      const { sessions, messages, replaced } = outcome
      this.#sums.sessions += sessions
      this.#sums.messages += messages
      this.#sums.replaced += replaced
      if (messages + replaced > 0) this.#files.add(batch.path)
      for (const { host, id } of batch.sessions) this.#sessions.set(`${host}\n${id}`, { host, id })
    }
    const at = this.#engine.clock.now()
    const messages = stored.reduce((sum, each) => sum + each.messages, 0)
    if (messages > 0) {
      this.#engine.events.emit({ name: 'transcripts_read', at, data: { messages } })
    }
  }

  touched(): readonly SessionKey[] {
    return [...this.#sessions.values()]
  }

  report(): Omit<ReadReport, 'found' | 'memories'> {
    return {
      files: this.#files.size,
      ...this.#sums,
      leftOut: [...this.#leftOut]
        .map(([reason, count]) => ({ reason, count }))
        .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason)),
      unreadable: this.#unreadable,
    }
  }

  #isFull(): boolean {
    const messages = this.#pending.reduce((sum, batch) => sum + batch.messages.length, 0)
    return (
      this.#pendingBytes >= STORE_AT_BYTES ||
      messages >= STORE_AT_MESSAGES ||
      this.#pending.length >= STORE_AT_BATCHES
    )
  }

  #count(path: string, reason: string, count: number): void {
    if (isStanding(reason)) {
      this.#unreadable.push({ path, reason })
      return
    }
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count)
    if (isLost(reason) && !isPassing(reason)) this.#sums.skippedLines += count
  }
}
