/** I-06, I-11, G-07. Use lifts vitality and neglect lowers it; what recurs gets a lasting place. */
import * as z from 'zod'
import { daysBetween } from '../../clock.ts'
import type { Memory } from '../../memory/memory.ts'
import { consolidatedVitality } from '../../ranking/consolidation.ts'
import { nextScale } from '../../ranking/promotion.ts'
import { lastingPlace, sessionsSeen } from '../../ranking/recurring.ts'
import { bookmarkOf } from '../bookmarks.ts'
import type { Action, Job, Work } from '../job.ts'
import { livingPages } from '../living.ts'

/** Keeps 0.1 + 0.2 from being written as 0.30000000000000004. */
const DECIMALS = 6

/** Neglect is counted from an hour on, so that a run after a run changes nothing. */
const MIN_DAYS = 1 / 24

/** Up to when uses were counted, and up to when neglect was. */
const LastRun = z.object({ at: z.string(), decayedAt: z.string() })

export const consolidation: Job = {
  summary: 'Moves vitality by use and neglect, and promotes what recurs',
  setting: 'consolidation',
  async plan(work) {
    const { usage } = work.engine.store
    const lastRun = await bookmarkOf(work, 'consolidation', LastRun)
    const since = lastRun.body?.at ?? ''
    const decayedAt = lastRun.body?.decayedAt ?? ''
    const isTime = decayedAt === '' || daysBetween(decayedAt, work.now) >= MIN_DAYS
    const actions: Action[] = []
    for await (const page of livingPages(work)) {
      const ids = page.map(({ id }) => id)
      const [uses, sessions] = await Promise.all([
        usage.countSince(ids, since),
        usage.sessionsOf(ids),
      ])
      for (const memory of page) {
        const seen = [memory.provenance.session, ...(sessions.get(memory.id) ?? [])]
        const action = consolidateMemory(work, memory, {
          decayedAt: isTime ? decayedAt : work.now,
          uses: uses.get(memory.id) ?? 0,
          seen,
        })
        if (action) actions.push(action)
      }
    }
    return {
      actions,
      bookkeeping: [lastRun.moveTo({ at: work.now, decayedAt: isTime ? work.now : decayedAt })],
    }
  },
}

interface Lately {
  readonly decayedAt: string
  readonly uses: number
  readonly seen: readonly (string | null)[]
}

function consolidateMemory(work: Work, memory: Memory, lately: Lately): Action | null {
  const settings = work.engine.config.ranking
  const from = [lately.decayedAt, memory.createdAt].sort().at(-1) ?? memory.createdAt
  const elapsed = daysBetween(from, work.now)
  const { total } = consolidatedVitality(settings.consolidation, {
    vitality: memory.vitality,
    type: memory.type,
    accesses: lately.uses,
    elapsedDays: elapsed < MIN_DAYS ? 0 : elapsed,
  })
  const vitality = Number(total.toFixed(DECIMALS))
  const lasting = lastingPlace(settings.recurring, memory, lately.seen)
  const scale = nextScale(settings.scales, memory, sessionsSeen(lately.seen))
  const set: Partial<Memory> = {
    ...(vitality !== memory.vitality && { vitality }),
    ...(scale && { scale: scale.to }),
    ...lasting?.set,
    ...(lasting?.set.state && { stateSince: work.now }),
  }
  if (Object.keys(set).length === 0) return null
  const moved = `vitality ${memory.vitality.toFixed(2)} → ${vitality.toFixed(2)}`
  const why = lately.uses > 0 ? `used ${lately.uses} times` : `unused since ${from.slice(0, 10)}`
  const reasons = [
    ...(set.vitality === undefined ? [] : [`${why}: ${moved}`]),
    ...(lasting ? [`${lasting.reason}: ${Object.keys(lasting.set).join(', ')} lasting`] : []),
    ...(scale && !lasting ? [`${scale.reason}: ${memory.scale} → ${scale.to}`] : []),
  ]
  const { state, archived } = memory
  return {
    about: memory.id,
    title: memory.title,
    reason: reasons.join('; '),
    changes: [
      {
        op: 'update',
        kind: 'memory',
        key: memory.id,
        set,
        expect: { vitality: memory.vitality, state, archived },
      },
    ],
  }
}
