/** B-06, B-07, C-05. Overwritten and forgotten memories: lists, restores or deletes them. */
import { addDays } from '../../clock.ts'
import { MnemeError } from '../../errors.ts'
import type { Memory, Origin } from '../../memory/memory.ts'
import { freeName } from '../../memory/names.ts'
import { mayChange, PERSON_HINT } from '../../memory/origins.ts'
import type { Version } from '../../store/records.ts'
import { archiveFile } from '../../vault/paths.ts'
import type { ArchivedFile } from '../../vault/vault.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'
import { isVisible, visibleFilter } from '../memories/find-memory.ts'
import { updateMemory } from '../memories/update.ts'
import { isOwner } from '../person.ts'

interface ArchiveEntry {
  /** Of the version, or of the memory that was forgotten or replaced. */
  readonly id: string
  readonly kind: 'version' | 'forgotten' | 'replaced'
  readonly memory: string
  readonly name: string
  readonly title: string
  readonly origin: Origin
  readonly at: string
  readonly cause: string
}

const EVERYTHING = 1_000_000

/** Newest first. */
export async function listArchive(
  engine: Engine,
  caller: Caller,
  name: string | undefined,
  limit: number,
): Promise<ArchiveEntry[]> {
  const { store } = engine
  const versions = await store.versions.list({}, EVERYTHING)
  const owners = new Map(
    (await store.memories.get([...new Set(versions.map(({ memory }) => memory))])).map((memory) => [
      memory.id,
      memory,
    ]),
  )
  const everyone = isOwner(caller) ? {} : visibleFilter(caller)
  const [forgotten, replaced] = await Promise.all([
    store.memories.list({ ...everyone, states: ['removed'] }, { limit: EVERYTHING }),
    store.memories.list({ ...everyone, superseded: true }, { limit: EVERYTHING }),
  ])
  const isSeen = (memory: Memory) => isVisible(memory, caller)
  const entries: ArchiveEntry[] = [
    ...versions
      .filter((version) => {
        const owner = owners.get(version.memory)
        return owner !== undefined && isSeen(owner) && isSeen(version.snapshot)
      })
      .map(({ id, memory, at, cause, snapshot }) => {
        const { name: called, title, provenance } = snapshot
        const { origin } = provenance
        return { id, kind: 'version' as const, memory, name: called, title, origin, at, cause }
      }),
    ...forgotten.filter(isSeen).map((memory) => endedEntry(memory, 'forgotten')),
    ...replaced
      .filter((memory) => memory.state !== 'removed' && isSeen(memory))
      .map((memory) => endedEntry(memory, 'replaced')),
  ]
  return entries
    .filter((entry) => name === undefined || entry.name === name || entry.memory === name)
    .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : a.id < b.id ? 1 : -1))
    .slice(0, limit)
}

function endedEntry(memory: Memory, kind: 'forgotten' | 'replaced'): ArchiveEntry {
  const { id, name, title, updatedAt, provenance } = memory
  const cause = kind === 'forgotten' ? 'forget' : `replaced by ${memory.supersededBy}`
  const { origin } = provenance
  return { id, kind, memory: id, name, title, origin, at: updatedAt, cause }
}

/** A version by its id; a memory that was forgotten or replaced by its id or last name. */
export async function restoreArchived(
  engine: Engine,
  caller: Caller,
  reference: string,
): Promise<{ memory: Memory; batch: string | null }> {
  const { store } = engine
  const version = await store.versions.get(reference.toUpperCase())
  if (version) {
    const { content, title, subtitle, description, type } = version.snapshot
    const [owner] = await store.memories.get([version.memory])
    if (!owner || !isVisible(owner, caller) || !isVisible(version.snapshot, caller))
      throw notThere(reference)
    const fields = { content, title, subtitle, description, type }
    const alive = await reviveMemory(engine, caller, owner)
    const done = await updateMemory(engine, caller, alive.memory.id, fields, `restore ${reference}`)
    return { memory: done.memory, batch: done.batch ?? alive.batch }
  }
  const entries = await listArchive(engine, caller, undefined, EVERYTHING)
  const entry = entries.find(
    ({ kind, id, name }) =>
      kind !== 'version' && (id === reference.toUpperCase() || name === reference),
  )
  const [memory] = entry ? await store.memories.get([entry.memory]) : []
  if (!memory) throw notThere(reference)
  return reviveMemory(engine, caller, memory)
}

