/** M-01, M-02, M-05. What only a person decides cannot be had in another way: by ticking it off, or by an import. */
import { expect, it } from 'vitest'
import type { Memory } from '../../src/memory/memory.ts'
import { isTask, type Reviser, revise } from '../../src/memory/revise.ts'
import { readConsents } from '../../src/setup/consent.ts'
import { temporaryFolder } from '../support/folder.ts'
import { memoryWith } from '../support/memory.ts'
import { openHome } from '../support/opened-home.ts'
import { sessionFile } from '../support/session-files.ts'

const AGENT = { door: 'http', speaker: 'agent' } as const

it('M-02 a rule cannot be done: it stays in force', async () => {
  const home = await openHome()
  const { id } = await home.do('remember', { content: 'We deploy on Tuesdays', type: 'policy' })
  const agent = await home.at(AGENT)
  for (const place of [agent, home]) {
    const ticked = place.do('task done', { id: id ?? '' })
    await expect(ticked).rejects.toMatchObject({ code: 'invalid_input' })
  }
  const { lines } = await home.do('export', {})
  const done = lines.map((line) => line.replace('"done":null', '"done":true'))
  await agent.do('import', { text: `${done.join('\n')}\n` })
  expect((await home.stored(id)).done).toBeNull()
})

it('M-02 an agent ticks off a task of a person, and does not make a task of a rule to do so', () => {
  const by: Reviser = {
    speaker: 'agent',
    now: '2026-03-01T00:00:00.000Z',
    classify: () => 'public',
    trustOf: () => 1,
  }
  const told = { origin: 'user', source: 'user-stated' } as const
  const memory = (type: Memory['type'], done: boolean | null) => {
    const made = memoryWith({ type, done })
    return { ...made, provenance: { ...made.provenance, ...told } }
  }
  expect(revise(memory('task', false), { done: true }, by).set.done).toBe(true)
  const asked = revise(memory('policy', null), { type: 'task', done: true }, by)
  expect(asked.set).toEqual({})
  expect(asked.proposed).toEqual({ type: 'task', done: true })
  expect(isTask(memory('policy', null))).toBe(false)
})

it('M-06 an import by an agent switches memory off nowhere', async () => {
  const home = await openHome()
  const path = home.projectFolder('shop')
  const [head] = (await home.do('export', {})).lines
  const row = {
    id: '01JZ0000000000000000000000',
    slug: 'shop',
    name: 'shop',
    rootCommits: [],
    commonDirs: [],
    remotes: [],
    paths: [path],
    excluded: [path],
    mergedInto: null,
    off: true,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
  const text = `${head}\n${JSON.stringify({ record: 'project', row })}\n`
  await (await home.at(AGENT)).do('import', { text })
  const [shop] = await home.engine.store.projects.all()
  expect(shop).toMatchObject({ id: row.id, off: false, excluded: [] })
})

it('M-05 a request cannot agree to have transcripts read, and reads on where the owner agreed', async () => {
  const person = temporaryFolder()
  sessionFile(person, 'old').prompt('From now on always use tabs.')
  const home = await openHome({ env: { HOME: person } })
  const agents = [AGENT, { door: 'mcp', speaker: 'agent' }] as const
  for (const where of agents) {
    const agent = await home.at(where)
    for (const input of [{}, { host: ['claude-code' as const] }]) {
      const asked = agent.do('sessions backfill', input)
      await expect(asked).rejects.toMatchObject({ code: 'not_allowed' })
    }
  }
  expect(readConsents(home.engine.home).size).toBe(0)
  await home.do('sessions backfill', { host: ['claude-code'] })
  sessionFile(person, 'next').prompt('What is next?')
  const agent = await home.at(AGENT)
  expect(await agent.do('sessions backfill', {})).toMatchObject({ sessions: 1 })
  const codex = agent.do('sessions backfill', { host: ['codex'] })
  await expect(codex).rejects.toMatchObject({ code: 'not_allowed' })
})

it('M-02 what an agent wants to forget is shown as that, whatever else was proposed', async () => {
  const home = await openHome()
  const { id } = await home.do('remember', { content: 'Always use pnpm here', type: 'policy' })
  const agent = await home.at(AGENT)
  await agent.do('update', { id: id ?? '', title: 'Always use npm here', importance: 0 })
  await agent.do('forget', { id: [id ?? ''] })
  const { changes } = await home.do('review list', {})
  const fields = changes.map((change) => change.fields)
  expect(fields).toEqual([[{ field: 'state', current: 'new', proposed: 'removed' }]])
})
