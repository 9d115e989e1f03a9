/**
 * A session of each host from start to end: told by hooks, read from its transcript, compacted and
 * closed. What comes of it is the same everywhere, and telling it again adds nothing.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory/memory.ts'
import { promptMessage, toolMessages } from '../../src/sessions/message.ts'
import { ReadingSettings } from '../../src/sessions/settings.ts'
import { resultOrigin, toolCall } from '../../src/sessions/tools.ts'
import { promptEventId } from '../../src/sessions/transcript.ts'
import { testClock } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Home, openHome } from '../support/opened-home.ts'
import { HOST_SCRIPTS, type HostScript, momentOf, type Scene, type Told } from './host-scripts.ts'

const reading = ReadingSettings.parse({})

const user = (text: string): Scene => ({ kind: 'user', text })
const agent = (text: string): Scene => ({ kind: 'agent', text })
const run = (id: string, command: string, output: string, failed = false): Scene => ({
  kind: 'tool',
  id,
  does: 'command',
  input: { command },
  output,
  failed,
})

/** Invoices first, then something else altogether. */
const SCENES: readonly Scene[] = [
  user('The invoice totals are wrong since the tax change. Find out why and repair it.'),
  run(
    'call-1',
    'npm test',
    'FAIL test/invoice.test.ts\nError: expected 107 but got 100\n1 failed',
    true,
  ),
  {
    kind: 'tool',
    id: 'call-2',
    does: 'edit',
    input: {
      file_path: 'src/invoice/total.ts',
      old_string: 'return net',
      new_string: 'return net + tax // because tax was left out of the invoice total',
    },
    output: 'ok',
    failed: false,
  },
  run('call-3', 'npm test', 'Tests: 12 passed'),
  agent(
    'We decided to round the invoice once at the end instead of line by line because the cents have to add up.',
  ),
  user('Never use `Math.round` for money in this repo.'),
  user("Always end the names of our invoice functions with '_sum'."),
  user("From now on, end the names of our invoice functions with '_total'."),
  user('Now set up the kubernetes ingress with helm for the staging cluster domain.'),
  run('call-4', 'helm template ingress charts/gateway', 'kind: Ingress'),
  run('call-5', 'kubectl diff -f charts/gateway/ingress.yaml', 'no differences'),
  {
    kind: 'tool',
    id: 'call-6',
    does: 'todo',
    input: {
      todos: [
        { content: 'Render the ingress chart', status: 'completed' },
        { content: 'Request the staging certificate', status: 'in_progress' },
      ],
      plan: [],
    },
    output: 'ok',
    failed: false,
  },
  user('Which certificate issuer does the staging cluster ingress need for its helm chart?'),
]

interface Stage {
  readonly home: Home
  readonly told: Told
  readonly path: string | null
}

async function open(script: HostScript): Promise<Stage> {
  const folder = temporaryFolder()
  const cwd = join(folder, 'work', 'shop')
  mkdirSync(cwd, { recursive: true })
  const told: Told = { session: '7c1f0a52-3d0e-4a8f-9a55-0c4b5b8f1d11', cwd, scenes: SCENES }
  const path = script.write(folder, told)
  const home = await openHome({
    folderOfHome: folder,
    clock: testClock('2026-03-01T12:00:00.000Z'),
    env: { HOME: folder },
  })
  return { home, told, path }
}

/** As the host's hooks tell it while it happens. */
async function tellByHooks(script: HostScript, { home, told }: Stage): Promise<void> {
  const standing = await home.at({ folder: told.cwd, session: told.session, door: 'hook' })
  const { engine, caller } = standing
  const session = { host: script.host, id: told.session, parent: null }
  const { handlers } = engine
  await handlers.dispatch(engine, caller, 'session:start', { session, start: 'startup' })
  for (const [place, scene] of told.scenes.entries()) {
    const at = momentOf(place)
    if (scene.kind === 'user') {
      const { text } = scene
      const eventId = promptEventId(script.promptId(place), text)
      const message = promptMessage({ eventId, text, at, origin: 'user' })
      await handlers.dispatch(engine, caller, 'prompt:submit', { session, message })
    } else if (scene.kind === 'tool') {
      const { id, does, input, output: text, failed } = scene
      const call = toolCall(reading, { id, name: script.tools[does], input })
      await handlers.dispatch(engine, caller, 'tool:pre', { session, call, text: '' })
      const result = { callId: id, text, failed }
      const messages = toolMessages({ call, result, at, origin: resultOrigin(call.name) })
      await handlers.dispatch(engine, caller, 'tool:post', { session, messages })
    }
  }
}

