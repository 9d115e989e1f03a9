/** K-18. The same memories in both stores: the same answers, in the same order. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFrom, textsFrom } from '../../bench/support/texts.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { wordGroups } from '../../src/search/terms.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { NewMessage, TranscriptBatch } from '../../src/store/sessions.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { SynonymSettings } from '../../src/text/synonyms.ts'
import { memoryWith } from '../support/memory.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'
import { AT, applyTo, inserted } from './changes.ts'
import { findExpression, findWords } from './finding.ts'

const MEMORIES = 600
const QUESTIONS = 80
const DIMS = 96
const MODEL = { id: 'test', dims: DIMS }
/** As many as recall asks each source for. */
const CANDIDATES = 100
const AGREEMENT = 0.98

describe.skipIf('missing' in findPostgres())('SQLite and PostgreSQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mneme-test-'))
  const texts = textsFrom(5)
  const memories = manyMemories(texts)
  const questions = Array.from({ length: QUESTIONS }, (_, at) => texts.query(1 + (at % 6)))
  const visibleTo = { project: 'a', session: null }
  let cluster: Cluster
  let stores: readonly [Store, Store]

  const ask = async <T>(question: (store: Store) => Promise<T>): Promise<[T, T]> =>
    Promise.all([question(stores[0]), question(stores[1])])

  beforeAll(async () => {
    cluster = await startPostgres()
    stores = [
      openSqliteStore({ file: join(folder, 'mneme.db'), synchronous: 'OFF' }),
      openPostgresStore({ url: await cluster.createDatabase('agreement') }),
    ]
    for (const store of stores) await fill(store, memories)
  }, 120_000)
  afterAll(async () => {
    for (const store of stores ?? []) await store.close()
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('D-01 find the same by words, with the same scores', async () => {
    for (const question of questions) {
      const terms = question.split(' ')
      const [a, b] = await ask((store) => findWords(store, terms, { visibleTo }))
      expect(b?.map(({ id }) => id)).toEqual(a?.map(({ id }) => id))
      b?.forEach((hit, at) => {
        expect(hit.score).toBeCloseTo(a?.[at]?.score ?? 0, 6)
        expect([hit.start, hit.end]).toEqual([a?.[at]?.start, a?.[at]?.end])
      })
    }
  })

  it('D-10 read expressions alike', async () => {
    const [one, two, three] = (questions.find((each) => each.split(' ').length > 2) ?? '').split(
      ' ',
    )
    const phrase = memories[7]?.content.split(' ').slice(1, 3).join(' ')
    for (const expression of [
      `${one} OR ${two}`,
      `${one} NOT ${two}`,
      `(${one} OR ${two}) AND ${three}`,
      `"${phrase}"`,
      `head : ${one}`,
      `body : ${two}`,
      `- head : ${one}`,
      `{head body} : ${three}`,
      `${one?.slice(0, 3)}*`,
      `NEAR(${phrase}, 3)`,
      `"${phrase}" OR ${three} OR ${one}`,
      `${one} "" ${two}`,
      'a.b',
      'x AND OR y',
      '(',
      'c++',
      'no such:column',
    ]) {
      const [a, b] = await ask((store) => findExpression(store, expression, { visibleTo }))
      expect(b?.map(({ id }) => id) ?? null, expression).toEqual(a?.map(({ id }) => id) ?? null)
      b?.forEach((hit, at) => {
        expect(hit.score, expression).toBeCloseTo(a?.[at]?.score ?? 0, 5)
      })
    }
  })

  it('D-17 agree on the top ten of recall by words, at least 98 in 100', async () => {
    let same = 0
    let all = 0
    for (const question of questions) {
      const terms = wordGroups(SynonymSettings.parse({}), question, 32)
      const [a, b] = await ask(async (store) => {
        const ranked = await store.recall.byText({ kind: 'terms', terms }, { visibleTo })
        return namesOf(store, ((await ranked?.best(CANDIDATES)) ?? []).slice(0, 10))
      })
      same += b.filter((name, at) => a[at] === name).length
      all += a.length
      expect(b.length).toBe(a.length)
    }
    expect(same / all).toBeGreaterThanOrEqual(AGREEMENT)
  })

  it('D-16 give any candidate the same figures, wherever it was found', async () => {
    const terms = wordGroups(SynonymSettings.parse({}), questions[5] ?? '', 32)
    const ids = memories.slice(0, 60).map(({ id }) => id)
    const [a, b] = await ask(async (store) => {
      const units = await store.memories.unitsOf(ids)
      const ranked = await store.recall.byText({ kind: 'terms', terms }, { visibleTo })
      const of = new Map((await ranked?.of([...units.values()]))?.map((each) => [each.unit, each]))
      return ids.map((id) => {
        const found = of.get(units.get(id) ?? 0)
        return [found?.score ?? 0, found?.coverage ?? 0, found?.overlap ?? 0]
      })
    })
    expect(a.flat().some((value) => value > 0)).toBe(true)
    b.forEach((figures, at) => {
      figures.forEach((value, of) => {
        expect(value).toBeCloseTo(a[at]?.[of] ?? 0, 6)
      })
    })
  })

  it('M-30 agree on the top ten by what was kept in the same session', async () => {
    let same = 0
    let all = 0
    for (const question of questions) {
      const terms = wordGroups(SynonymSettings.parse({}), question, 32)
      const [a, b] = await ask(async (store) => {
        const ranked = await store.recall.byContext(terms, { visibleTo })
        return namesOf(store, (await ranked.best(CANDIDATES)).slice(0, 10))
      })
      same += b.filter((name, at) => a[at] === name).length
      all += a.length
    }
    expect(all).toBeGreaterThan(questions.length)
    expect(same / all).toBeGreaterThanOrEqual(AGREEMENT)
  })

  it('D-03 find the same by meaning', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const query = { model: MODEL.id, vector: direction(1000 + seed) }
      const [a, b] = await ask(async (store) => {
        const ranked = await store.recall.byMeaning(query, { visibleTo })
        const best = await ranked.best(10)
        return { names: await namesOf(store, best), cosines: best.map(({ cosine }) => cosine) }
      })
      expect(b.names).toEqual(a.names)
      expect(b.cosines).toEqual(a.cosines)
    }
  })

  it('B-03 offer the same near-duplicates', async () => {
    const place = { scope: 'project', project: 'a', session: null } as const
    let compared = 0
    for (const memory of memories.filter(({ scope }) => scope === 'project').slice(0, 60)) {
      const words = memory.content.toLowerCase().match(/\p{L}+/gu) ?? []
      const [a, b] = await ask((store) =>
        store.text.sharingWords(place, words, { share: 0.65, limit: 5 }),
      )
      compared += a.length
      expect(b.map(({ id }) => id)).toEqual(a.map(({ id }) => id))
    }
    expect(compared).toBeGreaterThan(60)
  })

  it('F-02 recall the same messages, and what was said around them', async () => {
    for (const question of questions.slice(0, 20)) {
      const terms = wordGroups(SynonymSettings.parse({}), question, 32)
      const [a, b] = await ask(async (store) => {
        const ranked = await store.sessions.recall.byText({ kind: 'terms', terms }, {})
        const best = ((await ranked?.best(CANDIDATES)) ?? []).slice(0, 5)
        const around = await store.sessions.recall.byContext(terms, {})
        const hasContext = ((await around?.best(5)) ?? []).length > 0
        return { scores: best.map(({ score }) => score), hasContext }
      })
      expect(b.hasContext).toBe(a.hasContext)
      expect(b.scores.length).toBe(a.scores.length)
      // Equals stand in the order of their numbers, which are each store's own.
      b.scores.forEach((score, at) => {
        expect(score).toBeCloseTo(a.scores[at] ?? 0, 1)
      })
    }
  })

  it('F-01 know the same of every session', async () => {
    const [a, b] = await ask(async (store) => {
      const sessions = await store.sessions.list({}, { limit: 50 })
      const messages = await store.sessions.messages({ host: 'h', id: 's1' }, { last: 5 })
      return {
        sessions,
        messages: messages.map(({ row: _, ...rest }) => rest),
        totals: await store.sessions.totals(),
        skips: await store.sessions.skips(),
        backlog: await store.vectors.backlog('messages'),
      }
    })
    expect(b).toEqual(a)
    expect(a.sessions.length).toBeGreaterThan(2)
  })
})

