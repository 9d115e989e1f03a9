/**
 * What capture makes of long talks in which rules are laid down and changed: the mentor of each
 * dialogue speaks as the user, session after session, through the same door as any transcript; then
 * the real search is asked for the rule in force of everything that was ever ruled.
 *
 * Arguments: --data DIR (the data sets), --words (search without the embedder), --models DIR (where the
 * converted model is kept), --limit N (dialogues), --misses N (print so many unanswered questions).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clockFrom } from '../src/clock.ts'
import { openMneme } from '../src/compose.ts'
import { captureMessages } from '../src/engine/capture/capture-messages.ts'
import { call } from '../src/operations/operation.ts'
import { reindex } from '../src/operations/reindex.ts'
import { search } from '../src/operations/search.ts'
import type { StoredMessage, StoredSession } from '../src/store/sessions.ts'
import { randomFrom } from './support/texts.ts'
import { timingOf } from './support/timing.ts'

interface Dialogue {
  readonly context: { readonly mentor: string; readonly mentee: string }
  readonly sessions: readonly {
    readonly text: string
    readonly topic: readonly string[]
    readonly type: readonly string[]
  }[]
}

/** Where a rule was stated, and the word it hands out. */
interface Stated {
  readonly session: string
  readonly value: string | null
}

interface Asked {
  readonly object: string
  readonly inForce: readonly Stated[]
  readonly superseded: readonly Stated[]
}

interface Outcome extends Asked {
  readonly dialogue: string
  readonly first: boolean
  /** Within the first ten. */
  readonly found: boolean
  /** Only where a rule changed: whether the one in force comes before each it replaced. */
  readonly before: boolean | null
  readonly hits: readonly string[]
}

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)
const LIMIT = 10

export const bench = {
  name: 'capture',
  summary:
    'Rules out of long talks, and whether the one in force is found before those it replaced',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        words: { type: 'boolean', default: false },
        models: { type: 'string', default: join(tmpdir(), 'mneme-bench', 'models') },
        limit: { type: 'string' },
        misses: { type: 'string', default: '0' },
      },
    })
    if (!values.data) throw new Error('say where the data sets are: --data DIR')
    const folder = join(values.data, 'memorycode-dev')
    const files = readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .slice(0, values.limit === undefined ? undefined : Number(values.limit))
    const outcomes: Outcome[] = []
    const times: number[] = []
    let memories = 0
    let living = 0
    let messages = 0
    for (const file of files) {
      const dialogue = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dialogue
      const done = await talk(file, dialogue, values.words ? null : values.models)
      outcomes.push(...done.outcomes)
      times.push(...done.times)
      memories += done.memories
      living += done.living
      messages += done.messages
    }
    const changed = outcomes.filter(({ before }) => before !== null)
    const share = (part: readonly unknown[], whole: readonly unknown[]) =>
      (100 * part.length) / Math.max(whole.length, 1)
    const figures = {
      dialogues: files.length,
      messages,
      memories,
      living,
      objects: outcomes.length,
      changed: changed.length,
      hitAt1: share(
        outcomes.filter(({ first }) => first),
        outcomes,
      ),
      hitAt10: share(
        outcomes.filter(({ found }) => found),
        outcomes,
      ),
      inForceBeforeSuperseded: share(
        changed.filter(({ before }) => before),
        changed,
      ),
      captureMsPerMessage: timingOf(times).mean,
    }
    for (const miss of outcomes
      .filter(({ first, before }) => !first || before === false)
      .slice(0, Number(values.misses))) {
      console.log(JSON.stringify(miss, null, 1))
    }
    return {
      title: 'Rules in force after capture, percent',
      columns: ['what', 'figure', 'floor'],
      rows: [
        ['dialogues', figures.dialogues, ''],
        ['messages of the user', figures.messages, ''],
        ['memories made', figures.memories, ''],
        ['of these not replaced since', figures.living, ''],
        ['objects with a naming rule', figures.objects, ''],
        ['hit@1', figures.hitAt1, '54.4 (plain BM25)'],
        ['hit@10', figures.hitAt10, ''],
        ['objects whose rule changed', figures.changed, ''],
        ['in force before superseded', figures.inForceBeforeSuperseded, '90'],
        ['capture, ms a message', figures.captureMsPerMessage, ''],
      ],
      figures,
    }
  },
}