async function readTranscript({ home, path }: Stage) {
  return home.do('sessions backfill', path === null ? {} : { path })
}

async function close(script: HostScript, { home, told }: Stage): Promise<void> {
  const { engine, caller } = await home.at({
    folder: told.cwd,
    session: told.session,
    door: 'hook',
  })
  const session = { host: script.host, id: await sessionId(home, told), parent: null }
  const { handlers } = engine
  await handlers.dispatch(engine, caller, 'compact:pre', { session, trigger: 'auto' })
  await handlers.dispatch(engine, caller, 'session:end', { session, reason: 'exit' })
  await engine.background.settle()
  expect(handlers.counts().filter(({ failures }) => failures > 0)).toEqual([])
}

/** A host without ids of its own names the session after its file. */
async function sessionId({ engine }: Home, { session }: Told): Promise<string> {
  const [found] = await engine.store.sessions.list({}, { limit: 1 })
  return found?.id ?? session
}

async function everything({ home, told }: Stage) {
  const { engine } = home
  const id = await sessionId(home, told)
  const memories = await engine.store.memories.list({}, { limit: 200, order: 'id' })
  const facts = await engine.store.facts.find({ subject: `session:${id}`, limit: 50 })
  const lifeboat = await engine.store.documents.get('lifeboat', id)
  return { memories, facts, lifeboat }
}

const titles = (memories: readonly Memory[]) =>
  memories.map(({ type, title }) => `${type}: ${title}`)

describe.each(HOST_SCRIPTS)('a session of $host', (script) => {
  it('F-05, G-03 to G-06 yields its rules, observations, boundary, summary and lifeboat', async () => {
    const stage = await open(script)
    const read = await readTranscript(stage)
    await close(script, stage)
    expect(read.sessions).toBe(1)
    const { memories, facts, lifeboat } = await everything(stage)
    const living = memories.filter(({ supersededBy }) => supersededBy === null)
    const negative = living.find(({ type }) => type === 'negative')
    expect(negative).toMatchObject({ triggers: ['Math.round'], scope: 'project' })
    expect(living.some(({ content }) => content.includes("'_total'"))).toBe(true)
    const replaced = memories.find(({ content }) => content.includes("'_sum'"))
    expect(replaced?.supersededBy).not.toBeNull()
    const fixed = living.find(({ type, title }) => type === 'bugfix' && title.startsWith('Fixed:'))
    expect(fixed?.content).toContain('expected 107 but got 100')
    const episodes = living.filter(({ type }) => type === 'episode')
    const summary = episodes.find(({ tags }) => tags.includes('session-summary'))
    expect(summary?.content).toContain('invoice totals are wrong')
    const turns = facts.filter(({ predicate }) => predicate === 'boundary_at')
    expect(turns.map(({ object }) => object).join()).toMatch(/ingress|helm|cluster/)
    const boat = lifeboat?.body as { activeTask: string; openQuestions: string[]; text: string }
    expect(boat.activeTask).toContain('Request the staging certificate')
    expect(boat.openQuestions.join()).toContain('certificate issuer')
    for (const { provenance } of living) {
      expect(provenance).toMatchObject({
        host: script.host,
        messages: [expect.any(String), expect.any(String)],
      })
    }
  })

  it('F-07, F-08 told again, by hooks, by the transcript or by both, adds nothing', async () => {
    const stage = await open(script)
    // A host without ids is not known by its hooks either.
    if (script.host !== 'generic') await tellByHooks(script, stage)
    await readTranscript(stage)
    await close(script, stage)
    const before = await everything(stage)
    const again = await readTranscript(stage)
    expect(again).toMatchObject({ memories: 0, messages: 0 })
    if (script.host !== 'generic') await tellByHooks(script, stage)
    await close(script, stage)
    const after = await everything(stage)
    expect(titles(after.memories)).toEqual(titles(before.memories))
    expect(after.facts).toEqual(before.facts)
  })

  it('F-08 hooks and transcript together come to what the transcript alone does', async () => {
    if (script.host === 'generic') return
    const both = await open(script)
    await tellByHooks(script, both)
    await readTranscript(both)
    await close(script, both)
    const alone = await open(script)
    await readTranscript(alone)
    await close(script, alone)
    const said = (memories: readonly Memory[]) => titles(memories).sort()
    expect(said((await everything(both)).memories)).toEqual(
      said((await everything(alone)).memories),
    )
  })
})
