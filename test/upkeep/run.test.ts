/** I-11, I-12, K-13. Runs: one at a time, undone as one, in the way of nobody. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/clock.ts'
import { runInThread } from '../../src/doors/upkeep/in-thread.ts'
import { undo } from '../../src/engine/journal/undo.ts'
import type { MnemeEvent } from '../../src/events.ts'
import { JOB_NAMES, type JobName } from '../../src/upkeep/jobs.ts'
import { takeLease } from '../../src/upkeep/lease.ts'
import { lastRunOf } from '../../src/upkeep/progress.ts'
import { runUpkeep } from '../../src/upkeep/run.ts'
import { startScheduler } from '../../src/upkeep/scheduler.ts'
import { dueAt } from '../../src/upkeep/status.ts'
import { bundled } from '../embed/bundled.ts'
import { busyHome } from './busy-home.ts'
import { NOW, testHome } from './home.ts'

describe('a run', () => {
  it('I-11 undo of a full run over 2,000 memories gives the same export to the byte', async () => {
    const home = await busyHome(17)
    const { engine, caller } = home.mneme
    expect(await engine.store.memories.count({})).toBeGreaterThan(2000)
    const before = await home.exported()
    const { run, reports } = await runUpkeep(engine, { jobs: JOB_NAMES })
    expect(reports.flatMap(({ error }) => error ?? [])).toEqual([])
    expect(reports.reduce((sum, { changes }) => sum + changes, 0)).toBeGreaterThan(1000)
    await undo(engine, caller, { kind: 'batch', id: run ?? '' })
    expect(await home.exported()).toBe(before)
  }, 240_000)

  it('I-12 never two at once, and one that is over holds nobody up', async () => {
    const home = await busyHome()
    const { engine } = home.mneme
    const lease = await takeLease(engine)
    await expect(runUpkeep(engine, { jobs: ['ranking'] })).rejects.toMatchObject({
      code: 'store_busy',
    })
    home.clock.advance(61_000)
    await expect(lease.renew()).resolves.toBeUndefined()
    home.clock.advance(61_000)
    await expect(runUpkeep(engine, { jobs: ['ranking'] })).resolves.toBeDefined()
    await expect(lease.renew()).rejects.toMatchObject({ code: 'store_busy' })
  })

  it('I-12 what somebody changed meanwhile is left to the next run', async () => {
    const home = await busyHome()
    const { engine } = home.mneme
    const [planned] = (
      await runUpkeep(engine, { jobs: ['ranking'], dryRun: true })
    ).reports.flatMap(({ actions }) => actions)
    const id = planned?.about ?? ''
    const { store } = engine
    const meddling = new Proxy(store, {
      get(target, key) {
        if (key !== 'apply') return Reflect.get(target, key, target)
        return async (batch: Parameters<typeof store.apply>[0]) => {
          const set = { validated: true }
          await store.apply({
            id: engine.clock.newId(),
            at: NOW,
            actor: 'test',
            cause: 'test',
            changes: [{ op: 'update', kind: 'memory', key: id, set }],
          })
          await store.apply(batch)
        }
      },
    })
    const { reports } = await runUpkeep({ ...engine, store: meddling }, { jobs: ['ranking'] })
    expect(reports.map(({ skipped }) => skipped)).toContain(1)
    expect(await home.get(id)).toMatchObject({ validated: true, state: 'new' })
  })

  it('I-12 tells when it starts and ends, by the names that others know', async () => {
    const home = await busyHome()
    const told: string[] = []
    let last: Readonly<Record<string, unknown>> = {}
    home.mneme.engine.events.listen(({ name, data }) => {
      told.push(name)
      last = data
    })
    const { reports } = await runUpkeep(home.mneme.engine, { jobs: ['ranking'] })
    const moves = reports.flatMap(({ actions }) => actions.map(({ reason }) => reason))
    const to = (state: string) => moves.filter((why) => why.includes(`→ ${state}:`)).length
    expect(moves.length).toBeGreaterThan(0)
    expect(last).toMatchObject({
      promoted: to('high'),
      demoted: to('low'),
      removed: to('removed'),
      changes: moves.length,
    })
    expect(told).toEqual([
      'ranking_start',
      'ranking_progress',
      'ranking_progress',
      'ranking_complete',
    ])
  })

  it('I-12 a project that takes too long is given up, and nothing of it is applied', async () => {
    const home = await busyHome()
    const engine = {
      ...home.mneme.engine,
      config: {
        ...home.mneme.engine.config,
        scheduler: { ...home.mneme.engine.config.scheduler, projectTimeoutSeconds: 0 },
      },
    }
    const before = await home.exported()
    const { reports, run } = await runUpkeep(engine, { jobs: ['ranking'] })
    expect(reports.every(({ error }) => error?.includes('longer than'))).toBe(true)
    expect(run).toBeNull()
    expect(await home.exported()).toBe(before)
  })
})

describe('the scheduler', () => {
  it('I-12 a job is due after its interval; one that never ran at once; missed runs count once', async () => {
    const home = await testHome()
    const { engine } = home.mneme
    const nothing = { retrievals: 0, asked: null }
    expect(dueAt(engine, 'ranking', null, nothing)).toBe(NOW)
    await runUpkeep(engine, { jobs: ['ranking'] })
    const last = await lastRunOf(engine, 'ranking')
    expect(dueAt(engine, 'ranking', last, nothing)).toBe(addDays(NOW, 0.25))
    home.clock.advance(30 * 86_400_000)
    const ran: (readonly JobName[])[] = []
    const scheduler = startScheduler({
      engine: {
        ...engine,
        config: {
          ...engine.config,
          scheduler: { ...engine.config.scheduler, startDelaySeconds: 0 },
        },
      },
      report: (thrown) => expect.unreachable(String(thrown)),
      async run(jobs) {
        ran.push(jobs)
        await runUpkeep(engine, { jobs })
      },
    })
    await expect.poll(() => ran.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await scheduler.close()
    expect(ran).toEqual([JOB_NAMES])
  })

  it('E-04, I-10 clusters are refined after fifty retrievals, at most once an hour', async () => {
    const home = await testHome()
    const { engine } = home.mneme
    await runUpkeep(engine, { jobs: ['clusters'] })
    const last = await lastRunOf(engine, 'clusters')
    const dueAfter = (retrievals: number) =>
      dueAt(engine, 'clusters', last, { retrievals, asked: null })
    expect(dueAfter(49)).toBe(addDays(NOW, 1))
    expect(dueAfter(50)).toBe(addDays(NOW, 1 / 24))
  })

  it('I-12 jobs run in a thread of their own, and say so', async () => {
    const home = await busyHome()
    const { engine } = home.mneme
    const program = await bundled('src/doors/upkeep/worker.ts')
    const told: MnemeEvent[] = []
    engine.events.listen((event) => told.push(event))
    const workerUrl = new URL(
      `file://${fileURLToPath(new URL(`../../${program}`, import.meta.url))}`,
    )
    const { reports } = await runInThread(engine, { jobs: ['tags'] }, { workerUrl })
    expect(told.map(({ name }) => name)).toContain('tags_complete')
    expect((await lastRunOf(engine, 'tags'))?.changes).toBeGreaterThan(0)
    expect(reports.flatMap(({ actions }) => actions)[0]).toMatchObject({
      reason: expect.stringContaining('mentions'),
    })
  })
})
