/** Memories and moments for the tests of this room, all of them valid by the schema. */
import { addDays } from '../../src/clock.ts'
import { type ContextInput, type ContextOptions, compose } from '../../src/context/compose.ts'
import type { LayerSettings } from '../../src/context/layers.ts'
import { ContextSettings } from '../../src/context/settings.ts'
import type { MemoryCandidate, Situation } from '../../src/context/situation.ts'
import { Memory, type Origin } from '../../src/memory/memory.ts'
import { traitsOf } from '../../src/memory/types.ts'
import { ActivationSettings } from '../../src/ranking/activation.ts'
import { DecaySettings } from '../../src/ranking/decay.ts'
import { RecencySettings } from '../../src/ranking/recency.ts'
import { SeasonSettings } from '../../src/ranking/season.ts'
import { approximateCounter } from '../../src/text/token-count.ts'
import { memoryWith } from '../support/memory.ts'

export const NOW = '2026-03-10T12:00:00.000Z'

export const settings: LayerSettings = {
  context: ContextSettings.parse({}),
  activation: ActivationSettings.parse({}),
  decay: DecaySettings.parse({}),
  recency: RecencySettings.parse({}),
  season: SeasonSettings.parse({}),
}

export function withContext(change: Partial<ContextSettings>): LayerSettings {
  return { ...settings, context: { ...settings.context, ...change } }
}

export interface MemoryChange extends Partial<Omit<Memory, 'provenance'>> {
  readonly origin?: Origin
  readonly source?: Memory['provenance']['source']
  readonly ageDays?: number
  readonly madeIn?: string
}

/** A public memory of the user's own words, two days old, unless the change says otherwise. */
export function memory(number: number, change: MemoryChange = {}): Memory {
  const { origin = 'user', source, ageDays = 2, madeIn, ...fields } = change
  const at = addDays(NOW, -ageDays)
  const type = change.type ?? 'fact'
  const name = change.name ?? `memory-${number}`
  const project = change.project ?? null
  const plain = memoryWith({
    id: `01HZ${String(number).padStart(22, '0')}`,
    content: `Content of memory ${number}.`,
    createdAt: at,
  })
  return Memory.parse({
    ...plain,
    scope: project === null ? 'global' : 'project',
    title: `Title ${number}`,
    priority: traitsOf(type).priority,
    contentHash: `hash-${number}`,
    ...fields,
    type,
    name,
    project,
    provenance: {
      ...plain.provenance,
      source: source ?? (origin === 'user' ? 'user-stated' : 'observed'),
      origin,
      session: madeIn ?? null,
    },
  })
}

export function candidate(
  of: Memory,
  change: Partial<Omit<MemoryCandidate, 'memory'>> = {},
): MemoryCandidate {
  return {
    memory: of,
    match: 1,
    passage: null,
    similarity: null,
    relevant: null,
    ...change,
  }
}

export const somewhere: Situation = {
  now: NOW,
  prompt: 'How do we deploy the billing service?',
  files: [],
  session: 'session-1',
  project: 'billing',
  seasons: [],
  episodeSince: null,
  requested: [],
  projectNames: [],
  globalNames: [],
  saidLater: new Map(),
}

export const nothing: ContextInput = {
  situation: somewhere,
  anchors: [],
  projectIndex: null,
  globalIndex: { entries: [], counts: {} },
  standing: [],
  lifeboat: null,
  pending: [],
  recalled: [],
  negatives: [],
  procedures: [],
  tasks: [],
  quotes: [],
  surfaced: [],
  given: [],
  knowsFrame: false,
  withdrawn: [],
}

export const everything: ContextOptions = {
  part: 'all',
  format: 'xml',
  host: null,
  budgetTokens: null,
}

export function composed(
  input: Partial<ContextInput>,
  options: Partial<ContextOptions> = {},
  layers: LayerSettings = settings,
) {
  return compose(
    layers,
    approximateCounter,
    { ...nothing, ...input },
    { ...everything, ...options },
  )
}

/** The index a store would give for these memories. */
export function indexOf(memories: readonly Memory[]) {
  const counts: Record<string, number> = {}
  for (const { type } of memories) counts[type] = (counts[type] ?? 0) + 1
  return { entries: memories, counts }
}
