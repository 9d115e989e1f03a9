/** B-11. Imports an export: every line is validated before the first is stored. */

import { scrub } from '../../capture/scrub.ts'
import { matchProject } from '../../code/identity.ts'
import { freeSlug } from '../../code/slug.ts'
import type { Memory } from '../../memory/memory.ts'
import { freeName } from '../../memory/names.ts'
import { contentHash } from '../../memory/normalise.ts'
import { admitOrigin, admitSource, isForeign, mayAccept } from '../../memory/origins.ts'
import { REVISABLE, type Wanted } from '../../memory/revise.ts'
import { RULE_TYPES } from '../../memory/types.ts'
import { trustOf } from '../../ranking/trust.ts'
import type { Change } from '../../store/change.ts'
import { linkKey, type Project } from '../../store/records.ts'
import type { Caller, Engine } from '../engine.ts'
import { commit } from '../journal/commit.ts'
import { sensitivityOf } from '../memories/new-memory.ts'
import { reviseMemory } from '../memories/revise-memory.ts'
import { isPerson } from '../person.ts'
import type { Progress } from '../progress.ts'
import { type Records, recordsFrom } from './import-lines.ts'
import { judgeArrived } from './judge-arrived.ts'

interface Imported {
  created: number
  updated: number
  /** M-02. Changes to a person's memories, which await approval. */
  proposed: number
  unchanged: number
  renamed: number
  redacted: number
  batches: string[]
}

/** Ids in the file mapped to ids in this store. */
type Ids = Map<string, string>

/** Other work gets its turn between two batches. */
const CHANGES_A_BATCH = 1000
const EVERYTHING = 1_000_000

export async function importLines(
  engine: Engine,
  caller: Caller,
  text: string,
  progress?: Progress,
): Promise<Imported> {
  const { records, redacted } = scrubRecords(recordsFrom(text))
  const done: Imported = {
    created: 0,
    updated: 0,
    proposed: 0,
    unchanged: 0,
    renamed: 0,
    redacted,
    batches: [],
  }
  const projects = await projectChanges(engine, caller, records.project)
  const memories = await memoryChanges(engine, caller, records.memory, projects.ids, done)
  const changes = [
    ...projects.changes,
    ...memories.changes,
    ...(await otherChanges(engine, caller, records, projects.ids, memories.ids)),
  ]
  // K-04. The caller's project may be among the imported ones: it is not created first.
  const nowhere = { ...caller, project: null }
  // M-07. All batches are undone and forgotten as one.
  const run = engine.clock.newId()
  for (let at = 0; at < changes.length; at += CHANGES_A_BATCH) {
    const part = changes.slice(at, at + CHANGES_A_BATCH)
    done.batches.push(await commit(engine, nowhere, 'import', part, { run }))
    progress?.({ done: at + part.length, total: changes.length, what: 'records' })
  }
  const arrived = changes.flatMap((change) =>
    change.op === 'insert' && change.kind === 'memory' ? [change.row] : [],
  )
  done.batches.push(...(await judgeArrived(engine, nowhere, arrived, run)))
  return done
}

/** G-10. An export from elsewhere may contain credentials that would not have been stored here. */
function scrubRecords(records: Records) {
  let redacted = 0
  const clean = <Row extends object>(rows: readonly Row[], fix = (row: Row) => row) => {
    const result: Row[] = []
    for (const row of rows) {
      const { fields, kinds } = scrub(row)
      if (kinds.length > 0) redacted += 1
      result.push(fix(fields))
    }
    return result
  }
  // The hash is computed here, whatever the file says.
  const withContentHash = (memory: Memory): Memory => ({
    ...memory,
    contentHash: contentHash(memory.content),
  })
  const version = (row: Records['version'][number]) => ({
    ...row,
    snapshot: withContentHash(row.snapshot),
  })
  return {
    records: {
      project: clean(records.project),
      memory: clean(records.memory, withContentHash),
      version: clean(records.version, version),
      link: records.link,
      fact: clean(records.fact),
    } satisfies Records,
    redacted,
  }
}

