/** D-17. What recall is worth on our own labelled questions; the floors are what was promised. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openMneme } from '../../src/compose.ts'
import { fillVectors } from '../../src/engine/recall/fill-vectors.ts'
import {
  type Answer,
  answers,
  MEMORIES,
  putMemories,
  QUERIES,
  qualityOf,
  weakness,
} from '../fixtures/recall/fixture.ts'

const EMBEDDING_MS = 120_000

describe('our own labelled questions', () => {
  const home = mkdtempSync(join(tmpdir(), 'mneme-recall-'))
  let opened: Opened
  let given: Answer[] = []
  const ofKind = (kind: string) => given.filter(({ query }) => query.kind === kind)

  beforeAll(async () => {
    opened = await openMneme({ speaker: 'person', home, env: { MNEME_VAULT_ENABLED: 'false' } })
    await putMemories(opened)
    await fillVectors(opened.engine, 'memories', {})
    given = await answers(opened)
  }, EMBEDDING_MS)
  afterAll(async () => {
    await opened.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('D-17 there are enough of them', () => {
    expect(MEMORIES.length).toBeGreaterThanOrEqual(120)
    expect(QUERIES.length).toBeGreaterThanOrEqual(200)
    const names = new Set(MEMORIES.map(({ id }) => id))
    expect(QUERIES.flatMap(({ want }) => want).filter((name) => !names.has(name))).toEqual([])
  })

  it('D-17 the right one comes first, or among the first three', () => {
    const { hit1, hit3, mrr } = qualityOf(given)
    expect(hit1).toBeGreaterThanOrEqual(0.85)
    expect(hit3).toBeGreaterThanOrEqual(0.95)
    expect(mrr).toBeGreaterThanOrEqual(0.9)
  })

  it('D-03 said in other words it is found too', () => {
    expect(qualityOf(ofKind('paraphrase')).hit3).toBeGreaterThanOrEqual(0.85)
  })

  it('D-01 identifiers and paths are found by their very letters', () => {
    for (const kind of ['identifier', 'path']) {
      expect(qualityOf(ofKind(kind)).hit1, kind).toBeGreaterThanOrEqual(0.95)
    }
  })

  it('M-30 every question is answered; what answers none is marked weak, what is right seldom is', () => {
    expect(given.filter(({ names }) => names.length === 0)).toEqual([])
    const { unanswerable, answered } = weakness(given)
    expect(unanswerable).toBeGreaterThanOrEqual(0.8)
    expect(answered).toBeLessThanOrEqual(0.05)
  })

  it('D-13 words alone still answer what was asked in the words of the text', async () => {
    const said = QUERIES.filter(({ kind }) => kind === 'words')
    const byWords = qualityOf(await answers(opened, { meaning: 'never' }, said))
    expect(byWords.hit1).toBeGreaterThanOrEqual(0.9)
  })
})
