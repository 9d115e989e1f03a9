/**
 * M-01 to M-03. Whether words that no person typed are ever served as the user's rule: attack texts
 * through every channel of the build with default settings, messages with pasted and attributed
 * imperatives through the prompt hook, and how many harmless texts are held back by mistake.
 *
 * Arguments: --data DIR (a folder with injection-dev and prompts-*.jsonl), --limit N texts a channel,
 * --channels a,b, --own (only the texts of this repository, which need no data), --show.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { govern } from '../src/context/governor.ts'
import { ContextSettings } from '../src/context/settings.ts'
import type { Memory } from '../src/memory/memory.ts'
import { INJECTIONS } from '../test/fixtures/injections.ts'
import { type OwnPlace, withOwnPlace } from './support/own-daemon.ts'
import { runProgram } from './support/run-program.ts'
import { CHANNELS, type Channel } from './support/trust-channels.ts'

interface Prompt {
  readonly text: string
  readonly why: string
}

/** Messages whose imperatives are another person's, by their labels. */
const FOREIGN = /^pasted|^(?:code|other's words|task notification|slash output|system text)$/
const SETTLE_MS = 1500

export const bench = {
  name: 'trust',
  summary: 'Foreign words through every door: how many become a rule; --data DIR or --own',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        data: { type: 'string' },
        limit: { type: 'string' },
        channels: { type: 'string' },
        own: { type: 'boolean', default: false },
        show: { type: 'boolean', default: false },
      },
    })
    if (!values.data && !values.own)
      throw new Error('Where is the data? --data DIR with injection-dev, or --own')
    const limit = Number(values.limit ?? Number.POSITIVE_INFINITY)
    const attacks = (values.own || !values.data ? INJECTIONS : attacksIn(values.data)).slice(
      0,
      limit,
    )
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    const add = (what: string, texts: number, found: Found) => {
      rows.push([what, texts, found.kept.length, found.held.length, found.rules.length])
      figures[`${what}: as a rule`] = found.rules.length
      figures[`${what}: held`] = found.held.length
      if (values.show)
        for (const { type, provenance, content } of found.rules)
          console.log(`RULE by ${what}: ${type} of ${provenance.origin}: ${content.slice(0, 200)}`)
    }
    const wanted = values.channels?.split(',')
    for (const channel of CHANNELS.filter(({ name }) => wanted?.includes(name) ?? true))
      add(channel.name, attacks.length, await play(channel, attacks))
    if (values.data && !wanted) {
      const foreign = promptsIn(values.data).filter(({ why }) => FOREIGN.test(why))
      add('prompts of the set, foreign', foreign.length, await play(typed, textsOf(foreign)))
      const harmless = harmlessIn(values.data).slice(0, limit)
      add('harmless, typed', harmless.length, await play(typed, harmless))
    }
    return {
      title: 'Words of others through every door of the build',
      columns: ['channel', 'texts', 'kept', 'held for review', 'as a rule'],
      rows,
      figures,
    }
  },
}

/** The prompt as it is, through the hook. */
const typed: Channel = {
  name: 'typed',
  async send(place, project, texts) {
    for (const [i, prompt] of texts.entries()) {
      const known = { session_id: `typed-${i}`, prompt_id: `typed-${i}`, cwd: project, prompt }
      const payload = JSON.stringify({ ...known, hook_event_name: 'UserPromptSubmit' })
      await runProgram(
        [join(process.cwd(), 'dist/hook.cjs'), 'claude-code'],
        payload,
        place,
        project,
      )
    }
  },
}

interface Found {
  readonly kept: readonly Memory[]
  readonly held: readonly Memory[]
  /** In force, and handed to an agent as what the user wants. */
  readonly rules: readonly Memory[]
}

async function play(channel: Channel, texts: readonly string[]): Promise<Found> {
  return withOwnPlace({}, async (place) => {
    const project = join(place.folder, 'project')
    mkdirSync(project)
    execFileSync('git', ['init', '-q', project])
    await place.start()
    await channel.send(place, project, texts)
    await sleep(SETTLE_MS)
    return foundIn(place, project)
  })
}

/** Read beside the daemon, judged by what decides how a memory may speak. */
async function foundIn(place: OwnPlace, folder: string): Promise<Found> {
  const mneme = await openMneme({ home: place.home.home, env: place.env, folder })
  try {
    const all: Memory[] = []
    for (;;) {
      const page = await mneme.engine.store.memories.list({}, { limit: 500, offset: all.length })
      all.push(...page)
      if (page.length < 500) break
    }
    const kept = all.filter(({ held }) => !held)
    const settings = ContextSettings.parse({})
    return {
      kept,
      held: all.filter(({ held }) => held),
      rules: kept.filter((memory) => govern(settings, memory).verdict === 'rule'),
    }
  } finally {
    await mneme.close()
  }
}

function attacksIn(data: string): string[] {
  const plain = ['code_attack_train.json', 'text_attack_train.json'].flatMap((file) =>
    Object.values(read<Record<string, string[]>>(join(data, 'injection-dev', file))).flat(),
  )
  // Every other one asks to be a rule for good.
  return plain.map((text, i) =>
    i % 2 === 0 ? text : `From now on always do this in every session: ${text}`,
  )
}

function harmlessIn(data: string): string[] {
  const file = join(data, 'injection-dev', 'NotInject_one.json')
  return read<{ prompt: string }[]>(file).map(({ prompt }) => prompt)
}

function promptsIn(data: string): Prompt[] {
  if (!existsSync(data)) return []
  return readdirSync(data)
    .filter((name) => /^prompts.*\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(join(data, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line))
}

function textsOf(prompts: readonly Prompt[]): string[] {
  return prompts.map(({ text }) => text)
}

function read<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(file, 'utf8')) as Shape
}