/** M-01. To switch memory off, to merge and to split projects takes a person. */
const DECIDED_BY_NOBODY = { off: false, mergedInto: null, excluded: [] } as const

/** A project that is known here under another id keeps the id it has here. */
async function projectChanges(
  engine: Engine,
  caller: Caller,
  projects: readonly Project[],
): Promise<{ changes: Change[]; ids: Ids }> {
  const known = await engine.store.projects.all()
  const ids: Ids = new Map()
  const changes: Change[] = []
  for (const project of projects) {
    const evidence = {
      rootCommits: project.rootCommits,
      commonDir: project.commonDirs[0] ?? null,
      remotes: project.remotes,
      path: project.paths[0] ?? '',
    }
    const here =
      known.find((each) => each.id === project.id) ?? matchProject(evidence, known)?.project
    if (here) {
      ids.set(project.id, here.id)
      continue
    }
    const slug = freeSlug(project.slug, new Set(known.map((each) => each.slug)), project.id)
    const row = { ...project, ...(isPerson(caller) ? {} : DECIDED_BY_NOBODY), slug }
    known.push(row)
    changes.push({ op: 'insert', kind: 'project', row })
  }
  return { changes, ids }
}

/**
 * M-01. A line is trusted as far as the caller: a person's own export is restored unchanged; from anyone else
 * no line counts as the user's or as approved.
 */
function admitAs(engine: Engine, { speaker }: Caller, line: Memory): Memory {
  if (mayAccept(speaker)) return line
  const origin = admitOrigin(speaker, line.provenance.origin)
  const source = admitSource(origin, line.provenance.source)
  return {
    ...line,
    validated: false,
    sensitivity: line.sensitivity === 'public' ? sensitivityOf(line) : line.sensitivity,
    held: line.held || (isForeign(origin) && RULE_TYPES.has(line.type)),
    trust: trustOf(engine.config.trust, source),
    provenance: { ...line.provenance, origin, source },
  }
}

function wantedByLine(memory: Memory): Wanted {
  const fields = REVISABLE.map((field) => [field, memory[field]] as const)
  return { ...(Object.fromEntries(fields) as Wanted), provenance: memory.provenance }
}

async function memoryChanges(
  engine: Engine,
  caller: Caller,
  memories: readonly Memory[],
  projectIds: Ids,
  done: Imported,
): Promise<{ changes: Change[]; ids: Ids }> {
  const { store } = engine
  const changes: Change[] = []
  const ids: Ids = new Map()
  const arriving = new Set(memories.map(({ id }) => id))
  const taken = new Map<string, string>()
  for (const given of memories) {
    const project = given.project && (projectIds.get(given.project) ?? given.project)
    const line = admitAs(engine, caller, { ...given, project })
    const memory = await withSuccessor(engine, line, arriving)
    const [present] = await store.memories.get([memory.id])
    if (present && present.updatedAt >= memory.updatedAt) {
      done.unchanged += 1
      continue
    }
    const own = (field: 'name' | 'contentHash', value = memory[field]) =>
      [memory.scope, memory.project ?? '', memory.session ?? '', field, value].join('\0')
    if (isLiving(memory)) {
      const twin =
        taken.get(own('contentHash')) ??
        (await store.memories.withHash(memory, memory.contentHash))?.id
      if (twin !== undefined && twin !== memory.id) {
        ids.set(memory.id, twin)
        done.unchanged += 1
        continue
      }
    }
    const isTaken = async (name: string) => {
      const holder =
        taken.get(own('name', name)) ?? (await store.memories.findByName(memory, name))?.id
      return holder !== undefined && holder !== memory.id
    }
    const name = isLiving(memory) ? await free(memory.name, isTaken) : memory.name
    if (isLiving(memory)) {
      taken.set(own('name', name), memory.id).set(own('contentHash'), memory.id)
    }
    if (name !== memory.name) done.renamed += 1
    if (present) {
      const wanted = wantedByLine({ ...memory, name })
      const options = { cause: 'import', alwaysArchive: true }
      const made = await reviseMemory(engine, caller, present, wanted, options)
      changes.push(...made.changes)
      if (made.revised.proposed) done.proposed += 1
      else done.updated += 1
    } else {
      changes.push({ op: 'insert', kind: 'memory', row: { ...memory, name } })
      done.created += 1
    }
  }
  return { changes: changes.map((change) => repointSuccessor(change, ids)), ids }
}

