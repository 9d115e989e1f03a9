/** K-18. A team's memory is changed by the team: here it is a copy, of which only the use is one's own. */
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Change } from '../../store/change.ts'
import type { Engine } from '../engine.ts'

/** What is a person's own: of many at once, the team's are not meant unless they are named. */
export const OWN_SCOPES = ['global', 'project', 'session'] as const satisfies Memory['scope'][]

/** What use and feedback move, and the next look at the server may put back. */
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
