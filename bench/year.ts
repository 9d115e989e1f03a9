/**
 * A simulated year with the engine's clock moved by hand: whether what is in force is still found,
 * whether what was replaced is still served, how many memories stay alive, and what a day's upkeep costs.
 *
 * Arguments: --days N (250), --scale X (1: about 400 tool uses a day), --seed N (1), --projects N (4),
 * --truths N (60, of each project), --home DIR (kept afterwards).
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Clock, clockFrom } from '../src/clock.ts'
import { type Opened, openMneme } from '../src/compose.ts'
import { capture } from '../src/engine/capture/capture-messages.ts'
import type { Caller, Engine } from '../src/engine/engine.ts'
import { remember } from '../src/engine/memories/remember.ts'
import { countUse } from '../src/engine/memories/use.ts'
import type { Memory } from '../src/memory/memory.ts'
import { call } from '../src/operations/operation.ts'
import { search } from '../src/operations/search.ts'
import { beliefIn } from '../src/ranking/decay.ts'
import type { Message } from '../src/sessions/message.ts'
import type { Project } from '../src/store/records.ts'
import { sentencesOf } from '../src/text/sentences.ts'
import { JOB_NAMES, type JobName } from '../src/upkeep/jobs.ts'
import { lastRunOf } from '../src/upkeep/progress.ts'
import { runUpkeep } from '../src/upkeep/run.ts'
import { dueAt } from '../src/upkeep/status.ts'
import {
  type Day,
  developerLife,
  type Life,
  randomFrom,
  type Saying,
  type ToolUse,
  type Truth,
  told,
} from './support/developer-life.ts'

const START = Date.parse('2025-01-06T08:00:00.000Z')
const MS_PER_DAY = 86_400_000
const WORKING_DAYS = 5
const DAYS_A_MONTH = 21
const ASKED_FOR = 5
const USED_LATELY_MS = 30 * MS_PER_DAY
const TOOLS_PER_DAY = 400
const TOOLS_PER_SESSION = 40

export const bench = {
  name: 'year',
  summary: 'A simulated year: what stays alive, what is found, what is stale, what upkeep costs',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        days: { type: 'string', default: '250' },
        scale: { type: 'string', default: '1' },
        seed: { type: 'string', default: '1' },
        projects: { type: 'string', default: '4' },
        truths: { type: 'string', default: '60' },
        home: { type: 'string' },
        verbose: { type: 'boolean', default: false },
      },
    })
    const home = values.home ?? mkdtempSync(join(tmpdir(), 'mneme-year-'))
    const options = {
      seed: Number(values.seed),
      days: Number(values.days),
      projects: Number(values.projects),
      truths: Number(values.truths),
      toolsPerDay: Math.round(TOOLS_PER_DAY * Number(values.scale)),
    }
    try {
      return await live(home, options, values.verbose)
    } finally {
      if (values.home === undefined) rmSync(home, { recursive: true, force: true })
    }
  },
}

type Options = Parameters<typeof developerLife>[0]

async function live(home: string, options: Options, verbose: boolean) {
  const time = { ms: START }
  const clock = clockFrom(() => time.ms, randomFrom(options.seed + 1))
  const mneme = await openMneme({
    speaker: 'person',
    home,
    clock,
    folder: null,
    env: {
      MNEME_EMBED_PROVIDER: 'none',
      MNEME_VAULT_ENABLED: 'false',
      MNEME_STORE_SYNCHRONOUS: 'OFF',
    },
  })
  const life = developerLife(options)
  const callers = projectsOf(clock, options.projects).map((project) => callerIn(mneme, project))
  const rows: (string | number)[][] = []
  const upkeepMs: number[] = []
  let observations = 0
  let sayings = 0
  let withheld = 0
  try {
    for (let number = 0; number < options.days; number += 1) {
      // Five days of work, two of rest.
      time.ms = START + (number + 2 * Math.floor(number / WORKING_DAYS)) * MS_PER_DAY
      const day = life.day(number)
      await work(mneme, callers, day, time)
      observations += day.tools.length
      sayings += day.sayings.length
      const started = performance.now()
      await upkeep(mneme.engine, verbose)
      upkeepMs.push(performance.now() - started)
      if ((number + 1) % DAYS_A_MONTH !== 0 && number !== options.days - 1) continue
      const asked = await questions(mneme, callers, life, verbose)
      const counts = await alive(mneme.engine)
      withheld += await withheldThoughUsed(mneme.engine)
      const lately = upkeepMs.slice(-DAYS_A_MONTH)
      rows.push([
        number + 1,
        observations,
        counts.alive,
        counts.archived,
        counts.rows,
        asked.recall,
        asked.precision,
        asked.stale,
        statSync(join(home, 'mneme.db')).size / 1e6,
        lately.reduce((sum, ms) => sum + ms, 0) / lately.length,
      ])
      if (verbose) console.error(rows.at(-1)?.join('  '))
    }
  } finally {
    await mneme.close()
  }
  const last = rows.at(-1) ?? []
  const half = rows[Math.floor(rows.length / 2)] ?? []
  return {
    title: `A year of work: ${options.days} days, ${options.projects} projects, ${observations} tool uses, ${sayings} sayings, seed ${options.seed}`,
    columns: [
      'day',
      'tool uses',
      'alive',
      'archived',
      'rows',
      'recall',
      'precision',
      'stale',
      'MB',
      'upkeep ms',
    ],
    rows,
    figures: {
      recall: Number(last[5] ?? 0),
      least_recall: Math.min(...rows.map((row) => Number(row[5]))),
      most_stale: Math.max(...rows.map((row) => Number(row[7]))),
      alive: Number(last[2] ?? 0),
      withheld_though_used: withheld,
      growth_of_second_half: Number(last[2] ?? 0) / Math.max(Number(half[2] ?? 1), 1),
    },
  }
}

function projectsOf(clock: Clock, count: number): Project[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `year-${i}`,
    slug: `year-${i}`,
    name: `year-${i}`,
    rootCommits: [`c${i}`],
    commonDirs: [],
    remotes: [],
    paths: [`/nowhere/year-${i}`],
    excluded: [],
    mergedInto: null,
    off: false,
    createdAt: clock.now(),
  }))
}

function callerIn({ caller }: Opened, project: Project): Caller {
  return { ...caller, door: 'mcp', actor: 'mcp:bench', speaker: 'agent', project }
}

/** A day: sessions in each project, in which things are said, done and asked. */
async function work(mneme: Opened, callers: readonly Caller[], day: Day, time: { ms: number }) {
  const { engine } = mneme
  for (const [project, base] of callers.entries()) {
    const tools = day.tools.filter((tool) => tool.project === project)
    const said = day.sayings.filter(({ truth }) => truth.project === project)
    const asked = day.questions.filter((truth) => truth.project === project)
    const sessions = Math.max(Math.ceil(tools.length / TOOLS_PER_SESSION), 1)
    for (let n = 0; n < sessions; n += 1) {
      const session = `day-${day.number}-${project}-${n}`
      const caller = { ...base, session }
      const part = <Item>(items: readonly Item[]) =>
        items.filter((_, index) => index % sessions === n)
      await heard(engine, caller, part(said), part(tools), time)
      for (const truth of part(asked)) {
        time.ms += 20_000
        const { hits } = await call(search, engine, caller, {
          query: truth.question,
          limit: ASKED_FOR,
        })
        // M-16. What answers the question is what the turn uses.
        const found = await engine.store.memories.get(hits.map(({ id }) => id))
        const answers = found.filter((memory) => verdictOf(truth, memory) === 'current')
        countUse(engine, answers.slice(0, 1), caller.session)
        // What a question leaves behind is written by the clock on the wall, which is another one.
        await engine.background.settle()
      }
      await engine.background.settle()
      time.ms += 600_000
    }
  }
}

