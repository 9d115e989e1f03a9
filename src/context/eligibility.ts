/** L. Whether a memory may be injected at all, before anybody asks how well it fits. */
import type { Memory } from '../memory/memory.ts'
import { matchAnyGlob } from '../text/glob.ts'
import { sensitivityGate } from './sensitivity-gate.ts'
import type { Situation } from './situation.ts'

/** The rules that keep a memory out, in the order they are asked. */
export type Exclusion =
  | 'removed'
  | 'quarantined'
  | 'held'
  | 'expired'
  | 'superseded'
  | 'archived'
  | 'sensitivity'
  | 'other-session'
  | 'other-project'
  | 'shadowed'
  | 'other-files'
  | 'done'

type Eligibility =
  | { readonly eligible: true }
  | { readonly eligible: false; readonly rule: Exclusion; readonly reason: string }

type Rule = readonly [rule: Exclusion, applies: boolean, reason: string]

export function eligibility(situation: Situation, memory: Memory): Eligibility {
  const gate = sensitivityGate(situation.requested, memory.sensitivity)
  // biome-ignore format: a table reads best in columns
  const rules: readonly Rule[] = [
    ['removed',       memory.state === 'removed', 'it was forgotten'],
    ['quarantined',   memory.quarantined, 'it is in quarantine'],
    ['held',          memory.held, 'it waits for review'],
    ['expired',       isExpired(situation, memory), `it expired at ${memory.expiresAt}`],
    ['superseded',    memory.supersededBy !== null, `${memory.supersededBy} replaced it`],
    ['archived',      memory.archived, 'archived memories are found, never injected'],
    ['sensitivity',   !gate.open, gate.open ? '' : gate.reason],
    ['other-session', isElsewhereSession(situation, memory), 'it belongs to another session'],
    ['other-project', isElsewhereProject(situation, memory), 'it belongs to another project'],
    ['shadowed',      isShadowed(situation, memory), `the project has its own "${memory.name}"`],
    ['other-files',   isForOtherFiles(situation, memory), `it applies to ${memory.globs.join(', ')}`],
    ['done',          memory.done === true, 'the task is done'],
  ]
  const broken = rules.find(([, applies]) => applies)
  return broken ? { eligible: false, rule: broken[0], reason: broken[2] } : { eligible: true }
}

function isExpired(situation: Situation, memory: Memory): boolean {
  return memory.expiresAt !== null && Date.parse(memory.expiresAt) <= Date.parse(situation.now)
}

function isElsewhereSession(situation: Situation, memory: Memory): boolean {
  return memory.scope === 'session' && memory.session !== situation.session
}

/** A memory that names no project applies in all of them. */
function isElsewhereProject(situation: Situation, memory: Memory): boolean {
  if (memory.scope === 'project') return memory.project !== situation.project
  return memory.project !== null && memory.project !== situation.project
}

/** The nearer memory of the same name is used in its place. */
function isShadowed({ projectNames, globalNames }: Situation, { scope, name }: Memory): boolean {
  if (scope !== 'global' && scope !== 'team') return false
  return projectNames.includes(name) || (scope === 'team' && globalNames.includes(name))
}

/** D-09. A memory with globs stays out while the turn is known to be about other files. */
function isForOtherFiles({ files }: Situation, { globs }: Memory): boolean {
  return globs.length > 0 && files.length > 0 && !files.some((file) => matchAnyGlob(globs, file))
}