/** In a home of its own: what is said in one dialogue must not be known in the next. */
async function talk(name: string, dialogue: Dialogue, models: string | null) {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
  const project = join(folder, 'project')
  mkdirSync(project)
  if (models !== null) {
    mkdirSync(models, { recursive: true })
    mkdirSync(join(folder, 'home', 'cache'), { recursive: true })
    symlinkSync(models, join(folder, 'home', 'cache', 'models'))
  }
  let nowMs = START
  const mneme = await openMneme({
    speaker: 'person',
    home: join(folder, 'home'),
    folder: project,
    clock: clockFrom(() => nowMs, randomFrom(1)),
    env: {
      HOME: folder,
      MNEME_STORE_SYNCHRONOUS: 'OFF',
      MNEME_VAULT_ENABLED: 'false',
      ...(models === null ? { MNEME_EMBED_PROVIDER: 'none' } : {}),
    },
    door: 'job',
  })
  const { engine, caller } = mneme
  const times: number[] = []
  let memories = 0
  let messages = 0
  try {
    for (const [number, { text }] of dialogue.sessions.entries()) {
      nowMs = START + number * DAY_MS
      const session = sessionOf(String(number))
      const { mentor, mentee } = dialogue.context
      const said = saidBy(mentor, mentee, text).map((words, place) =>
        messageOf(session, words, place, nowMs - (1000 - place) * 1000),
      )
      const start = performance.now()
      const made = await captureMessages(engine, { ...caller, session: session.id }, session, said)
      if (said.length > 0) times.push((performance.now() - start) / said.length)
      memories += made.memories
      messages += said.length
    }
    nowMs += DAY_MS
    if (models !== null) await call(reindex, engine, caller, {})
    const outcomes: Outcome[] = []
    for (const asked of askedAbout(dialogue.sessions)) {
      const query = `What is the current rule for ${asked.object} names?`
      const { hits } = await call(search, engine, caller, { query, limit: LIMIT })
      const found = await engine.store.memories.get(hits.map(({ id }) => id))
      outcomes.push(judged(name, asked, found))
    }
    const living = await engine.store.memories.count({
      superseded: false,
      states: ['new', 'high', 'low'],
    })
    return { outcomes, times, memories, living, messages }
  } finally {
    await mneme.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Found = {
  readonly content: string
  readonly provenance: { readonly session: string | null }
  readonly supersededBy: string | null
}

function judged(dialogue: string, asked: Asked, found: readonly Found[]): Outcome {
  const says = (memory: Found, stated: readonly Stated[]) =>
    stated.some(
      ({ session, value }) =>
        memory.provenance.session === session && (value === null || memory.content.includes(value)),
    )
  const right = found.findIndex((memory) => says(memory, asked.inForce))
  const wrong = found.findIndex(
    (memory) => says(memory, asked.superseded) && !says(memory, asked.inForce),
  )
  return {
    ...asked,
    dialogue,
    first: right === 0,
    found: right >= 0,
    before: asked.superseded.length === 0 ? null : right >= 0 && (wrong < 0 || right < wrong),
    hits: found
      .slice(0, 4)
      .map(
        (memory) =>
          `${memory.provenance.session}: ${memory.content.slice(0, 160)}${memory.supersededBy === null ? '' : ' (replaced)'}`,
      ),
  }
}

const NAME_RULE =
  /^always (start|end|include .*?|use .*?) (?:in |for )?((?:function argument|function|method|variable|attribute|class)) names/

/** Beginning and end of a name can be ruled side by side; everything else is one rule. */
function askedAbout(sessions: Dialogue['sessions']): Asked[] {
  const stated = new Map<string, Map<string, Stated[]>>()
  for (const [number, { topic, type }] of sessions.entries()) {
    for (const [at, rule] of topic.entries()) {
      const [, kind = '', object] = NAME_RULE.exec(rule) ?? []
      if (object === undefined || !type[at]?.startsWith('instruction')) continue
      const rules = stated.get(object) ?? new Map<string, Stated[]>()
      stated.set(object, rules)
      const slot = kind === 'start' || kind === 'end' ? kind : 'other'
      const value = /'([^']+)'/.exec(rule)?.[1] ?? null
      rules.set(slot, [...(rules.get(slot) ?? []), { session: String(number), value }])
    }
  }
  return [...stated].map(([object, rules]) => ({
    object,
    inForce: [...rules.values()].flatMap((all) => all.at(-1) ?? []),
    superseded: [...rules.values()].flatMap((all) => all.slice(0, -1)),
  }))
}

/**
 * The turns of one speaker, who is named in full or by the first letter. A paragraph without a name
 * goes on with the turn before; a few texts stand in quotation marks as a whole.
 */
function saidBy(speaker: string, other: string, text: string): string[] {
  const turns: { mine: boolean; words: string }[] = []
  for (const paragraph of text
    .trim()
    .replace(/^["“]([\s\S]*)["”]$/, '$1')
    .split(/\n+/)) {
    const [, name, words = ''] =
      /^[^\p{L}]*(\p{L}[\p{L}\p{M}.' -]{0,40}?)[^\p{L}]*:\s*(.*)$/u.exec(paragraph) ?? []
    const isNamed = (whole: string) => name === whole || name === whole.charAt(0)
    if (name !== undefined && (isNamed(speaker) || isNamed(other))) {
      turns.push({ mine: isNamed(speaker), words })
      continue
    }
    const last = turns.at(-1)
    if (last && paragraph.trim() !== '') last.words += `\n\n${paragraph}`
  }
  return turns
    .filter(({ mine }) => mine)
    .map(({ words }) => words.trim().replace(/^["“]([\s\S]*)["”]$/, '$1'))
    .filter((words) => words !== '')
}

function sessionOf(id: string): StoredSession {
  return {
    host: 'generic',
    id,
    parent: null,
    project: null,
    cwd: null,
    branch: null,
    title: null,
    model: null,
    version: null,
    headless: false,
    startedAt: null,
    lastAt: null,
    messages: 0,
    users: 0,
    assistants: 0,
    compactions: 0,
    captured: 0,
  }
}

function messageOf(session: StoredSession, text: string, place: number, ms: number): StoredMessage {
  const messageId = `${session.id}-${place}`
  return {
    row: place,
    seq: place + 1,
    key: `generic:${messageId}`,
    host: session.host,
    session: session.id,
    messageId,
    eventId: messageId,
    role: 'user',
    origin: 'user',
    at: new Date(ms).toISOString(),
    text,
    calls: [],
    callId: null,
    failed: false,
    cwd: null,
    branch: null,
    model: null,
    isMeta: false,
    path: 'dialogue.json',
  }
}