/** Restores it under its old name or the next free one. */
async function reviveMemory(
  engine: Engine,
  caller: Caller,
  memory: Memory,
): Promise<{ memory: Memory; batch: string | null }> {
  if (memory.state !== 'removed' && memory.supersededBy === null) return { memory, batch: null }
  if (!mayChange(caller.speaker, memory)) {
    throw new MnemeError('not_allowed', `"${memory.name}" is a person's: a person brings it back`, {
      hint: PERSON_HINT,
    })
  }
  const { store, clock } = engine
  const twin = await store.memories.withHash(memory, memory.contentHash)
  if (twin) {
    throw new MnemeError('conflict', `"${twin.name}" says the same and is still there`, {
      hint: `See it: mneme get ${twin.name}`,
    })
  }
  const filter = { scopes: [memory.scope], project: memory.project }
  const taken = new Set(
    await store.memories.namesLike(filter, memory.name.slice(0, 48), EVERYTHING),
  )
  const set = {
    name: freeName(memory.name, (name) => taken.has(name)),
    state: memory.state === 'removed' ? ('new' as const) : memory.state,
    supersededBy: null,
    updatedAt: clock.now(),
  }
  const batch = await commit(engine, caller, 'archive restore', [
    { op: 'update', kind: 'memory', key: memory.id, set, expect: { updatedAt: memory.updatedAt } },
  ])
  return { memory: { ...memory, ...set }, batch }
}

function notThere(reference: string): MnemeError {
  return new MnemeError('not_found', `there is nothing archived as "${reference.slice(0, 80)}"`, {
    hint: 'See what there is: mneme archive list',
  })
}

interface PruneRule {
  /** Only what is older than this. */
  readonly olderThanDays?: number | undefined
  /** The newest of each memory are kept. */
  readonly keep?: number | undefined
}

/** B-07. Final: only a tombstone without content stays in the journal. */
export async function pruneArchive(
  engine: Engine,
  rule: PruneRule,
  dryRun: boolean,
): Promise<{ versions: number; files: number }> {
  const { store, vault, clock } = engine
  const { olderThanDays } = rule
  const before = olderThanDays === undefined ? null : addDays(clock.now(), -olderThanDays)
  const all = await store.versions.list({}, EVERYTHING)
  const going = surplus(all, ({ memory }) => memory, rule.keep ?? 0, before)
  const files = vault
    ? filesToGo(await vault.listArchived(), all, going, rule.keep ?? 0, before)
    : []
  if (dryRun) return { versions: going.length, files: files.length }
  const versions = await store.care.pruneVersions(going.map(({ id }) => id))
  for (const { path } of files) await vault?.remove(path)
  return { versions, files: files.length }
}

/** A file is deleted with its version; one without a version counts among those of its name. */
function filesToGo(
  files: readonly ArchivedFile[],
  all: readonly Version[],
  going: readonly Version[],
  keep: number,
  before: string | null,
): ArchivedFile[] {
  const nameFor = ({ snapshot, at, id }: Version) => archiveFile(snapshot.name, at, id)
  const known = new Set(all.map(nameFor))
  const gone = new Set(going.map(nameFor))
  const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const others = files.filter(({ path }) => !known.has(fileName(path)))
  const folderAndName = ({ path, name }: ArchivedFile) =>
    `${path.slice(0, path.lastIndexOf('/'))}/${name}`
  return [
    ...files.filter(({ path }) => gone.has(fileName(path))),
    ...surplus(others, folderAndName, keep, before),
  ]
}

/** All but the newest `keep` of each group, as far as they are older. */
function surplus<T extends { readonly at: string }>(
  items: readonly T[],
  groupOf: (item: T) => string,
  keep: number,
  before: string | null,
): T[] {
  const seen = new Map<string, number>()
  return [...items]
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .filter((item) => {
      const group = groupOf(item)
      const rank = seen.get(group) ?? 0
      seen.set(group, rank + 1)
      return rank >= keep && (before === null || item.at < before)
    })
}
