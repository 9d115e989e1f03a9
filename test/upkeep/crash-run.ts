/** A program that runs one job on a home and is killed after so many writes: HOME JOB WRITES NOW. */
import { clockFrom } from '../../src/clock.ts'
import { openMneme } from '../../src/compose.ts'
import type { JobName } from '../../src/upkeep/jobs.ts'
import { runUpkeep } from '../../src/upkeep/run.ts'

const [, , home = '', job = '', writes = '', now = ''] = process.argv
const mneme = await openMneme({
  speaker: 'person',
  home,
  clock: clockFrom(() => Date.parse(now), Math.random),
  env: {
    MNEME_EMBED_PROVIDER: 'none',
    MNEME_VAULT_ENABLED: 'false',
    MNEME_SCHEDULER_PART_SIZE: '5',
  },
})
const { store } = mneme.engine
let left = Number(writes)
const apply: typeof store.apply = async (batch) => {
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  left -= 1
  await store.apply(batch)
}
const dying = new Proxy(store, {
  get: (target, key) => (key === 'apply' ? apply : Reflect.get(target, key, target)),
})
await runUpkeep({ ...mneme.engine, store: dying }, { jobs: [job as JobName] })
await mneme.close()
