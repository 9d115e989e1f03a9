/**
 * What is kept of messages as people type them into coding agents: each goes through the prompt hook of a
 * home with default settings, in a project, and what it left behind is compared with its labels.
 *
 * Arguments: --data PATH (a file of messages, or a folder with prompts-*.jsonl), --misses (print what went wrong).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Opened, openMneme } from '../src/compose.ts'
import type { Memory } from '../src/memory/memory.ts'
import { hook } from '../src/operations/hook.ts'
import { call } from '../src/operations/operation.ts'

interface Label {
  readonly type: string
  readonly scope: string
  readonly gist: string
}

interface Prompt {
  readonly id: string
  readonly text: string
  readonly keep: readonly Label[]
  readonly why: string
}

interface Played {
  readonly prompt: Prompt
  readonly kept: readonly Memory[]
  readonly held: readonly Memory[]
  /** Each label with the memory that carries it. */
  readonly found: readonly (readonly [Label, Memory | null])[]
}

const FOREIGN = /^pasted|^(?:code|other's words|task notification|slash output|system text)$/
const EXPLICIT = /explicit remember/
const OTHER_LANGUAGES =
  /^(?:German|French|Spanish|Portuguese|Italian|Chinese|Japanese|Korean|Russian)$/
const RULES = new Set(['policy', 'preference', 'negative', 'correction', 'procedure', 'decision'])
/** Of the words of a gist, for a memory to carry it. */
const MIN_SHARE = 0.6

export const bench = {
  name: 'prompts',
  summary: 'What is kept of messages as people type them; needs --data PATH',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: { data: { type: 'string' }, misses: { type: 'boolean', default: false } },
    })
    if (!values.data)
      throw new Error('--data PATH is missing: a .jsonl file, or a folder of prompts-*.jsonl')
    const prompts = readPrompts(values.data)
    const played = await play(prompts)
    if (values.misses) for (const each of played) printMistakes(each)
    return figuresOf(played)
  },
}

function readPrompts(path: string): Prompt[] {
  const isFolder = statSync(path).isDirectory()
  const files = isFolder
    ? readdirSync(path)
        .filter((name) => /^prompts.*\.jsonl$/.test(name))
        .map((name) => join(path, name))
    : [path]
  return files
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}

async function play(prompts: readonly Prompt[]): Promise<Played[]> {
  const home = mkdtempSync(join(tmpdir(), 'mneme-prompts-'))
  const folder = join(home, 'project')
  mkdirSync(folder)
  execFileSync('git', ['init', '-q', folder])
  const env = { HOME: home, PATH: process.env.PATH ?? '' }
  const mneme = await openMneme({ home: join(home, '.mneme'), env })
  const played: Played[] = []
  try {
    for (const prompt of prompts) played.push(await playOne(mneme, folder, prompt))
  } finally {
    await mneme.close()
    rmSync(home, { recursive: true, force: true })
  }
  return played
}

/** As the host's hook tells of it; what it left is taken away again, so that none meets another. */
async function playOne(mneme: Opened, folder: string, prompt: Prompt): Promise<Played> {
  const { engine, caller } = await mneme.at({ door: 'hook', folder, session: prompt.id })
  const payload = { session_id: prompt.id, cwd: folder, prompt: prompt.text, prompt_id: prompt.id }
  const input = { host: 'claude-code' as const, event: 'UserPromptSubmit', payload, late: true }
  await call(hook, engine, caller, input)
  const all = await engine.store.memories.list({}, { limit: 100 })
  const found = new Map<Label, Memory | null>()
  const kept = all.filter(({ held }) => !held)
  for (const label of prompt.keep) {
    const taken = [...found.values()]
    found.set(
      label,
      kept.find((memory) => carries(memory, label) && !taken.includes(memory)) ?? null,
    )
  }
  for (const label of prompt.keep) {
    if (found.get(label) === null)
      found.set(label, kept.find((each) => carries(each, label)) ?? null)
  }
  const { clock, store } = engine
  const changes = all.map(({ id }) => ({ op: 'delete', kind: 'memory', key: id }) as const)
  const batch = { id: clock.newId(), at: clock.now(), actor: 'bench', cause: 'bench' }
  if (all.length > 0) await store.apply({ ...batch, changes })
  return { prompt, kept, held: all.filter(({ held }) => held), found: [...found] }
}

function carries({ title, content }: Memory, { gist }: Label): boolean {
  const text = `${title}\n${content}`.toLowerCase()
  const words = gist.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.filter((word) => text.includes(word)).length / words.length >= MIN_SHARE
}

function isRight(memory: Memory, { found }: Played): boolean {
  return found.some(([label, carrier]) => carrier === memory || carries(memory, label))
}

function figuresOf(played: readonly Played[]) {
  const labels = played.flatMap(({ prompt, found }) =>
    found.map(([label, memory]) => ({ prompt, label, memory })),
  )
  const hits = labels.filter(({ memory }) => memory !== null)
  const kept = played.flatMap((each) => each.kept.map((memory) => ({ each, memory })))
  const right = kept.filter(({ each, memory }) => isRight(memory, each))
  const foreign = played.filter(({ prompt }) => FOREIGN.test(prompt.why))
  const asRule = foreign.filter((each) => each.kept.some(({ type }) => RULES.has(type)))
  const within = (kind: RegExp) => labels.filter(({ prompt }) => kind.test(prompt.why))
  const share = (part: readonly unknown[], whole: readonly unknown[]) =>
    whole.length === 0 ? 100 : Math.round((1000 * part.length) / whole.length) / 10
  const found = (some: typeof labels) =>
    share(
      some.filter(({ memory }) => memory !== null),
      some,
    )
  const wrongScope = hits.filter(({ label, memory }) => memory?.scope !== label.scope)
  const rightType = hits.filter(({ label, memory }) => memory?.type === label.type)
  const figures = {
    precision: share(right, kept),
    recall: found(labels),
    wrongScope: share(wrongScope, hits),
    foreignAsRule: asRule.length,
    explicit: found(within(EXPLICIT)),
    otherLanguages: found(within(OTHER_LANGUAGES)),
    typeAsLabelled: share(rightType, hits),
    held: played.reduce((sum, { held }) => sum + held.length, 0),
  }
  return {
    columns: ['figure', 'value', 'of'],
    rows: [
      ['precision %', figures.precision, kept.length],
      ['recall %', figures.recall, labels.length],
      ['wrong scope %', figures.wrongScope, hits.length],
      ['foreign text kept as a rule', figures.foreignAsRule, foreign.length],
      ['explicit wishes kept %', figures.explicit, within(EXPLICIT).length],
      ['other languages %', figures.otherLanguages, within(OTHER_LANGUAGES).length],
      ['type as labelled %', figures.typeAsLabelled, hits.length],
      ['held for review', figures.held, played.length],
    ],
    figures,
  }
}

function printMistakes(each: Played): void {
  const { prompt, kept, held, found } = each
  const say = (what: string, more: string) =>
    console.log(`${prompt.id} ${what} [${prompt.why}] ${JSON.stringify(prompt.text)} ${more}`)
  for (const [label, memory] of found) {
    if (memory === null) say('MISSED', `${label.type} ${label.gist}`)
    else if (memory.scope !== label.scope) say('SCOPE', `${memory.scope}, not ${label.scope}`)
    if (memory !== null && memory.type !== label.type)
      say('TYPE', `${memory.type}, not ${label.type}`)
  }
  for (const memory of kept) {
    if (!isRight(memory, each)) say('WRONG', `${memory.type}: ${memory.content}`)
  }
  for (const memory of held) say('held', `${memory.type}: ${memory.content}`)
}
