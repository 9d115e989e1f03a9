/** B-06, M-02. Updates a memory: what `revise` allows is written, the rest is proposed to a person. */

import { scrub } from '../../capture/scrub.ts'
import { MnemeError } from '../../errors.ts'
import type { DraftFields } from '../../memory/draft.ts'
import type { Memory, State } from '../../memory/memory.ts'
import type { Wanted } from '../../memory/revise.ts'
import { versionOf } from '../../memory/version.ts'
import { isBlank } from '../../text/well-formed.ts'
import type { Caller, Engine } from '../engine.ts'
import { decideAndCommit } from '../journal/commit.ts'
import { checkedName } from './checked-name.ts'
import { findMemory } from './find-memory.ts'
import { proposedNote } from './proposals.ts'
import { type Revised, reviseMemory } from './revise-memory.ts'

interface MemoryUpdate extends DraftFields {
  readonly content?: string | undefined
  readonly state?: State | 'validated' | undefined
  readonly validated?: boolean | undefined
  readonly archived?: boolean | undefined
  readonly done?: boolean | undefined
  readonly redact?: boolean | undefined
  /** M-08. The version that the edit was made from. */
  readonly ifVersion?: string | undefined
}

interface Updated extends Revised {
  readonly notes: readonly string[]
}

export async function updateMemory(
  engine: Engine,
  caller: Caller,
  reference: string,
  input: MemoryUpdate,
  cause = 'update',
): Promise<Updated & { batch: string | null }> {
  const { fields, kinds } = scrub(input)
  if (kinds.length > 0 && !input.redact) {
    throw new MnemeError(
      'secret_found',
      `not stored: it holds a credential (${kinds.join(', ')})`,
      {
        hint: 'Take it out, or repeat with --redact to store it blacked out.',
      },
    )
  }
  if (fields.content !== undefined && isBlank(fields.content)) {
    throw new MnemeError('invalid_input', 'the new text is empty', {
      hint: 'To remove a memory: mneme forget',
    })
  }
  const notes = kinds.map((kind) => `a credential was blacked out (${kind})`)
  const wanted = wantedBy(fields)
  return decideAndCommit(engine, caller, cause, async () => {
    const prior = await findMemory(engine, caller, reference)
    expectVersion(prior, input.ifVersion, wanted)
    const { changes, revised } = await reviseMemory(engine, caller, prior, wanted, { cause })
    if (revised.changed.length > 0) await expectFree(engine, prior, revised.memory)
    const proposedNotes = revised.proposed ? [proposedNote(prior)] : []
    const result = { ...revised, notes: [...notes, ...proposedNotes] }
    return { changes, result }
  })
}

/** A-06, B-02. Names and texts are unique in their place. */
export async function expectFree(engine: Engine, prior: Memory, wanted: Memory): Promise<void> {
  const { memories } = engine.store
  if (wanted.state === 'removed' || wanted.supersededBy !== null) return
  const namesake = await memories.findByName(wanted, wanted.name)
  if (namesake && namesake.id !== prior.id) {
    throw new MnemeError('conflict', `another memory here is called "${wanted.name}"`, {
      hint: `Give another name, or forget the other first: mneme get ${namesake.id}`,
    })
  }
  const twin = await memories.withHash(wanted, wanted.contentHash)
  if (twin && twin.id !== prior.id) {
    throw new MnemeError('conflict', `the same text is kept as "${twin.name}"`, {
      hint: `See it: mneme get ${twin.id}`,
    })
  }
}

/** The fields of the call as fields of the memory. */
function wantedBy(input: MemoryUpdate): Wanted {
  const { files, redact: _, ifVersion: __, state, name, ...rest } = input
  return {
    ...rest,
    filesRead: files,
    name: name === undefined ? undefined : checkedName(name),
    // I-02. "validated" is requested like a state, but is a flag.
    ...(state === 'validated' ? { validated: true } : { state }),
  }
}

/** M-08. An edit applies to the version it is based on; otherwise both texts are shown. */
function expectVersion(memory: Memory, ifVersion: string | undefined, wanted: Wanted): void {
  const version = versionOf(memory)
  if (ifVersion === undefined || ifVersion === version) return
  throw new MnemeError('conflict', `"${memory.name}" was changed since you began to edit it`, {
    hint: 'Nothing was written. Compare both texts, then save again from the present version.',
    details: { version, current: memory, wanted },
  })
}
