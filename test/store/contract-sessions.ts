/** F-01, F-02. What every store promises about transcripts. */
import { expect, it } from 'vitest'
import type {
  NewMessage,
  SessionNews,
  SessionStore,
  TranscriptBatch,
} from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'
import { applyTo, documentWith } from './changes.ts'
import { findMessages } from './finding.ts'

const AT = '2026-01-01T00:00:00.000Z'

function news(id: string, more: Partial<SessionNews> = {}): SessionNews {
  return {
    host: 'codex',
    id,
    parent: null,
    project: null,
    cwd: '/home/dev/shop',
    branch: null,
    title: null,
    model: null,
    version: null,
    headless: null,
    startedAt: AT,
    lastAt: AT,
    compactions: 0,
    ...more,
  }
}

function said(
  session: string,
  id: string,
  text: string,
  more: Partial<NewMessage> = {},
): NewMessage {
  return {
    key: `codex:${session}:${id}`,
    session: { host: 'codex', id: session },
    messageId: id,
    eventId: id,
    role: 'user',
    origin: 'user',
    at: AT,
    text,
    calls: [],
    callId: null,
    failed: false,
    cwd: null,
    branch: null,
    model: null,
    isMeta: false,
    ...more,
  }
}

function batch(more: Partial<TranscriptBatch> = {}): TranscriptBatch {
  return {
    path: '/t/a.jsonl',
    host: 'codex',
    cursor: '{"at":1}',
    revision: 0,
    at: AT,
    sessions: [news('s')],
    messages: [said('s', '1', 'How do we deploy?')],
    skipped: [],
    restarted: false,
    ...more,
  }
}

