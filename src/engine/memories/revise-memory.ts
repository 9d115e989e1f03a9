/** M-02. Turns a decision of `revise` into changes: to the memory itself, or to the proposal beside it. */
import { classifySensitivity } from '../../capture/sensitivity.ts'
import type { Memory, Provenance } from '../../memory/memory.ts'
import type { Speaker } from '../../memory/origins.ts'
import { type Reviser, revise, type Wanted } from '../../memory/revise.ts'
import { trustOf } from '../../ranking/trust.ts'
import type { Change } from '../../store/change.ts'
import type { Caller, Engine } from '../engine.ts'
import { proposalChange } from './proposals.ts'
import { archivedVersion } from './versions.ts'

export interface Revised {
  readonly memory: Memory
  readonly changed: readonly string[]
  /** A prior version was kept. */
  readonly archived: boolean
  /** What was only proposed and awaits approval. */
  readonly proposed: Wanted | null
}

interface ReviseOptions {
  readonly cause: string
  /** The origin of the words, where the caller only passes them on. */
  readonly speaker?: Speaker
  /** The prior version is kept whatever changes. */
  readonly alwaysArchive?: boolean
  /** For a proposal: where the words came from. */
  readonly from?: Pick<Provenance, 'session' | 'snippet'>
}

export async function reviseMemory(
  engine: Engine,
  caller: Caller,
  prior: Memory,
  wanted: Wanted,
  options: ReviseOptions,
): Promise<{ readonly changes: Change[]; readonly revised: Revised }> {
  const { cause, speaker = caller.speaker, alwaysArchive = false } = options
  const { set, changed, versioned, proposed } = revise(prior, wanted, reviserOf(engine, speaker))
  const changes: Change[] = []
  const archived = changed.length > 0 && (versioned || alwaysArchive)
  if (archived) {
    const row = archivedVersion(engine.clock, prior, cause)
    changes.push({ op: 'insert', kind: 'version', row })
  }
  if (changed.length > 0) {
    changes.push({ op: 'update', kind: 'memory', key: prior.id, set, expect: asRead(prior) })
  }
  if (proposed) changes.push(await proposalChange(engine, caller, prior, proposed, cause))
  return { changes, revised: { memory: { ...prior, ...set }, changed, archived, proposed } }
}

export function reviserOf({ clock, config }: Engine, speaker: Speaker): Reviser {
  return {
    speaker,
    now: clock.now(),
    classify: (text) => classifySensitivity(text).sensitivity,
    trustOf: (source) => trustOf(config.trust, source),
  }
}

/** What must still be true when the decision is applied. */
export function asRead(memory: Memory): Partial<Memory> {
  const { contentHash, updatedAt, state, strength, supersededBy } = memory
  return { contentHash, updatedAt, state, strength, supersededBy }
}
