/**
 * What is kept of messages as people type them into coding agents: each goes through the prompt hook of a
 * home with default settings, in a project, and what it left behind is compared with its labels.
 *
 * Arguments: --data PATH (a file of messages, or a folder with prompts-*.jsonl), --misses (print what went
 * wrong), --words (without the embedder).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Opened, openMneme } from '../src/compose.ts'
import type { Memory } from '../src/memory/memory.ts'
import { hook } from '../src/operations/hook.ts'
import { call } from '../src/operations/operation.ts'
import {
  figuresOf,
  mistakesIn,
  type Played,
  type Prompt,
  readPrompts,
} from './support/prompt-figures.ts'

export const bench = {
  name: 'prompts',
  summary: 'What is kept of messages as people type them; needs --data PATH',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        misses: { type: 'boolean', default: false },
        words: { type: 'boolean', default: false },
      },
    })
    if (!values.data)
      throw new Error('--data PATH is missing: a .jsonl file, or a folder of prompts-*.jsonl')
    const prompts = [...readPrompts(values.data).values()].flat()
    const played = await play(prompts, values.words)
    if (values.misses) for (const line of played.flatMap(mistakesIn)) console.log(line)
    return { columns: ['figure', 'value', 'of'], ...figuresOf(played) }
  },
}

async function play(prompts: readonly Prompt[], words: boolean): Promise<Played<Memory>[]> {
  const home = mkdtempSync(join(tmpdir(), 'mneme-prompts-'))
  const folder = join(home, 'project')
  mkdirSync(folder)
  execFileSync('git', ['init', '-q', folder])
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? '',
    ...(words ? { MNEME_EMBED_PROVIDER: 'none' } : {}),
  }
  const mneme = await openMneme({ home: join(home, '.mneme'), env })
  const played: Played<Memory>[] = []
  try {
    for (const prompt of prompts) played.push(await playOne(mneme, folder, prompt))
  } finally {
    await mneme.close()
    rmSync(home, { recursive: true, force: true })
  }
  return played
}

/** As the host's hook tells of it; what it left is taken away again, so that none meets another. */
async function playOne(mneme: Opened, folder: string, prompt: Prompt): Promise<Played<Memory>> {
  const { engine, caller } = await mneme.at({ door: 'hook', folder, session: prompt.id })
  const payload = { session_id: prompt.id, cwd: folder, prompt: prompt.text, prompt_id: prompt.id }
  const input = { host: 'claude-code' as const, event: 'UserPromptSubmit', payload, late: true }
  await call(hook, engine, caller, input)
  const all = await engine.store.memories.list({}, { limit: 100 })
  const { clock, store } = engine
  const changes = all.map(({ id }) => ({ op: 'delete', kind: 'memory', key: id }) as const)
  const batch = { id: clock.newId(), at: clock.now(), actor: 'bench', cause: 'bench' }
  if (all.length > 0) await store.apply({ ...batch, changes })
  return {
    prompt,
    kept: all.filter(({ held }) => !held),
    held: all.filter(({ held }) => held),
  }
}