function manyMemories(texts: ReturnType<typeof textsFrom>): Memory[] {
  const random = randomFrom(3)
  return Array.from({ length: MEMORIES }, (_, at) => {
    const { title, content } = texts.next()
    const long = at % 40 === 0 ? Array.from({ length: 12 }, () => texts.next().content) : []
    const scope = random() < 0.2 ? 'global' : 'project'
    const session = random() < 0.3 ? `s${Math.floor(random() * 8)}` : null
    const base = memoryWith()
    return memoryWith({
      title,
      name: `memory-${at}`,
      content: [content, ...long].join('\n\n'),
      scope,
      project: scope === 'global' ? null : random() < 0.7 ? 'a' : 'b',
      tags: random() < 0.3 ? [title.split(' ')[0]?.toLowerCase() ?? 'x'] : [],
      createdAt: new Date(Date.parse(AT) + at * 60_000).toISOString(),
      provenance: { ...base.provenance, session },
    })
  })
}

async function fill(store: Store, memories: readonly Memory[]): Promise<void> {
  for (let at = 0; at < memories.length; at += 100) {
    await applyTo(store, inserted(...memories.slice(at, at + 100)))
  }
  const units = await store.memories.unitsOf(memories.map(({ id }) => id))
  const numbers = new Map([...units].map(([id, unit]) => [unit, id]))
  const due = await store.vectors.due('memories', MEMORIES)
  const embedded = due.map(({ unit, ticket }) => {
    const vector = direction(memories.findIndex(({ id }) => id === numbers.get(unit)))
    return { unit, ticket, passages: [{ start: 0, end: 10, vector }] }
  })
  expect(await store.vectors.put('memories', MODEL, embedded)).toBe(embedded.length)
  await store.sessions.put(transcripts())
}

