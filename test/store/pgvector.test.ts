/**
 * K-18, D-03. Where pgvector is installed, its HNSW index finds what a look at every vector finds. And
 * D-01: what ranking reads off `ts_rank` is tried out, and counted where a server has another one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wordGroups } from '../../src/search/terms.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { PostgresSettings } from '../../src/store/postgres-settings.ts'
import type { Store } from '../../src/store/store.ts'
import { SynonymSettings } from '../../src/text/synonyms.ts'
import { seededRandom } from '../support/clock.ts'
import { memoryWith } from '../support/memory.ts'
import { type InProcessPostgres, startPglite } from '../support/pglite.ts'
import { applyTo, inserted } from './changes.ts'

const DIMS = 32
const MODEL = { id: 'test', dims: DIMS }
const MEMORIES = 300
const VISIBLE = { visibleTo: { project: 'a', session: null } }

let server: InProcessPostgres
beforeAll(async () => {
  server = await startPglite()
}, 120_000)
afterAll(() => server?.stop())

function openStore(host = '127.0.0.1'): Store {
  // One backend: one connection.
  const settings = PostgresSettings.parse({ poolSize: 1 })
  return openPostgresStore({ url: server.url.replace('127.0.0.1', host), settings })
}

describe('pgvector', () => {
  let store: Store
  const random = seededRandom(3)
  const memories = Array.from({ length: MEMORIES }, (_, at) =>
    memoryWith({ content: `Text ${at} of the collection`, project: at % 3 === 0 ? 'b' : 'a' }),
  )
  const vectors = new Map(memories.map(({ id }) => [id, direction()]))

  function direction(): Float32Array {
    const vector = Float32Array.from({ length: DIMS }, () => random() + random() - 1)
    const length = Math.hypot(...vector)
    return vector.map((value) => value / length)
  }
  const cosine = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

  beforeAll(async () => {
    await server.run('CREATE EXTENSION vector')
    store = openStore()
    await applyTo(store, inserted(...memories))
    const units = await store.memories.unitsOf(memories.map(({ id }) => id))
    const due = new Map(
      (await store.vectors.due('memories', MEMORIES)).map(({ unit, ticket }) => [unit, ticket]),
    )
    await store.vectors.put(
      'memories',
      MODEL,
      memories.map(({ id }) => {
        const unit = units.get(id) ?? 0
        const vector = vectors.get(id) as Float32Array
        return { unit, ticket: due.get(unit) ?? 0, passages: [{ start: 0, end: 4, vector }] }
      }),
    )
  }, 120_000)
  afterAll(() => store?.close())

  it('D-03 it is found out and used', async () => {
    const [index] = await server.run(
      `SELECT indexdef FROM pg_indexes WHERE tablename = 'vector_near_${DIMS}' AND indexdef LIKE '%hnsw%'`,
    )
    expect(index?.indexdef).toContain('vector_cosine_ops')
    const [counted] = await server.run(`SELECT count(*)::int AS n FROM vector_near_${DIMS}`)
    expect(counted?.n).toBe(MEMORIES)
  })

  it('D-03 the nearest are those of a look at every vector, at least 95 in 100', async () => {
    let same = 0
    let all = 0
    for (let question = 0; question < 30; question++) {
      const vector = direction()
      const ranked = await store.recall.byMeaning({ model: MODEL.id, vector }, VISIBLE)
      const best = await ranked.best(10)
      const expected = memories
        .filter(({ project }) => project === 'a')
        .map(({ id }) => ({ id, cosine: cosine(vector, vectors.get(id) as Float32Array) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, 10)
      const units = await store.memories.unitsOf(expected.map(({ id }) => id))
      const found = new Set(best.map(({ unit }) => unit))
      same += expected.filter(({ id }) => found.has(units.get(id) ?? -1)).length
      all += expected.length
      best.forEach(({ cosine: given }, at) => {
        expect(given).toBeLessThanOrEqual((expected[0]?.cosine ?? 0) + 1e-4)
        if (at > 0) expect(given).toBeLessThanOrEqual((best[at - 1]?.cosine ?? 0) + 1e-9)
      })
    }
    expect(same / all).toBeGreaterThanOrEqual(0.95)
  }, 60_000)

  it('B-14 what is erased is gone from its index too', async () => {
    const gone = memories.slice(0, 5).map(({ id }) => id)
    await store.care.erase(gone, {
      id: 'erase',
      at: '2026-01-02T00:00:00.000Z',
      actor: 't',
      cause: 'erase',
    })
    const [counted] = await server.run(`SELECT count(*)::int AS n FROM vector_near_${DIMS}`)
    expect(counted?.n).toBe(MEMORIES - gone.length)
  })
})

describe('ts_rank', () => {
  const memories = [
    { title: 'Fridays', content: 'Deploy, deploy, deploy on Fridays.' },
    { title: 'Deploy', content: 'Deploy once, then wait for the tests before all else.' },
    { title: 'Billing', content: "It's deploy day: deploy the billing service." },
    { title: 'Other', content: 'Nothing of the kind.' },
  ].map(memoryWith)

  async function scores(host: string) {
    // The one backend keeps the statements of those who were here before.
    await server.run('DEALLOCATE ALL')
    const store = openStore(host)
    try {
      const synonyms = SynonymSettings.parse({ weight: 0 })
      const terms = wordGroups(synonyms, "deploy day it's fridays", 32)
      const ranked = await store.recall.byText({ kind: 'terms', terms }, {})
      return (await ranked?.best(10))?.map(({ unit, score }) => [unit, Number(score.toFixed(9))])
    } finally {
      await store.close()
    }
  }

  it('D-01 one of another form is noticed, and changes no result', async () => {
    await server.run('DEALLOCATE ALL')
    const store = openStore()
    await applyTo(store, inserted(...memories))
    await store.close()
    const usual = await scores('127.0.0.1')
    expect(usual).toHaveLength(3)
    await server.run('CREATE SCHEMA odd')
    await server.run(`CREATE FUNCTION odd.ts_rank(real[], tsvector, tsquery) RETURNS real
      LANGUAGE sql AS 'SELECT (pg_catalog.ts_rank($1, $2, $3) / 2)::real'`)
    await server.run('SET search_path = odd, public, pg_catalog')
    // By another name of the machine: what was found out about a server is known by its address.
    expect(await scores('localhost')).toEqual(usual)
    // And it would change them if it were not looked for.
    expect(await scores('127.0.0.1')).not.toEqual(usual)
  }, 60_000)
})
