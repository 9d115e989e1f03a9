/** F-01, M-50. The folders of each host's transcripts: one row per folder. */
import { basename, join, sep } from 'node:path'
import type { Host } from './transcript.ts'

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

interface KnownPlace {
  readonly host: Host
  readonly folder: string
  readonly depth: number
  /** Which files below the folder are transcripts. */
  readonly isTranscript: (path: string) => boolean
}

const isJsonl = (path: string): boolean => path.endsWith('.jsonl')
const isRollout = (path: string) => /(?:^|[/\\])rollout-[^/\\]*\.jsonl(\.zst)?$/.test(path)
const isChat = (path: string) => path.includes(`${sep}chats${sep}`) && /\.jsonl?$/.test(path)
const isNamed = (name: string | RegExp) => (path: string) =>
  typeof name === 'string' ? basename(path) === name : name.test(basename(path))

/** A newer database of OpenCode or Kilo may carry the name of its channel. */
const OPENCODE_DATABASE = /^opencode(-[\w.-]+)?\.db$/
const KILO_DATABASE = /^kilo(-[\w.-]+)?\.db$/

// biome-ignore format: a table reads best in columns
export function knownPlaces(machine: Machine): readonly KnownPlace[] {
  const { env, home } = machine
  const claude = env.CLAUDE_CONFIG_DIR ? [env.CLAUDE_CONFIG_DIR] : [join(home, '.claude'), join(configFolder(machine), 'claude')]
  const codex = env.CODEX_HOME || join(home, '.codex')
  const gemini = join(env.GEMINI_CLI_HOME || home, '.gemini')
  const cline = env.CLINE_DATA_DIR || join(env.CLINE_DIR || join(home, '.cline'), 'data')
  return [
    ...claude.map((folder): KnownPlace => ({ host: 'claude-code', folder: join(folder, 'projects'), depth: 5, isTranscript: isJsonl })),
    { host: 'codex',    folder: join(codex, 'sessions'),                                              depth: 4, isTranscript: isRollout },
    { host: 'codex',    folder: join(codex, 'archived_sessions'),                                     depth: 4, isTranscript: isRollout },
    { host: 'gemini',   folder: join(gemini, 'tmp'),                                                  depth: 4, isTranscript: isChat },
    { host: 'opencode', folder: dataFolder(machine, 'opencode'),                                      depth: 0, isTranscript: isNamed(OPENCODE_DATABASE) },
    { host: 'kilo',     folder: dataFolder(machine, 'kilo'),                                          depth: 0, isTranscript: isNamed(KILO_DATABASE) },
    { host: 'qwen',     folder: join(env.QWEN_HOME || join(home, '.qwen'), 'projects'),               depth: 3, isTranscript: isChat },
    { host: 'copilot',  folder: join(env.COPILOT_HOME || join(home, '.copilot'), 'session-state'),    depth: 2, isTranscript: isNamed('events.jsonl') },
    { host: 'droid',    folder: join(home, '.factory', 'sessions'),                                   depth: 2, isTranscript: isJsonl },
    { host: 'cline',    folder: join(cline, 'sessions'),                                              depth: 2, isTranscript: (path) => path.endsWith('.messages.json') },
    { host: 'goose',    folder: join(dataFolder(machine, 'goose'), 'sessions'),                       depth: 0, isTranscript: isNamed('sessions.db') },
    { host: 'pi',       folder: join(home, '.pi', 'agent', 'sessions'),                               depth: 2, isTranscript: isJsonl },
    { host: 'cursor',   folder: join(home, '.cursor', 'projects'),                                    depth: 4, isTranscript: (path) => isJsonl(path) && path.includes('agent-transcripts') },
    { host: 'kiro',     folder: join(home, '.kiro', 'sessions'),                                      depth: 3, isTranscript: isJsonl },
    { host: 'zed',      folder: join(zedFolder(machine), 'threads'),                                  depth: 0, isTranscript: isNamed('threads.db') },
    ...editorStorages(machine).flatMap((storage): KnownPlace[] => [
      { host: 'cline', folder: join(storage, 'saoudrizwan.claude-dev', 'tasks'),      depth: 1, isTranscript: isNamed('api_conversation_history.json') },
      { host: 'roo',   folder: join(storage, 'rooveterinaryinc.roo-cline', 'tasks'),  depth: 1, isTranscript: isNamed('api_conversation_history.json') },
      { host: 'kilo',  folder: join(storage, 'kilocode.kilo-code', 'tasks'),          depth: 1, isTranscript: isNamed('api_conversation_history.json') },
    ]),
  ]
}

/** Databases are written through a log beside them: a change there is a change of the database. */
export function databaseOf(path: string): string {
  return path.replace(/\.db-(?:wal|shm|journal)$/, '.db')
}

export function dataFolder({ env, home }: Machine, name: string): string {
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), name)
}

function configFolder({ env, home }: Machine): string {
  return env.XDG_CONFIG_HOME || join(home, '.config')
}

function zedFolder(machine: Machine): string {
  if (process.platform === 'darwin')
    return join(machine.home, 'Library', 'Application Support', 'Zed')
  if (process.platform === 'win32')
    return join(windowsFolder(machine, 'LOCALAPPDATA', 'Local'), 'Zed')
  return dataFolder(machine, 'zed')
}

const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']

/** Where editors of the VS Code family let extensions keep their files. */
function editorStorages(machine: Machine): readonly string[] {
  const folder =
    process.platform === 'darwin'
      ? join(machine.home, 'Library', 'Application Support')
      : process.platform === 'win32'
        ? windowsFolder(machine, 'APPDATA', 'Roaming')
        : configFolder(machine)
  return EDITORS.map((editor) => join(folder, editor, 'User', 'globalStorage'))
}

function windowsFolder({ env, home }: Machine, variable: string, name: string): string {
  return env[variable] || join(home, 'AppData', name)
}
