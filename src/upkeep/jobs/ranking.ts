/** I-01, I-02. Memories move between states as they earn their place or do not. */
import { settleLedger } from '../../engine/context/ledger.ts'
import { nextState } from '../../ranking/transitions.ts'
import type { Action, Job, Work } from '../job.ts'
import { livingPages } from '../living.ts'

export const ranking: Job = {
  summary: 'Moves memories between new, high, low and removed',
  setting: 'ranking',
  /** K-08. Use after an injection counts before anything is ranked. */
  labour: (work) => settleLedger(work.engine, work.project, () => work.breathe()),
  async plan(work) {
    const actions: Action[] = []
    for await (const page of livingPages(work)) {
      for (const memory of page) {
        const { stateSince, state, validated } = memory
        const settings = work.engine.config.ranking
        const move = nextState({ ranking: settings, transitions: settings.transitions }, memory, {
          stateSince,
          now: work.now,
        })
        if (!move) continue
        actions.push(moveState(work, memory, move, { state, validated }))
      }
    }
    return { actions }
  },
  tally: (actions) => {
    const count = (state: string) =>
      actions.filter(({ changes: [change] }) => change?.op === 'update' && hasState(change, state))
        .length
    return { promoted: count('high'), demoted: count('low'), removed: count('removed') }
  },
}

function hasState({ set }: { readonly set: object }, state: string): boolean {
  return 'state' in set && set.state === state
}

function moveState(
  work: Work,
  memory: { readonly id: string; readonly title: string },
  move: { readonly to: 'new' | 'high' | 'low' | 'removed'; readonly reason: string },
  expect: { readonly state: 'new' | 'high' | 'low' | 'removed'; readonly validated: boolean },
): Action {
  const set = { state: move.to, stateSince: work.now }
  return {
    about: memory.id,
    title: memory.title,
    reason: `${expect.state} → ${move.to}: ${move.reason}`,
    changes: [{ op: 'update', kind: 'memory', key: memory.id, set, expect }],
  }
}
