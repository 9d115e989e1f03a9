/** E-05. Explicit links between memories; `supersedes` retires what it points at. */
import { MnemeError } from '../../errors.ts'
import { mayChange } from '../../memory/origins.ts'
import type { Change } from '../../store/change.ts'
import { type Link, type LinkKind, linkKey } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { findMemory } from '../memories/find-memory.ts'

interface LinkInput {
  readonly from: string
  readonly to: string
  readonly kind?: LinkKind | undefined
  readonly weight?: number | undefined
  readonly remove?: boolean | undefined
}

interface Linked {
  readonly link: Link
  readonly outcome: 'created' | 'updated' | 'removed' | 'unchanged'
}

const DEFAULT_WEIGHT = 0.5

export async function linkMemories(
  engine: Engine,
  caller: Caller,
  input: LinkInput,
): Promise<Linked & { batch: string | null }> {
  return decideAndCommit<Linked>(engine, caller, input.remove ? 'unlink' : 'link', async () => {
    const from = await findMemory(engine, caller, input.from)
    const to = await findMemory(engine, caller, input.to)
    if (from.id === to.id) {
      throw new MnemeError('invalid_input', 'a memory cannot be linked to itself')
    }
    const kind = input.kind ?? 'relates_to'
    const known = (await engine.store.links.of([from.id], [kind])).find(
      (each) => each.from === from.id && each.to === to.id,
    )
    if (kind === 'supersedes' && !mayChange(caller.speaker, to)) {
      throw new MnemeError('not_allowed', `"${to.name}" is a person's: an agent cannot retire it`, {
        hint: 'Link them with contradicts, or propose a new wording: update.',
      })
    }
    const now = engine.clock.now()
    const link: Link = {
      from: from.id,
      to: to.id,
      kind,
      weight: input.weight ?? known?.weight ?? (kind === 'relates_to' ? DEFAULT_WEIGHT : 1),
      createdAt: known?.createdAt ?? now,
      by: known?.by ?? caller.actor,
    }
    const key = linkKey(link)
    const retire = (supersededBy: string | null): Change[] =>
      kind === 'supersedes' && to.supersededBy !== supersededBy
        ? [{ op: 'update', kind: 'memory', key: to.id, set: { supersededBy, updatedAt: now } }]
        : []
    if (input.remove) {
      return known
        ? {
            changes: [
              { op: 'delete', kind: 'link', key },
              ...(to.supersededBy === from.id ? retire(null) : []),
            ],
            result: { link: known, outcome: 'removed' },
          }
        : { changes: [], result: { link, outcome: 'unchanged' } }
    }
    if (known) {
      return known.weight === link.weight
        ? { changes: retire(from.id), result: { link, outcome: 'unchanged' } }
        : {
            changes: [{ op: 'update', kind: 'link', key, set: { weight: link.weight } }],
            result: { link, outcome: 'updated' },
          }
    }
    return {
      changes: [{ op: 'insert', kind: 'link', row: link }, ...retire(from.id)],
      result: { link, outcome: 'created' },
    }
  })
}