function transcripts(): TranscriptBatch[] {
  const texts = textsFrom(11)
  return [1, 2, 3, 4].map((number) => {
    const session = { host: 'h', id: `s${number}` }
    const messages = Array.from({ length: 60 }, (_, at): NewMessage => {
      const { title, content } = texts.next()
      const again = at === 40 ? 10 : at // one message is said once more, in other words
      return {
        key: `${session.id}/${again}`,
        session,
        messageId: `m${again}`,
        eventId: `e${again}`,
        role: at % 3 === 2 ? 'tool' : at % 3 === 1 ? 'assistant' : 'user',
        origin: at % 3 === 2 ? 'tool-output' : at % 3 === 1 ? 'agent' : 'user',
        at: new Date(Date.parse(AT) + at * 1000).toISOString(),
        text:
          at % 20 === 5
            ? Array.from({ length: 8 }, () => texts.next().content).join('\n\n')
            : content,
        calls: [],
        callId: null,
        failed: false,
        cwd: '/repo',
        branch: null,
        model: at % 3 === 1 ? title : null,
        isMeta: at % 17 === 0,
      }
    })
    return {
      path: `/logs/${number}.jsonl`,
      host: 'h',
      cursor: `${number}`,
      revision: 0,
      at: AT,
      sessions: [
        {
          ...session,
          parent: number === 4 ? 's1' : null,
          project: number % 2 ? 'a' : 'b',
          cwd: '/repo',
          branch: null,
          title: `Session ${number}`,
          model: null,
          version: null,
          headless: number === 4,
          startedAt: AT,
          lastAt: new Date(Date.parse(AT) + number * 60_000).toISOString(),
          compactions: number,
        },
      ],
      messages,
      skipped: [{ reason: 'broken', count: number, line: 3, standing: false }],
      restarted: false,
    }
  })
}

async function namesOf(store: Store, found: readonly { unit: number }[]): Promise<string[]> {
  const units = await store.recall.units(
    found.map(({ unit }) => unit),
    {},
  )
  return units.map(({ head }) => head.split(' ')[0] ?? '')
}

/** A direction for each number, always the same. */
function direction(seed: number): Float32Array {
  const random = randomFrom(seed + 1)
  const vector = Float32Array.from({ length: DIMS }, () => random() + random() - 1)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