async function heard(
  engine: Engine,
  caller: Caller,
  said: readonly Saying[],
  tools: readonly ToolUse[],
  time: { ms: number },
) {
  const session = { host: 'bench', id: caller.session ?? '', parent: null }
  const messages: Message[] = []
  let seq = 0
  const message = (role: Message['role'], text: string, more: Partial<Message> = {}): void => {
    seq += 1
    time.ms += 5000
    const messageId = `${session.id}-${seq}`
    messages.push({
      messageId,
      eventId: messageId,
      role,
      origin: role === 'user' ? 'user' : role === 'tool' ? 'tool-output' : 'agent',
      at: engine.clock.now(),
      text,
      toolCalls: [],
      toolResult: null,
      isMeta: false,
      seq,
      ...more,
    })
  }
  for (const { truth, text } of said) if (truth.kind === 'rule') message('user', text)
  for (const tool of tools) {
    const id = `call-${seq}`
    const files = [tool.file]
    message('assistant', '', {
      toolCalls: [
        {
          id,
          name: tool.kind === 'command' ? 'Bash' : tool.kind === 'read' ? 'Read' : 'Edit',
          kind: tool.kind,
          input: JSON.stringify({ file_path: tool.file, command: tool.command, text: tool.result }),
          filesRead: tool.kind === 'read' ? files : [],
          filesModified: tool.kind === 'modify' ? files : [],
          command: tool.command,
          todos: null,
        },
      ],
    })
    const toolResult = { callId: id, text: tool.result, failed: tool.failed }
    message('tool', '', { toolResult })
  }
  await capture(engine, caller, session, messages)
  for (const { truth, text } of said) {
    if (truth.kind === 'fact') await remember(engine, caller, { content: text, type: 'fact' })
  }
}

