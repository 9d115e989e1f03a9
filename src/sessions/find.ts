/** F-01. Finds the transcripts of each host, and the host of a given file. */
import { open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, sep } from 'node:path'
import { hostOfDatabase } from './host-of-database.ts'
import { asObject, asText, type JsonObject, parsedJson } from './json.ts'
import { databaseOf, dataFolder, knownPlaces } from './places.ts'
import type { TranscriptFile } from './reading.ts'
import type { Host } from './transcript.ts'
import { recordsOf } from './whole.ts'

const FORMS = ['jsonl', 'jsonl.zst', 'json', 'sqlite', 'conversations', 'storage'] as const
type Form = (typeof FORMS)[number]

export interface FoundTranscript extends TranscriptFile {
  readonly host: Host
  readonly form: Form
  readonly sizeBytes: number
  readonly modifiedAt: string
}

interface Whereabouts {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  /** Only these hosts. */
  readonly hosts?: readonly Host[]
  /** Look here instead of where hosts keep their files: a folder or one file. */
  readonly path?: string
}

/** Every transcript on this machine, newest first. Folders that are not there hold none. */
export async function findTranscripts(where: Whereabouts): Promise<readonly FoundTranscript[]> {
  const found = where.path === undefined ? await findKnown(where) : await findBelow(where.path)
  const wanted = where.hosts === undefined ? found : found.filter((one) => isWanted(where, one))
  return [...wanted].sort(
    (a, b) => b.modifiedAt.localeCompare(a.modifiedAt) || a.path.localeCompare(b.path),
  )
}

function isWanted(where: Whereabouts, { host }: FoundTranscript): boolean {
  return where.hosts?.includes(host) ?? true
}

/** The folders in which transcripts appear, whether they are there yet or not. */
export function transcriptFolders(where: Whereabouts): readonly string[] {
  return [...new Set(knownPlaces(where).map(({ folder }) => folder))]
}

/** The transcript that a changed file belongs to; null if it belongs to none. */
export async function transcriptAt(
  where: Whereabouts,
  path: string,
): Promise<FoundTranscript | null> {
  const file = databaseOf(path)
  const place = knownPlaces(where).find((known) => {
    return file.startsWith(known.folder + sep) && known.isTranscript(file)
  })
  return place === undefined ? null : describeTranscript(place.host, file, await geminiRoots(where))
}

/** Whether a file there is taken for what a person and an agent said; it need not be there yet. */
export function isTranscriptPath(where: Whereabouts, path: string): boolean {
  const file = databaseOf(path)
  return knownPlaces(where).some(
    (known) => file.startsWith(known.folder + sep) && known.isTranscript(file),
  )
}

async function findKnown(where: Whereabouts): Promise<readonly FoundTranscript[]> {
  const found: FoundTranscript[] = []
  const roots = await geminiRoots(where)
  for (const place of knownPlaces(where)) {
    for (const path of await filesBelow(place.folder, place.depth)) {
      if (!place.isTranscript(path)) continue
      const one = await describeTranscript(place.host, path, roots)
      if (one !== null) found.push(one)
    }
  }
  const known = new Set(found.map(({ path }) => path))
  const others = await findOpenCode(
    where,
    found.some(({ host }) => host === 'opencode'),
  )
  return [...found, ...others.filter(({ path }) => !known.has(path))]
}

/** A database that the environment names; before databases there were files, which they took over. */
async function findOpenCode(
  where: Whereabouts,
  hasDatabase: boolean,
): Promise<readonly FoundTranscript[]> {
  const named = where.env.OPENCODE_DB
  const one =
    named && named !== ':memory:' ? await describeTranscript('opencode', join(named), {}) : null
  if (one !== null || hasDatabase) return one === null ? [] : [one]
  const storage = await asStorage(join(dataFolder(where, 'opencode'), 'storage'))
  return storage === null ? [] : [storage]
}

/** Gemini names a project's folder by a slug or a hash; this file says which project it is. */
async function geminiRoots({ env, home }: Whereabouts): Promise<Readonly<Record<string, string>>> {
  const file = join(env.GEMINI_CLI_HOME || home, '.gemini', 'projects.json')
  const text = await readFile(file, 'utf8').catch(() => '{}')
  const projects = asObject(asObject(parsedJson(text))?.projects) ?? {}
  return Object.fromEntries(
    Object.entries(projects).flatMap(([root, slug]) => {
      return typeof slug === 'string' ? [[slug, root] as const] : []
    }),
  )
}

