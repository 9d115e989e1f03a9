/** B-08. What has outlived its time is removed; `purge-expired` alone takes it away for good. */
import type { Action, Job } from '../job.ts'
import { livingPages } from '../living.ts'

export const expiry: Job = {
  summary: 'Removes what has outlived its time to live',
  setting: 'expiry',
  async plan(work) {
    const actions: Action[] = []
    for await (const page of livingPages(work, { living: true, expiredAt: work.now })) {
      for (const { id, title, expiresAt, state } of page) {
        const set = { state: 'removed' as const, stateSince: work.now }
        const expect = { state, expiresAt }
        actions.push({
          about: id,
          title,
          reason: `expired ${expiresAt?.slice(0, 10)}`,
          changes: [{ op: 'update', kind: 'memory', key: id, set, expect }],
        })
      }
    }
    return { actions }
  },
}