/** As the scheduler would: whatever is due by now. */
async function upkeep(engine: Engine, verbose: boolean): Promise<void> {
  const retrievals = await engine.store.usage.lastRetrieval()
  const due: JobName[] = []
  for (const job of JOB_NAMES) {
    const at = dueAt(engine, job, await lastRunOf(engine, job), { retrievals, asked: null })
    if (at !== null && at <= engine.clock.now()) due.push(job)
  }
  const { reports } = await runUpkeep(engine, { jobs: due })
  for (const { job, error, changes, tookMs } of reports) {
    if (error !== null) throw new Error(`${job}: ${error}`)
    if (verbose && tookMs > 500)
      console.error(`${job}: ${changes} changes, ${tookMs.toFixed(0)} ms`)
  }
}

/** Every truth in force is asked for once; what is served tells how it is. */
async function questions(mneme: Opened, callers: readonly Caller[], life: Life, verbose: boolean) {
  const { engine } = mneme
  let asked = 0
  let found = 0
  let staleServed = 0
  let right = 0
  let onSubject = 0
  for (const truth of life.truths) {
    if (truth.since < 0) continue
    const caller = callers[truth.project]
    if (!caller) continue
    asked += 1
    const memories = await served(engine, caller, truth)
    const verdicts = memories.map((memory) => verdictOf(truth, memory))
    if (verdicts.some((verdict) => verdict === 'current' || verdict === 'both')) found += 1
    else if (verbose) miss('missed', truth, memories)
    const stale = memories.filter((_, i) => verdicts[i] === 'former' || verdicts[i] === 'both')
    if (stale.length > 0) {
      staleServed += 1
      if (verbose) miss('stale', truth, stale)
    }
    onSubject += verdicts.filter((verdict) => verdict !== null).length
    right += verdicts.filter((verdict) => verdict === 'current').length
  }
  return {
    recall: found / Math.max(asked, 1),
    precision: right / Math.max(onSubject, 1),
    stale: staleServed / Math.max(asked, 1),
  }
}

/** As an agent would ask, but without leaving a trace of it. */
async function served(engine: Engine, caller: Caller, truth: Truth): Promise<Memory[]> {
  const background = { ...engine.background, start: () => {}, later: () => {} }
  const store: Engine['store'] = Object.create(engine.store) // uses are gathered by store
  const input = { query: truth.question, limit: ASKED_FOR }
  const { hits } = await call(search, { ...engine, store, background }, caller, input)
  const memories = await engine.store.memories.get(hits.map(({ id }) => id))
  return memories.filter(({ supersededBy }) => supersededBy === null)
}

/** Sentence by sentence: a memory that says both says something that is over. */
function verdictOf(truth: Truth, memory: Memory): 'current' | 'former' | 'both' | null {
  const verdicts = sentencesOf(memory.content).map(({ text }) => told(truth, text))
  const isCurrent = verdicts.includes('current')
  if (verdicts.includes('former')) return isCurrent ? 'both' : 'former'
  return isCurrent ? 'current' : null
}

function miss(what: string, truth: Truth, memories: readonly Memory[]): void {
  console.error(`${what}: ${truth.question} [${truth.value} < ${truth.former.join(' < ')}]`)
  for (const memory of memories.slice(0, 3)) {
    console.error(
      `   ${memory.createdAt.slice(0, 10)} ${memory.type} ${memory.content.slice(0, 120).replace(/\n/g, ' | ')}`,
    )
  }
}

/** M-13. Used in the last 30 days, in force, and yet kept out of prompts. */
async function withheldThoughUsed({ store, clock, config }: Engine): Promise<number> {
  const now = clock.now()
  const since = new Date(Date.parse(now) - USED_LATELY_MS).toISOString()
  let withheld = 0
  let after = ''
  for (;;) {
    const filter = { living: true, superseded: false, held: false, afterId: after }
    const page = await store.memories.list(filter, { limit: 500, order: 'id' })
    for (const memory of page) {
      if (memory.lastAccessedAt === null || memory.lastAccessedAt < since) continue
      const isExpired = memory.expiresAt !== null && memory.expiresAt <= now
      const isDoubted = beliefIn(config.ranking.decay, memory, now) < config.context.confidenceFloor
      if (memory.archived || isExpired || isDoubted) withheld += 1
    }
    const last = page.at(-1)
    if (last === undefined || page.length < 500) return withheld
    after = last.id
  }
}

async function alive({ store, clock }: Engine) {
  const living = { living: true, notExpiredAt: clock.now() }
  return {
    alive: await store.memories.count({ ...living, archived: false }),
    archived: await store.memories.count({ ...living, archived: true }),
    rows: await store.memories.count({}),
  }
}
