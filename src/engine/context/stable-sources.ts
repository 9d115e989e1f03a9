/** H-01, K-10. What the stable part is made of, read once and kept until something changes. */
import { type IndexSource, indexWithout } from '../../context/index-lines.ts'
import type { StableInput } from '../../context/stable.ts'
import type { Memory } from '../../memory/memory.ts'
import { mostImportantFirst } from '../../memory/standing-order.ts'
import type { KnownType } from '../../memory/types.ts'
import type { MemoryFilter } from '../../store/filter.ts'
import { cacheUntilJournalMoves } from '../cache.ts'
import type { Caller, Engine } from '../engine.ts'
import { inForce } from '../memories/in-use.ts'

export type StableSources = Pick<StableInput, 'projectIndex' | 'globalIndex' | 'standing'> & {
  readonly negatives: readonly Memory[]
  readonly procedures: readonly Memory[]
  readonly tasks: readonly Memory[]
  readonly projectNames: readonly string[]
  readonly globalNames: readonly string[]
}

/** An index shows a few of each type; the budget decides how many. */
const LISTED_OF_EACH_TYPE = 10
const STANDING_TYPES = ['policy', 'architecture', 'preference'] satisfies KnownType[]
/** Layer A's budget holds far fewer; the most important come first. */
const MAX_STANDING = 60
const PROCEDURE_TYPES = ['procedure', 'workflow', 'skill'] satisfies KnownType[]
const MAX_NEGATIVES = 2000
const MAX_PROCEDURES = 50
const MAX_TASKS = 50
/** What was said for one session alone. */
const MAX_OF_SESSION = 500

export async function stableSources(engine: Engine, caller: Caller): Promise<StableSources> {
  const kept = { kind: 'memory', until: 'one expires' } as const
  const project = caller.project?.id ?? null
  const { session } = caller
  // Sessions of one project share nearly all of it; what one has for itself is little.
  const [shared, own] = await Promise.all([
    cacheUntilJournalMoves(
      engine,
      `stable ${project ?? ''}`,
      () => readSources(engine, project),
      kept,
    ),
    session === null
      ? []
      : cacheUntilJournalMoves(
          engine,
          `stable ${project ?? ''}\0${session}`,
          () => readOwn(engine, project, session),
          kept,
        ),
  ])
  return own.length === 0 ? shared : withOwn(engine, project, shared, own)
}

/** M-35. Without what this very session said: it is in the agent's view since then. */
export function withoutOwn(
  sources: StableSources,
  session: string | null,
  /** When the agent's view last started over; null if it never did. */
  viewSince: string | null,
): StableSources {
  if (session === null) return sources
  const isOwn = ({ provenance, createdAt }: Memory) =>
    provenance.session === session && (viewSince === null || createdAt > viewSince)
  const { standing, projectIndex, globalIndex } = sources
  return {
    ...sources,
    standing: standing.filter((memory) => !isOwn(memory)),
    projectIndex: projectIndex && indexWithout(projectIndex, isOwn),
    globalIndex: indexWithout(globalIndex, isOwn),
  }
}

/** M-37. Rules alone: a subagent has one task, and no use for a table of contents. */
export function withoutIndexes(sources: StableSources): StableSources {
  return { ...sources, projectIndex: null, globalIndex: { entries: [], counts: {} } }
}

async function readSources(engine: Engine, project: string | null): Promise<StableSources> {
  const served = servable(engine)
  const ofProject: MemoryFilter = { ...served, scopes: ['project'], project }
  const ofAll: MemoryFilter = { ...served, scopes: ['global', 'team'], project: null }
  const places = project === null ? [ofAll] : [ofAll, ofProject]
  const first = async (filters: readonly MemoryFilter[], limit: number) => {
    const lists = await Promise.all(
      places.flatMap((place) =>
        filters.map((filter) => listPersonsFirst(engine, { ...place, ...filter }, limit)),
      ),
    )
    return lists.flat().toSorted(mostImportantFirst).slice(0, limit)
  }
  const ofTypes = (types: readonly string[], limit: number, more: MemoryFilter = {}) =>
    first(
      types.map((type) => ({ ...more, types: [type] })),
      limit,
    )
  const [globalIndex, projectIndex, standing, negatives, procedures, tasks] = await Promise.all([
    indexSource(engine, ofAll),
    project === null ? null : indexSource(engine, ofProject),
    ofTypes(STANDING_TYPES, MAX_STANDING),
    first([{ hasTriggers: true }], MAX_NEGATIVES),
    ofTypes(PROCEDURE_TYPES, MAX_PROCEDURES),
    ofTypes(['task'], MAX_TASKS, { done: false }),
  ])
  const sources = { globalIndex, projectIndex, standing, negatives, procedures, tasks }
  return withNames(engine, project, sources)
}

