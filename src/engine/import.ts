/** B-11. Reading an export back: every line is checked before the first is stored. */
import { z } from 'zod'
import { matchProject } from '../code/identity.ts'
import { freeSlug } from '../code/slug.ts'
import { MnemeError } from '../errors.ts'
import type { Memory } from '../memory/memory.ts'
import { freeName } from '../memory/names.ts'
import { contentHash } from '../memory/normalise.ts'
import type { Change } from '../store/change.ts'
import {
  linkKey,
  type Project,
  RECORDS,
  type RecordKind,
  type RecordTypes,
} from '../store/records.ts'
import { commit } from './commit.ts'
import type { Caller, Engine } from './engine.ts'
import { EXPORT_FORMAT, EXPORT_VERSION } from './export.ts'
import type { Progress } from './progress.ts'
import { scrub } from './scrub.ts'

export interface Imported {
  created: number
  updated: number
  unchanged: number
  renamed: number
  redacted: number
  batches: string[]
}

/** Others get their turn between two batches. */
const CHANGES_A_BATCH = 1000

type Records = { [Kind in RecordKind]: RecordTypes[Kind][] }

const Header = z.object({ format: z.literal(EXPORT_FORMAT), version: z.int() })
const EXPORTED = ['project', 'memory', 'version', 'link', 'fact'] as const
const Line = z.object({ record: z.enum(EXPORTED), row: z.unknown() })

export async function importLines(
  engine: Engine,
  caller: Caller,
  text: string,
  progress?: Progress,
): Promise<Imported> {
  const { records, redacted } = await scrubbed(engine, parseLines(text))
  const done: Imported = { created: 0, updated: 0, unchanged: 0, renamed: 0, redacted, batches: [] }
  const projectIds = await importProjects(engine, caller, records.project, done)
  const changes = [
    ...(await memoryChanges(engine, records.memory, projectIds, done)),
    ...(await otherChanges(engine, records, projectIds)),
  ]
  for (let at = 0; at < changes.length; at += CHANGES_A_BATCH) {
    const part = changes.slice(at, at + CHANGES_A_BATCH)
    done.batches.push(await commit(engine, caller, 'import', part))
    progress?.({ done: at + part.length, total: changes.length, what: 'records' })
  }
  return done
}

function parseLines(text: string): Records {
  const records: Records = {
    project: [],
    memory: [],
    version: [],
    link: [],
    fact: [],
    document: [],
  }
  const lines = text.split('\n')
  lines.forEach((line, index) => {
    if (line.trim() === '') return
    const value = parseJson(line, index + 1)
    if (index === 0) {
      checkHeader(value)
      return
    }
    const outer = Line.safeParse(value)
    if (!outer.success) throw badLine(index + 1, 'is not a record of an export')
    const { record, row } = outer.data
    const inner = RECORDS[record].schema.safeParse(row)
    if (!inner.success) {
      const issue = inner.error.issues[0]
      throw badLine(index + 1, `${record}.${issue?.path.join('.')}: ${issue?.message}`)
    }
    ;(records[record] as unknown[]).push(inner.data)
  })
  if (lines[0]?.trim() === '' || text === '') throw badLine(1, 'is empty')
  return records
}

function checkHeader(value: unknown): void {
  const header = Header.safeParse(value)
  if (!header.success) throw badLine(1, `is not the header of a ${EXPORT_FORMAT}`)
  if (header.data.version > EXPORT_VERSION) {
    throw badLine(1, `was written by a newer mneme (export version ${header.data.version})`)
  }
}

function parseJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw badLine(number, 'is not JSON')
  }
}

function badLine(number: number, problem: string): MnemeError {
  return new MnemeError('invalid_input', `line ${number} ${problem}`, {
    hint: 'Nothing was imported. Files for import come from: mneme export',
  })
}