export function itKeepsTranscripts(store: () => Store): void {
  const sessions = (): SessionStore => store().sessions
  const texts = async (id: string) =>
    (await sessions().messages({ host: 'codex', id })).map(({ text }) => text)

  it('F-01 what was read and how far are stored together', async () => {
    expect(await sessions().place('/t/a.jsonl')).toEqual({ cursor: null, revision: 0 })
    expect(await sessions().put([batch()])).toEqual([
      { stored: true, revision: 1, sessions: 1, messages: 1, replaced: 0 },
    ])
    expect(await sessions().place('/t/a.jsonl')).toEqual({ cursor: '{"at":1}', revision: 1 })
    expect(await sessions().get('s')).toMatchObject({ host: 'codex', messages: 1, users: 1 })
    expect(await sessions().get('nobody')).toBeNull()
  })

  it('F-01 somebody who has read on meanwhile wins, and nothing of the other batch is stored', async () => {
    await sessions().put([batch()])
    const late = batch({ messages: [said('s', '2', 'Too late')], cursor: '{"at":9}' })
    expect(await sessions().put([late])).toMatchObject([{ stored: false, revision: 1 }])
    expect(await texts('s')).toEqual(['How do we deploy?'])
    expect((await sessions().place('/t/a.jsonl')).cursor).toBe('{"at":1}')
  })

  it('F-01 the same key again replaces the message and keeps its place', async () => {
    const first = [said('s', '1', 'One'), said('s', '2', 'Two')]
    await sessions().put([batch({ messages: first })])
    const [before] = await sessions().messages({ host: 'codex', id: 's' })
    const grown = batch({ revision: 1, cursor: null, messages: [said('s', '1', 'One and more')] })
    expect(await sessions().put([grown])).toMatchObject([{ messages: 0, replaced: 1 }])
    expect(await texts('s')).toEqual(['One and more', 'Two'])
    const news_ = await sessions().messages(
      { host: 'codex', id: 's' },
      { afterSeq: before?.seq ?? 0 },
    )
    expect(news_.map(({ text }) => text)).toContain('One and more')
    expect(await sessions().put([{ ...grown, revision: 2 }])).toMatchObject([{ replaced: 0 }])
    expect((await sessions().place('/t/a.jsonl')).cursor).toBe('{"at":1}')
    const found = async (term: string) => (await findMessages(store(), [term]))?.length
    expect(await found('more')).toBe(1)
  })

  it('F-01 a session keeps its first folder and earliest start, and the newest of the rest', async () => {
    await sessions().put([batch({ sessions: [news('s', { title: 'Old', branch: 'main' })] })])
    const later = news('s', {
      title: 'New',
      cwd: '/elsewhere',
      startedAt: '2025-12-31T00:00:00.000Z',
      lastAt: '2026-01-02T00:00:00.000Z',
    })
    await sessions().put([batch({ revision: 1, sessions: [later], messages: [] })])
    expect(await sessions().get('s')).toMatchObject({
      title: 'New',
      branch: 'main',
      cwd: '/home/dev/shop',
      startedAt: '2025-12-31T00:00:00.000Z',
      lastAt: '2026-01-02T00:00:00.000Z',
    })
  })

  it('F-02 filters act before anything is cut', async () => {
    const many = Array.from({ length: 60 }, (_, i) => said('s', `${i}`, `deploy deploy ${i}`))
    const tool = said('s', 'tool', 'deploy finished', { role: 'tool', callId: 'c' })
    const other = batch({
      path: '/t/b.jsonl',
      sessions: [news('p', { project: 'p1' })],
      messages: [said('p', '1', 'deploy once')],
    })
    await sessions().put([batch({ messages: [...many, tool] }), other])
    const found = async (filter: object) =>
      (await findMessages(store(), ['deploy'], filter, 5))?.map(({ id }) => id.split(':').at(-1))
    expect(await found({ roles: ['tool'] })).toEqual(['tool'])
    expect(await found({ projects: ['p1'] })).toEqual(['1'])
    expect(await found({ projects: ['nobody'] })).toEqual([])
    expect(await found({ ids: ['p'] })).toEqual(['1'])
    expect(await found({ hosts: ['gemini'] })).toEqual([])
    expect(await found({ from: '2026-02-01T00:00:00.000Z' })).toEqual([])
    expect(await found({})).toHaveLength(5)
  })

  it.each(['"', 'deploy AND', 'NEAR(', '*', '(', 'col:x'])(
    'D-10 takes %j as an expression or says that it is none',
    async (expression) => {
      await sessions().put([batch()])
      const hits = await findMessages(store(), expression)
      expect(hits === null || Array.isArray(hits)).toBe(true)
    },
  )

  it('F-01 what was left out adds up; what keeps a file from being read ends with it', async () => {
    const corrupt = { reason: 'corrupt line', count: 1, line: 3, standing: false }
    const denied = { reason: 'file: no permission', count: 1, line: null, standing: true }
    await sessions().put([batch({ skipped: [corrupt, denied] })])
    await sessions().put([batch({ revision: 1, skipped: [{ ...corrupt, count: 2, line: 9 }] })])
    expect(await sessions().skips()).toEqual([
      { path: '/t/a.jsonl', host: 'codex', ...corrupt, count: 3 },
    ])
    await sessions().put([batch({ revision: 2, restarted: true })])
    expect(await sessions().skips()).toEqual([])
  })

  it('B-14 a forgotten session is gone, and reading it again brings nothing back', async () => {
    await sessions().put([batch()])
    expect(await sessions().forget({ host: 'codex', id: 's' })).toEqual({ messages: 1 })
    expect(await sessions().get('s')).toBeNull()
    const again = batch({ revision: 1, restarted: true })
    expect(await sessions().put([again])).toMatchObject([{ sessions: 0, messages: 0 }])
    expect(await sessions().list({}, { limit: 10 })).toEqual([])
    expect(await findMessages(store(), ['deploy'])).toEqual([])
  })

  it('B-14 nothing that was noted about a forgotten session stays, except that it is off', async () => {
    await sessions().put([batch()])
    const row = documentWith({ kind: 'summary', key: 'x', session: 's', body: { said: 'deploy' } })
    const written = await applyTo(store(), [{ op: 'insert', kind: 'document', row }])
    for (const key of ['context:s', 'off:s', 'context:t']) await store().notes.set(key, 'deploy')
    await sessions().forget({ host: 'codex', id: 's' })
    expect(await store().documents.get('summary', 'x')).toBeNull()
    expect((await store().journal.entries(written))[0]?.after).toBeNull()
    expect(await store().notes.get('context:s')).toBeNull()
    expect(await store().notes.get('off:s')).toBe('deploy')
    expect(await store().notes.get('context:t')).toBe('deploy')
  })

  it('B-16 sessions that ended before a moment are pruned', async () => {
    const old = news('old', { lastAt: '2025-01-01T00:00:00.000Z' })
    await sessions().put([
      batch(),
      batch({ path: '/t/b.jsonl', sessions: [old], messages: [said('old', '1', 'Long ago')] }),
    ])
    const pruned = await sessions().prune('2025-06-01T00:00:00.000Z')
    expect(pruned).toEqual({ sessions: 1, messages: 1 })
    expect((await sessions().list({}, { limit: 10 })).map(({ id }) => id)).toEqual(['s'])
    expect(await sessions().totals()).toEqual({ transcripts: 2, sessions: 1, messages: 1 })
  })

  it('G-02 what went through capture is known, and never goes back', async () => {
    await sessions().put([batch()])
    expect((await sessions().get('s'))?.captured).toBe(0)
    await sessions().markCaptured({ host: 'codex', id: 's' }, 1)
    await sessions().markCaptured({ host: 'codex', id: 's' }, 0)
    expect((await sessions().get('s'))?.captured).toBe(1)
  })
}
