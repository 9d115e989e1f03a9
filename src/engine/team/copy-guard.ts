/** K-18. A team's memories are changed by the team: the local copy is read-only except for usage. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Change } from '../../store/change.ts'
import type { Engine } from '../engine.ts'

/** Excludes the team's memories from bulk actions unless they are named. */
export const OWN_SCOPES = ['global', 'project', 'session'] as const satisfies Memory['scope'][]

/** Fields moved by use and feedback, which the next sync may reset. */
const OWN: ReadonlySet<keyof Memory> = new Set([
  'vitality',
  'strength',
  'confidence',
  'lastReinforcedAt',
  'updatedAt',
  'accessCount',
  'injectedCount',
  'lastAccessedAt',
])

export async function refuseTeamCopies(
  { store, team }: Engine,
  changes: readonly Change[],
): Promise<void> {
  const touched = changes.flatMap((change) =>
    change.kind === 'memory' && change.op !== 'insert' && !isOwnUse(change) ? [change.key] : [],
  )
  if (touched.length === 0 || !team?.membership()) return
  const copy = (await store.memories.get(touched)).find(({ scope }) => scope === 'team')
  if (copy) throw isTheTeams(copy)
}

export function isTheTeams(copy: Pick<Memory, 'name'>): MnemeError {
  return new MnemeError('not_allowed', `"${copy.name}" is the team’s: here it is a copy`, {
    hint: 'Propose a new wording under the same name: mneme share. To have it forgotten: mneme team forget',
  })
}

function isOwnUse(change: Change): boolean {
  if (change.op !== 'update') return false
  return Object.keys(change.set).every((field) => OWN.has(field as keyof Memory))
}