async function describeTranscript(
  host: Host,
  path: string,
  roots: Readonly<Record<string, string>>,
): Promise<FoundTranscript | null> {
  const form = formFor(host, path)
  const file = await stat(path).catch(() => null)
  if (form === null || file === null || !file.isFile()) return null
  const slug = host === 'gemini' ? (/[/\\]tmp[/\\]([^/\\]+)[/\\]chats/.exec(path)?.[1] ?? '') : ''
  const size = { sizeBytes: file.size, modifiedAt: file.mtime.toISOString() }
  const cwd = roots[slug] ?? (host === 'cline' ? await clineFolder(path) : null)
  return { host, form, path, ...size, cwd, ...idsOf(host, path) }
}

/** Cline keeps the folder of a session in a file beside its messages. */
async function clineFolder(path: string): Promise<string | null> {
  const manifest = path.replace(/\.messages\.json$/, '.json')
  if (manifest === path) return null
  const text = await readFile(manifest, 'utf8').catch(() => '{}')
  return asText(asObject(parsedJson(text))?.cwd)
}

/** Databases whose conversations are read whole, and not row by row. */
const CONVERSATION_HOSTS: readonly Host[] = ['goose', 'zed']

function formFor(host: Host, path: string): Form | null {
  const form = formOf(path)
  return form === 'sqlite' && CONVERSATION_HOSTS.includes(host) ? 'conversations' : form
}

function formOf(path: string): Form | null {
  if (path.endsWith('.jsonl')) return 'jsonl'
  if (path.endsWith('.jsonl.zst')) return 'jsonl.zst'
  if (path.endsWith('.json')) return 'json'
  return /\.(db|sqlite3?)$/.test(path) ? 'sqlite' : null
}

const UUID_AT_END = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Info from the path; the records take precedence. */
function idsOf(host: Host, path: string): Pick<TranscriptFile, 'sessionId' | 'parentSessionId'> {
  const name = basename(path).replace(/(\.messages)?\.(jsonl(\.zst)?|json|db|sqlite3?)$/, '')
  const folder = dirname(path)
  const above = basename(folder)
  if (host === 'claude-code' && above === 'subagents') {
    const parent = basename(dirname(folder))
    return { sessionId: `${parent}/${name}`, parentSessionId: parent }
  }
  if (host === 'gemini' && basename(dirname(folder)) === 'chats') {
    return { sessionId: name, parentSessionId: above }
  }
  const uuid = UUID_AT_END.exec(name)?.[0]
  // Names such as `events` or `transcript` say nothing: the folder does.
  const isPlain = /^(events|transcript|messages|session|api_conversation_history)$/.test(name)
  return { sessionId: uuid ?? (isPlain ? above : name), parentSessionId: null }
}

const MAX_DEPTH = 12
const LEFT_OUT = ['node_modules', '.git', 'tool-results']

/** Files that look like transcripts anywhere below a folder, distinguished by their content. */
async function findBelow(path: string): Promise<readonly FoundTranscript[]> {
  const start = await stat(path).catch(() => null)
  if (start === null) return []
  if (start.isFile()) {
    const one = await recogniseTranscript(path)
    return one === null ? [] : [one]
  }
  const found: FoundTranscript[] = []
  const storages: string[] = []
  for (const folder of await foldersBelow(path, MAX_DEPTH)) {
    if (storages.some((storage) => folder.startsWith(storage + sep))) continue
    const storage = await asStorage(folder)
    if (storage !== null) {
      storages.push(folder)
      found.push(storage)
      continue
    }
    for (const file of await filesBelow(folder, 0)) {
      const one = await recogniseTranscript(file)
      if (one !== null) found.push(one)
    }
  }
  return found
}

async function recogniseTranscript(path: string): Promise<FoundTranscript | null> {
  const host = await hostOf(path)
  return host === null ? null : describeTranscript(host, path, {})
}

/** OpenCode's folder of JSON files is one transcript. */
async function asStorage(folder: string): Promise<FoundTranscript | null> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  if (!['session', 'message', 'part'].every((name) => names.includes(name))) return null
  const { mtime } = await stat(folder)
  const file = { path: folder, sizeBytes: 0, modifiedAt: mtime.toISOString() }
  const ids = { sessionId: basename(folder), parentSessionId: null, cwd: null }
  return { host: 'opencode', form: 'storage', ...file, ...ids }
}

const SNIFF_BYTES = 256 * 1024
const SNIFF_LINES = 40
const SQLITE_HEADER = 'SQLite format 3\u0000'

