/** K-18, D-17. The same questions to the same memories, in a file and in PostgreSQL: the same answers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openMneme } from '../../src/compose.ts'
import { moveStore } from '../../src/engine/exchange/move-store.ts'
import { fillVectors } from '../../src/engine/recall/fill-vectors.ts'
import {
  type Answer,
  answers,
  putMemories,
  QUERIES,
  qualityOf,
} from '../fixtures/recall/fixture.ts'
import { type Cluster, findPostgres, startPostgres } from '../support/postgres.ts'

const AGREEMENT = 0.98
const EMBEDDING_MS = 180_000
/** Every question is asked by its words; so many of them by their meaning too, which takes longer. */
const BY_MEANING = QUERIES.filter((_, at) => at % 4 === 0)

describe.skipIf('missing' in findPostgres())('the labelled questions in both stores', () => {
  const home = mkdtempSync(join(tmpdir(), 'mneme-recall-'))
  let cluster: Cluster
  let file: Opened
  let shared: Opened

  beforeAll(async () => {
    cluster = await startPostgres()
    const url = await cluster.createDatabase('recall')
    const env = { MNEME_VAULT_ENABLED: 'false' }
    file = await openMneme({ speaker: 'person', home: join(home, 'file'), env })
    shared = await openMneme({
      speaker: 'person',
      home: join(home, 'shared'),
      env: { ...env, MNEME_STORE_URL: url },
    })
    await putMemories(file)
    await fillVectors(file.engine, 'memories', {})
    const { clock } = file.engine
    await moveStore(file.engine.store, shared.engine.store, {
      now: clock.now(),
      newId: () => clock.newId(),
    })
  }, EMBEDDING_MS)
  afterAll(async () => {
    await file?.close()
    await shared?.close()
    await cluster?.stop()
    rmSync(home, { recursive: true, force: true })
  })

  /** One model for both: it is the stores that are compared. */
  const both = async (
    ask: (opened: Opened) => Promise<Answer[]>,
  ): Promise<[Answer[], Answer[]]> => {
    const { embedding } = file.engine
    const other = { ...shared, engine: { ...shared.engine, embedding } }
    return [await ask(file), await ask(other)]
  }
  const agreement = ([a, b]: readonly [Answer[], Answer[]]): number => {
    let same = 0
    let all = 0
    a.forEach(({ names }, at) => {
      const others = b[at]?.names ?? []
      same += names.filter((name, place) => others[place] === name).length
      all += Math.max(names.length, others.length)
    })
    expect(all).toBeGreaterThan(200)
    return same / all
  }

  it('D-17 by words the first ten agree, at least 98 in 100', async () => {
    const given = await both((opened) => answers(opened, { meaning: 'never' }))
    expect(agreement(given)).toBeGreaterThanOrEqual(AGREEMENT)
    const [inFile, inPostgres] = given.map(qualityOf)
    expect(Math.abs((inPostgres?.hit10 ?? 0) - (inFile?.hit10 ?? 1))).toBeLessThan(0.01)
  }, 60_000)

  it('D-17 by words and meaning they agree too, and keep the floors', async () => {
    const given = await both((opened) => answers(opened, {}, BY_MEANING))
    expect(agreement(given)).toBeGreaterThanOrEqual(AGREEMENT)
    expect(qualityOf(given[1]).hit3).toBeGreaterThanOrEqual(0.9)
    expect(qualityOf(given[1]).mrr).toBeGreaterThanOrEqual(0.88)
  }, 60_000)
})