/** Points `supersededBy` to the id that the successor has here. */
function repointSuccessor(change: Change, ids: Ids): Change {
  if (change.kind !== 'memory' || change.op !== 'insert' || change.row.supersededBy === null) {
    return change
  }
  const supersededBy = ids.get(change.row.supersededBy) ?? change.row.supersededBy
  return { ...change, row: { ...change.row, supersededBy } }
}

function isLiving(memory: Memory): boolean {
  return memory.state !== 'removed' && memory.supersededBy === null
}

/** Its successor may be missing from the file: then it is kept archived, out of prompts. */
async function withSuccessor(
  engine: Engine,
  memory: Memory,
  arriving: ReadonlySet<string>,
): Promise<Memory> {
  const { supersededBy } = memory
  if (supersededBy === null || arriving.has(supersededBy)) return memory
  const [successor] = await engine.store.memories.get([supersededBy])
  return successor ? memory : { ...memory, supersededBy: null, archived: true }
}

async function free(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  const tried = new Set<string>()
  for (;;) {
    const next = freeName(name, (each) => tried.has(each))
    if (!(await isTaken(next))) return next
    tried.add(next)
  }
}

/** Versions, links and facts are attached to the ids that their memories have here. */
async function otherChanges(
  engine: Engine,
  caller: Caller,
  records: Records,
  projectIds: Ids,
  memoryIds: Ids,
): Promise<Change[]> {
  const { store } = engine
  const here = (id: string) => memoryIds.get(id) ?? id
  const wanted = new Set([
    ...records.memory.map(({ id }) => here(id)),
    ...records.version.map(({ memory }) => here(memory)),
    ...records.link.flatMap(({ from, to }) => [here(from), here(to)]),
    ...records.fact.flatMap(({ memory }) => (memory === null ? [] : here(memory))),
  ])
  const present = new Set((await store.memories.get([...wanted])).map(({ id }) => id))
  const created = new Set(records.memory.map(({ id }) => id).filter((id) => !present.has(id)))
  for (const { id } of records.memory) if (!memoryIds.has(id)) present.add(id)

  const changes: Change[] = []
  for (const row of records.version) {
    const memory = here(row.memory)
    if (!present.has(memory) || (await store.versions.get(row.id))) continue
    // M-01. A file may not add versions to an existing memory, unless a person imports it.
    if (!mayAccept(caller.speaker) && !created.has(memory)) continue
    changes.push({ op: 'insert', kind: 'version', row: { ...row, memory } })
  }
  const links = new Set((await store.links.all()).map(linkKey))
  for (const given of records.link) {
    const row = { ...given, from: here(given.from), to: here(given.to) }
    const hasBothEnds = present.has(row.from) && present.has(row.to) && row.from !== row.to
    if (!hasBothEnds || links.has(linkKey(row))) continue
    links.add(linkKey(row))
    changes.push({ op: 'insert', kind: 'link', row })
  }
  const facts = new Set((await store.facts.find({ limit: EVERYTHING })).map((fact) => fact.id))
  for (const fact of records.fact) {
    if (facts.has(fact.id)) continue
    const project = fact.project && (projectIds.get(fact.project) ?? fact.project)
    const source = fact.memory === null ? null : here(fact.memory)
    const memory = source !== null && present.has(source) ? source : null
    changes.push({ op: 'insert', kind: 'fact', row: { ...fact, project, memory } })
  }
  return changes
}
