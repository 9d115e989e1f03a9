/** K-18, H-06. What may leave a person's machine, and in which words. */
import type { Memory } from '../memory/memory.ts'
import type { SharedDraft } from './wire.ts'

/** Why this is not for the team, or null. Anything but public stays where it is. */
export function whyNotShared(memory: Memory): string | null {
  if (memory.scope === 'team') return 'it is the team’s already'
  if (memory.sensitivity !== 'public') return WITHHELD[memory.sensitivity]
  if (memory.state === 'removed') return 'it was forgotten'
  if (memory.supersededBy !== null) return 'a newer memory has replaced it'
  if (memory.held || memory.quarantined) return 'it still awaits approval here'
  if (memory.scope === 'session') return 'it belongs to one session alone'
  return null
}

const WITHHELD = {
  private: 'it is private: it holds personal data or an internal address',
  secret: 'it is marked secret',
  unknown: 'it is not known whether it is private',
} as const

/** What the team is shown: the memory, without what is this person's or this machine's alone. */
export function draftOf(memory: Memory): SharedDraft {
  const { type, name, title, subtitle, description, content, tags, concepts, globs } = memory
  const { triggers, importance, priority, confidence, season, procedure } = memory
  return {
    ...{ type, name, title, subtitle, description, content, importance, priority, confidence },
    ...{ tags: [...tags], concepts: [...concepts], globs: [...globs], triggers: [...triggers] },
    origin: memory.provenance.origin,
    source: memory.provenance.source,
    ...(season === null ? {} : { season }),
    ...(procedure === null ? {} : { procedure: { ...procedure, successes: 0, failures: 0 } }),
  }
}
