/** B-11. Validates the lines of an export, each by itself and against the others. */
import * as z from 'zod'
import { MnemeError } from '../../errors.ts'
import type { Memory } from '../../memory/memory.ts'
import { nameProblem } from '../../memory/names.ts'
import { canonicalType } from '../../memory/types.ts'
import { type Project, RECORDS, type RecordTypes } from '../../store/records.ts'
import { isBlank } from '../../text/well-formed.ts'
import { EXPORT_FORMAT, EXPORT_VERSION, EXPORTED, type ExportedKind } from './export.ts'

export type Records = { [Kind in ExportedKind]: RecordTypes[Kind][] }

/** Above the limit of a new memory: what was exported can always be imported. */
const MAX_CONTENT_CHARACTERS = 1_000_000

const Header = z.object({ format: z.literal(EXPORT_FORMAT), version: z.int() })
const Line = z.object({ record: z.enum(EXPORTED), row: z.unknown() })

/** The parsed records, or one sentence that names the first invalid line. */
export function recordsFrom(text: string): Records {
  const records: Records = { project: [], memory: [], version: [], link: [], fact: [] }
  const lineOf = new Map<string, number>()
  const [first, ...lines] = text.replace(/^\ufeff/, '').split('\n')
  checkHeader(first ?? '')
  lines.forEach((line, index) => {
    if (line.trim() === '') return
    const number = index + 2
    const { record, row } = parsedLine(line, number)
    const key = `${record} ${(RECORDS[record].key as (row: unknown) => string)(row)}`
    const earlier = lineOf.get(key)
    if (earlier !== undefined) throw badLine(number, `repeats the ${key} of line ${earlier}`)
    lineOf.set(key, number)
    ;(records[record] as unknown[]).push(row)
  })
  return records
}

function checkHeader(line: string): void {
  if (line.trim() === '') throw badLine(1, 'is empty')
  const header = Header.safeParse(parsedJson(line, 1))
  if (!header.success) throw badLine(1, `is not the header of a ${EXPORT_FORMAT}`)
  if (header.data.version > EXPORT_VERSION) {
    throw badLine(1, `was written by a newer mneme (export version ${header.data.version})`)
  }
}

function parsedLine(line: string, number: number) {
  const outer = Line.safeParse(parsedJson(line, number))
  if (!outer.success) throw badLine(number, 'is not a record of an export')
  const { record } = outer.data
  const inner = RECORDS[record].schema.safeParse(outer.data.row)
  if (!inner.success) {
    const [issue] = inner.error.issues
    throw badLine(number, `${[record, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`)
  }
  const problem = problemWith(record, inner.data)
  if (problem !== null) throw badLine(number, problem)
  return { record, row: inner.data }
}

/** What the schema of a row cannot express. The kind and its row match by now. */
function problemWith(kind: ExportedKind, row: unknown): string | null {
  if (kind === 'memory') return memoryProblem(row as Memory)
  if (kind === 'project') return projectProblem(row as Project)
  return null
}

function memoryProblem({ name, type, content, ...memory }: Memory): string | null {
  const wrongName = nameProblem(name)
  if (wrongName !== null) return `memory.name: ${wrongName}`
  if (type === '' || canonicalType(type) !== type) return `memory.type: "${type}" is not a type`
  if (isBlank(content)) return 'memory.content: is empty'
  if (content.length > MAX_CONTENT_CHARACTERS) {
    return `memory.content: holds more than ${MAX_CONTENT_CHARACTERS} characters`
  }
  return isPlaced(memory) ? null : `memory.scope: nothing is kept in ${memory.scope} like this`
}

/** Each scope has exactly the fields it requires. */
function isPlaced({ scope, project, session }: Pick<Memory, 'scope' | 'project' | 'session'>) {
  if (scope === 'global') return project === null && session === null
  if (scope === 'project') return project !== null && session === null
  return scope === 'session' && session !== null
}

/** C-07. A slug is the name of a folder. */
function projectProblem({ slug }: Project): string | null {
  const problem = nameProblem(slug)
  return problem !== null && !/reserved/.test(problem) ? `project.slug: ${problem}` : null
}

function parsedJson(line: string, number: number): unknown {
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