function readOwn(engine: Engine, project: string | null, session: string): Promise<Memory[]> {
  return engine.store.memories.list(
    { ...servable(engine), scopes: ['session'], visibleTo: { project, session } },
    { limit: MAX_OF_SESSION, order: 'importance' },
  )
}

/** With what was said for this session alone. */
function withOwn(
  engine: Engine,
  project: string | null,
  shared: StableSources,
  own: readonly Memory[],
): Promise<StableSources> {
  const merged = (list: readonly Memory[], isMeant: (memory: Memory) => boolean, limit: number) =>
    [...list, ...own.filter(isMeant)].toSorted(mostImportantFirst).slice(0, limit)
  const isOf = (types: readonly string[]) => (memory: Memory) => types.includes(memory.type)
  return withNames(engine, project, {
    ...shared,
    standing: merged(shared.standing, isOf(STANDING_TYPES), MAX_STANDING),
    negatives: merged(shared.negatives, ({ triggers }) => triggers.length > 0, MAX_NEGATIVES),
    procedures: merged(shared.procedures, isOf(PROCEDURE_TYPES), MAX_PROCEDURES),
    tasks: merged(shared.tasks, ({ type, done }) => type === 'task' && done === false, MAX_TASKS),
  })
}

async function withNames(
  engine: Engine,
  project: string | null,
  sources: Omit<StableSources, 'projectNames' | 'globalNames'>,
): Promise<StableSources> {
  const { globalIndex, standing, negatives, procedures } = sources
  const shared = [...globalIndex.entries, ...standing, ...negatives, ...procedures].filter(
    ({ scope }) => scope === 'global' || scope === 'team',
  )
  return { ...sources, ...(await shadowing(engine, project, shared)) }
}

/** The names among these that something nearer has a memory of its own for. */
export async function shadowing(
  engine: Engine,
  project: string | null,
  memories: readonly Memory[],
): Promise<{ projectNames: string[]; globalNames: string[] }> {
  const held = async (place: MemoryFilter, among: readonly Memory[]) => {
    const names = [...new Set(among.map(({ name }) => name))]
    if (names.length === 0) return []
    const filter = { ...servable(engine), ...place, names }
    const found = await engine.store.memories.list(filter, { limit: names.length })
    return found.map(({ name }) => name)
  }
  const ofTeam = memories.filter(({ scope }) => scope === 'team')
  const [projectNames, globalNames] = await Promise.all([
    project === null ? [] : held({ scopes: ['project'], project }, memories),
    held({ scopes: ['global'], project: null }, ofTeam),
  ])
  return { projectNames, globalNames }
}

/** M-34. The most important; others' memories only where a person's leave room. */
async function listPersonsFirst(
  engine: Engine,
  filter: MemoryFilter,
  limit: number,
): Promise<Memory[]> {
  const { memories } = engine.store
  const order = 'importance'
  const persons = await memories.list({ ...filter, persons: true }, { limit, order })
  const left = limit - persons.length
  if (left === 0) return persons
  return [
    ...persons,
    ...(await memories.list({ ...filter, persons: false }, { limit: left, order })),
  ]
}

async function indexSource(engine: Engine, filter: MemoryFilter): Promise<IndexSource> {
  const counted = await engine.store.memories.countBy(filter, 'type')
  const lists = await Promise.all(
    counted.map(({ value }) =>
      listPersonsFirst(engine, { ...filter, types: [value] }, LISTED_OF_EACH_TYPE),
    ),
  )
  return {
    entries: lists.flat(),
    counts: Object.fromEntries(counted.map(({ value, count }) => [value, count])),
  }
}

/** L. What may be injected at all; `eligibility` has the last word on each. */
export function servable(engine: Engine): MemoryFilter {
  return { ...inForce(engine), living: true, sensitivities: ['public'] }
}
