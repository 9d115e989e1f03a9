/** B-13. Many processes on one home: nothing is lost, whatever becomes of them. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openMneme } from '../../src/compose.ts'
import { examine } from '../../src/engine/care/doctor.ts'
import { seededRandom } from '../support/clock.ts'
import { temporaryFolder } from '../support/folder.ts'
import { killWriters } from '../support/kill-writers.ts'
import { startWriter } from '../support/writers.ts'

const WRITERS = 8
const TEXTS = 500
const KILLS = 8

it('B-13 eight processes that remember 500 texts each: 4,000 memories, a whole journal', async () => {
  const home = join(temporaryFolder(), 'mneme')
  const writers = Array.from({ length: WRITERS }, (_, writer) => startWriter(home, writer, TEXTS))
  const ended = await Promise.all(writers.map((writer) => writer.ended))
  expect(ended.map(({ code, complaint }) => [code, complaint])).toEqual(ended.map(() => [0, '']))
  const promised = ended.flatMap((each) => each.promised)
  expect(promised).toHaveLength(WRITERS * TEXTS)
  expect(new Set(promised.map(({ outcome }) => outcome))).toEqual(new Set(['created']))

  const { engine, caller, close } = await openMneme({
    speaker: 'person',
    home,
    env: { MNEME_VAULT_ENABLED: 'false' },
  })
  const { store } = engine
  expect(await store.memories.count({})).toBe(WRITERS * TEXTS)
  expect((await store.memories.get(promised.map(({ id }) => id))).length).toBe(WRITERS * TEXTS)
  const { findings } = await examine(engine, caller, false)
  expect(findings.filter(({ fix }) => !fix.includes('chmod'))).toEqual([])
  const entries = await store.journal.list({ cause: 'remember' }, { limit: 10_000 })
  expect(new Set(entries.map(({ key }) => key))).toEqual(new Set(promised.map(({ id }) => id)))
  expect(new Set(entries.map(({ actor }) => actor)).size).toBe(WRITERS)
  const batches = await store.journal.batches({ limit: 10_000 })
  expect(new Set(batches.map(({ id }) => id))).toEqual(new Set(promised.map(({ batch }) => batch)))
  await close()
}, 400_000)

it('B-13 killed at random moments: what was promised is there, all is well, and undo works', async () => {
  const home = join(temporaryFolder(), 'mneme')
  const after = await killWriters(home, KILLS, seededRandom(8))
  expect(after.lost).toEqual([])
  expect(after.findings).toEqual([])
  expect(after.promised).toBeGreaterThan(KILLS)
  expect(after.undone).toBe(KILLS)
}, 300_000)
