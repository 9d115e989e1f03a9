/** B-13. Killed in the middle of each job: the next run completes the batch, and none stays half applied. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undo } from '../../src/engine/journal/undo.ts'
import type { JobName } from '../../src/upkeep/jobs.ts'
import { runUpkeep } from '../../src/upkeep/run.ts'
import { bundle } from '../support/bundle.ts'
import { busyHome } from './busy-home.ts'
import { NOW, type TestHome } from './home.ts'

const JOURNALED: readonly JobName[] = [
  'ranking',
  'duplicates',
  'skills',
  'consolidation',
  'compression',
  'expiry',
  'links',
  'tags',
  'clusters',
  'archive',
]

describe('kill -9 in the middle', () => {
  let program: Awaited<ReturnType<typeof bundle>>
  beforeAll(async () => {
    program = await bundle('test/upkeep/crash-run.ts')
  })
  afterAll(() => program.remove())

  it.each(JOURNALED)('B-13 %s is completed by the next run, and undone as one', async (job) => {
    const home = await busyHome()
    const { engine, caller } = home.mneme
    const before = await state(home)
    const whole = await runUpkeep(engine, { jobs: [job] })
    expect(whole.run).not.toBeNull()
    const after = normalised(await state(home))
    await undo(engine, caller, { kind: 'batch', id: whole.run ?? '' })
    expect(await state(home)).toBe(before)

    const killed = spawnSync(process.execPath, [program.path, home.folder, job, '2', NOW])
    expect(killed.signal).toBe('SIGKILL')
    expect(await state(home)).not.toBe(before)
    const next = await runUpkeep(engine, { jobs: [job] })
    expect(next.completed).not.toBeNull()
    expect(normalised(await state(home))).toBe(after)

    await undo(engine, caller, { kind: 'batch', id: next.completed ?? '' })
    expect(await state(home)).toBe(before)
  })
})

/** What is exported, and the clusters, which are not. */
async function state(home: TestHome): Promise<string> {
  const { documents } = home.mneme.engine.store
  const clusters = await documents.list('cluster', {}, 1000)
  return [await home.exported(), ...clusters.map((each) => JSON.stringify(each))].join('\n')
}

/** New ids are new in every run; everything else must be the same. */
function normalised(text: string): string {
  return text
    .replace(/01KT07NV[0-9A-Z]{18}/g, 'id')
    .split('\n')
    .sort()
    .join('\n')
}