/** Which host wrote a file, by its content; null if it is not a transcript. */
async function hostOf(path: string): Promise<Host | null> {
  const form = formOf(path)
  if (form === null) return null
  if (form === 'jsonl.zst') return 'codex'
  const head = await beginning(path)
  if (form === 'sqlite') {
    const isDatabase = head.startsWith(SQLITE_HEADER)
    return isDatabase ? hostOfDatabase(path) : null
  }
  if (form === 'json') {
    const task =
      /(?<![^/\\])([^/\\]+)[/\\]tasks[/\\][^/\\]+[/\\]api_conversation_history\.json$/.exec(path)
    if (task) return /roo/i.test(task[1] ?? '') ? 'roo' : 'cline'
    if (path.endsWith('.messages.json')) return 'cline'
    const text = extname(path) === '.json' ? await readFile(path, 'utf8').catch(() => '') : head
    return hostOfRecords(recordsOf(parsedJson(text)) ?? [], 'document')
  }
  const lines = head.split('\n').slice(0, SNIFF_LINES)
  const records = lines.map((line) => asObject(parsedJson(line))).filter((one) => one !== null)
  return hostOfRecords(records, 'lines') ?? hostOfHead(head)
}

/** A first line too long or too broken to be parsed still shows whose it is. */
function hostOfHead(head: string): Host | null {
  if (head.trim() === '') return null
  if (/"type":\s*"(?:session_meta|response_item|event_msg)"/.test(head)) return 'codex'
  return /"(?:parentUuid|isSidechain)":/.test(head) ? 'claude-code' : 'generic'
}

async function beginning(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return ''
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } catch {
    return '' // a folder or a broken disk is no transcript
  } finally {
    await file.close()
  }
}

/** The host that most records match. A document must contain a message to count as one. */
export function hostOfRecords(
  records: readonly JsonObject[],
  form: 'lines' | 'document',
): Host | null {
  const votes = new Map<Host, number>()
  for (const record of records) {
    const host = hostOfRecord(record)
    if (host !== null) votes.set(host, (votes.get(host) ?? 0) + 1)
  }
  const best = [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
  if (best !== null) return best
  return form === 'lines' && records.length > 0 ? 'generic' : null
}

const CODEX_TYPES = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted']
const COPILOT_TYPE = /^(?:session|user|assistant|tool|hook|system)\.[a-z_]+$/
const GEMINI_TYPES = ['gemini', 'info', 'warning', 'error', 'user']

function hostOfRecord(record: JsonObject): Host | null {
  const type = asText(record.type)
  const hasPayload = asObject(record.payload) !== null
  if (hasPayload && type !== null && CODEX_TYPES.includes(type)) return 'codex'
  if (record.$set !== undefined || record.$rewindTo !== undefined) return 'gemini'
  if (record.projectHash !== undefined && asText(record.sessionId) !== null) return 'gemini'
  if (type !== null && COPILOT_TYPE.test(type) && asObject(record.data) !== null) return 'copilot'
  if (type === 'session_start' && record.hostId !== undefined) return 'droid'
  if (type === 'session' && typeof record.version === 'number') return 'pi'
  const isSaid = type === 'user' || type === 'assistant'
  const message = asObject(record.message)
  if (record.provenance !== undefined && record.uuid !== undefined) return 'qwen'
  // A message of Droid or pi: the first record of the file says whose.
  if (type === 'message' && message !== null) return null
  if (isSaid && message !== null && asText(message.role) !== null) return 'claude-code'
  const isClaudeNote = record.leafUuid !== undefined || record.parentUuid !== undefined
  if (type !== null && isClaudeNote) return 'claude-code'
  const hasWords = record.content !== undefined || record.parts !== undefined
  if (type !== null && GEMINI_TYPES.includes(type) && hasWords) return 'gemini'
  const role = asText(record.role) ?? asText(message?.role)
  return role === null ? null : 'generic'
}

async function filesBelow(folder: string, depth: number): Promise<readonly string[]> {
  const files: string[] = []
  for (const one of await foldersBelow(folder, depth)) {
    const entries = await readdir(one, { withFileTypes: true }).catch(() => [])
    files.push(...entries.filter((entry) => entry.isFile()).map((entry) => join(one, entry.name)))
  }
  return files.sort()
}

/** The folder itself and those below it. Links are not followed, so there are no circles. */
async function foldersBelow(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null)
  if (entries === null) return []
  const folders = [folder]
  if (depth === 0) return folders
  for (const entry of entries) {
    if (!entry.isDirectory() || LEFT_OUT.includes(entry.name)) continue
    folders.push(...(await foldersBelow(join(folder, entry.name), depth - 1)))
  }
  return folders
}