/** G-10. An export from elsewhere may hold what would not have been stored here. */
async function scrubbed(engine: Engine, records: Records) {
  let redacted = 0
  const clean = async <Row extends object>(rows: readonly Row[], fix = (row: Row) => row) => {
    const result: Row[] = []
    for (const row of rows) {
      const { fields, kinds } = await scrub(engine, row)
      if (kinds.length > 0) redacted += 1
      result.push(kinds.length > 0 ? fix(fields) : fields)
    }
    return result
  }
  const rehashed = (memory: Memory): Memory => ({
    ...memory,
    contentHash: contentHash(memory.content),
  })
  return {
    records: {
      project: await clean(records.project),
      memory: await clean(records.memory, rehashed),
      version: await clean(records.version, (version) => ({
        ...version,
        snapshot: rehashed(version.snapshot),
      })),
      link: records.link,
      fact: await clean(records.fact),
      document: [],
    } satisfies Records,
    redacted,
  }
}

/** A project that is known here under another id keeps the id it has here. */
async function importProjects(
  engine: Engine,
  caller: Caller,
  projects: readonly Project[],
  done: Imported,
): Promise<ReadonlyMap<string, string>> {
  const known = await engine.store.projects.all()
  const ids = new Map<string, string>()
  const changes: Change[] = []
  for (const project of projects) {
    const evidence = {
      rootCommits: project.rootCommits,
      commonDir: project.commonDirs[0] ?? null,
      remotes: project.remotes,
      path: project.paths[0] ?? '',
      subfolder: null,
    }
    const here =
      known.find((each) => each.id === project.id) ?? matchProject(evidence, known)?.project
    if (here) {
      ids.set(project.id, here.id)
      continue
    }
    const slug = freeSlug(project.slug, new Set(known.map((each) => each.slug)), project.id)
    const row = { ...project, slug }
    known.push(row)
    changes.push({ op: 'insert', kind: 'project', row })
  }
  if (changes.length > 0) done.batches.push(await commit(engine, caller, 'import', changes))
  return ids
}

async function memoryChanges(
  engine: Engine,
  memories: readonly Memory[],
  projectIds: ReadonlyMap<string, string>,
  done: Imported,
): Promise<Change[]> {
  const changes: Change[] = []
  const taken = new Set<string>()
  for (const given of memories) {
    const project = given.project && (projectIds.get(given.project) ?? given.project)
    const memory = { ...given, project }
    const [present] = await engine.store.memories.get([memory.id])
    if (present) {
      if (present.updatedAt >= memory.updatedAt) {
        done.unchanged += 1
        continue
      }
      changes.push({ op: 'update', kind: 'memory', key: memory.id, set: memory })
      done.updated += 1
      continue
    }
    const isLiving = memory.state !== 'removed' && memory.supersededBy === null
    if (isLiving && (await engine.store.memories.withHash(memory, memory.contentHash))) {
      done.unchanged += 1
      continue
    }
    const name = isLiving ? await nameFor(engine, memory, taken) : memory.name
    if (name !== memory.name) done.renamed += 1
    changes.push({ op: 'insert', kind: 'memory', row: { ...memory, name } })
    done.created += 1
  }
  return changes
}

async function nameFor(engine: Engine, memory: Memory, taken: Set<string>): Promise<string> {
  const key = (name: string) =>
    [memory.scope, memory.project ?? '', memory.session ?? '', name].join('\0')
  let { name } = memory
  if (taken.has(key(name)) || (await engine.store.memories.named(memory, name))) {
    const filter = { scopes: [memory.scope], project: memory.project }
    const names = new Set(await engine.store.memories.namesLike(filter, '', 1_000_000))
    name = freeName(name, (each) => names.has(each) || taken.has(key(each)))
  }
  taken.add(key(name))
  return name
}

async function otherChanges(
  engine: Engine,
  records: Records,
  projectIds: ReadonlyMap<string, string>,
): Promise<Change[]> {
  const { store } = engine
  const changes: Change[] = []
  for (const row of records.version) {
    if (!(await store.versions.get(row.id))) changes.push({ op: 'insert', kind: 'version', row })
  }
  const links = new Set((await store.links.all()).map(linkKey))
  for (const row of records.link) {
    if (!links.has(linkKey(row))) changes.push({ op: 'insert', kind: 'link', row })
  }
  const facts = new Set((await store.facts.find({ limit: 1_000_000 })).map((fact) => fact.id))
  for (const fact of records.fact) {
    if (facts.has(fact.id)) continue
    const project = fact.project && (projectIds.get(fact.project) ?? fact.project)
    changes.push({ op: 'insert', kind: 'fact', row: { ...fact, project } })
  }
  return changes
}
