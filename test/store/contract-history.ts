/** M-31, M-40. What every store promises about history: what was said in stretches, and commits. */
import { expect, it } from 'vitest'
import type { NewCommit } from '../../src/store/commits.ts'
import type { NewMessage, TranscriptBatch } from '../../src/store/sessions.ts'
import type { Store } from '../../src/store/store.ts'

const MONDAY = '2026-01-05T10:00:00.000Z'
const TUESDAY = '2026-01-06T10:00:00.000Z'
const LATER = '2026-02-01T10:00:00.000Z'
const HERE = { project: 'shop', exceptSession: null, before: LATER } as const

function session(
  id: string,
  at: string,
  texts: readonly string[],
  project = 'shop',
): TranscriptBatch {
  const key = { host: 'codex', id }
  const messages = texts.map(
    (text, index): NewMessage => ({
      key: `codex:${id}:${index}`,
      session: key,
      ...{ messageId: String(index), eventId: String(index), at, text },
      role: index % 2 === 0 ? 'user' : 'assistant',
      origin: index % 2 === 0 ? 'user' : 'agent',
      ...{ calls: [], callId: null, failed: false, cwd: null, branch: null, model: null },
      isMeta: false,
    }),
  )
  const news = {
    ...{ ...key, parent: null, project, cwd: '/home/dev/shop', branch: null, title: null },
    ...{ model: null, version: null, headless: null, startedAt: at, lastAt: at, compactions: 0 },
  }
  const common = { host: 'codex', cursor: '{}', revision: 0, at, skipped: [], restarted: false }
  return { ...common, path: `/t/${id}.jsonl`, sessions: [news], messages }
}

function commit(
  hash: string,
  at: string,
  message: string,
  files: readonly string[] = [],
): NewCommit {
  return { hash: hash.padEnd(40, '0'), at, author: 'Anna', branch: 'main', message, files }
}

export function itKeepsHistory(store: () => Store): void {
  const said = () => store().sessions.said
  const commits = () => store().commits

  it('M-31 words are counted over the stretches of one project', async () => {
    await store().sessions.put([
      session('one', MONDAY, ['We charge in cents, never in floats.', 'Understood.']),
      session('two', TUESDAY, ['The header is blue.', 'Done.']),
      session('away', MONDAY, ['We charge in cents elsewhere.', 'Fine.'], 'other'),
    ])
    const counted = await said().count(['cent', 'blue', 'nothing'], HERE)
    expect(counted.total).toBe(2)
    expect(counted.holding).toEqual([1, 1, 0])
    const { best, spread } = await counted.best([2, 1, 1], 5)
    expect(spread.count).toBe(2)
    expect(best.map(({ score }) => score)).toEqual([2, 1])
    const [first] = best
    const messages = await said().messagesWithin(first ? [first] : [])
    expect(messages.map(({ session: id, role, turn }) => [id, role, turn])).toEqual([
      ['one', 'user', 0],
      ['one', 'assistant', 1],
    ])
    const replies = await said().messagesWithin(first ? [first] : [], 'assistant')
    expect(replies.map(({ turn }) => turn)).toEqual([1])
    const rows = messages.map((message) => message.row)
    expect(await said().withRows(rows, HERE, 'user')).toEqual([messages[0]])
    const row = messages[0]
    expect(
      await counted.around([2, 1, 1], [{ session: row?.sessionNumber ?? 0, turn: 1 }]),
    ).toEqual([2])
  })

  it('M-35 neither its own words nor what is yet to come belong to a session’s history', async () => {
    await store().sessions.put([
      session('one', MONDAY, ['We charge in cents.', 'Yes.']),
      session('two', TUESDAY, ['We charge in cents.', 'Yes.']),
    ])
    const held = async (filter: Partial<typeof HERE> | { exceptSession: string }) =>
      (await said().holding(['cent'], { ...HERE, ...filter })).get('cent')
    expect(await held({})).toBe(2)
    expect(await held({ exceptSession: 'one' })).toBe(1)
    expect(await held({ before: TUESDAY } as never)).toBe(1)
    const { best } = await (await said().count(['cent'], HERE)).best([1], 9)
    const rows = (await said().messagesWithin(best)).map(({ row }) => row)
    const allowed = await said().withRows(rows, { ...HERE, exceptSession: 'two' })
    expect(new Set(allowed.map(({ session: id }) => id))).toEqual(new Set(['one']))
    expect((await said().sample(HERE, 10)).length).toBeGreaterThan(0)
  })

  it('M-31 what a session adds is counted from then on, and what is forgotten no more', async () => {
    await store().sessions.put([session('one', MONDAY, ['We charge in cents.', 'Yes.'])])
    expect((await said().count(['euro'], HERE)).holding).toEqual([0])
    await store().sessions.put([session('two', MONDAY, ['Now in euros.', 'Yes.'])])
    expect((await said().count(['euro'], HERE)).holding).toEqual([1])
    await store().sessions.forget({ host: 'codex', id: 'two' })
    expect((await said().count(['euro'], HERE)).holding).toEqual([0])
  })

  it('M-40 commits are kept once, found by words, file and date', async () => {
    const all = [
      commit('aaa1', MONDAY, 'fix: cap the retry budget at 7', ['src/retry.ts', 'README.md']),
      commit('bbb2', TUESDAY, 'feat: blue header', ['src/ui/header.ts']),
    ]
    expect(await commits().put('shop', all)).toBe(2)
    expect(await commits().put('shop', all)).toBe(0)
    expect(await commits().list({ project: 'other' }, 9)).toEqual([])
    const found = async (filter: { file?: string; from?: string; to?: string }) =>
      (await commits().list({ project: 'shop', ...filter }, 9)).map(({ hash }) => hash.slice(0, 4))
    expect(await found({})).toEqual(['bbb2', 'aaa1'])
    expect(await found({ file: 'src/retry.ts' })).toEqual(['aaa1'])
    expect(await found({ file: 'src/ui' })).toEqual(['bbb2'])
    expect(await found({ from: TUESDAY })).toEqual(['bbb2'])
    expect(await found({ to: MONDAY })).toEqual(['aaa1'])
    const counted = await commits().count(['retri', 'blue'], { project: 'shop' })
    expect([counted.total, counted.holding]).toEqual([2, [1, 1]])
    const [first] = (await counted.best([3, 1], 5)).best
    expect((await commits().withRows(first ? [first.row] : []))[0]?.files).toEqual([
      'src/retry.ts',
      'README.md',
    ])
    expect((await commits().sample('shop', 10)).length).toBe(2)
  })

  it('M-40 a rewritten history keeps what is still there; vectors go with their commits', async () => {
    const [kept, gone] = [commit('aaa1', MONDAY, 'one'), commit('bbb2', TUESDAY, 'two')]
    await commits().put('shop', [kept, gone])
    const due = await store().vectors.due('commits', 9)
    expect(due.length).toBe(2)
    const vector = Float32Array.from([1, 0])
    const units = due.map((each) => ({ ...each, passages: [{ start: 0, end: 3, vector }] }))
    await store().vectors.put('commits', { id: 'm', dims: 2 }, units)
    const near = () => commits().nearest({ model: 'm', vector }, { project: 'shop' }, 5)
    expect((await near()).length).toBe(2)
    expect(await commits().retain('shop', new Set([kept.hash]))).toBe(1)
    expect(await commits().list({ project: 'shop' }, 9)).toMatchObject([{ hash: kept.hash }])
    expect((await near()).length).toBe(1)
    expect(await commits().retain('shop', new Set())).toBe(1)
    expect(await near()).toEqual([])
  })
}
