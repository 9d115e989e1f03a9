/** Derives what a tool call did from its name and input, the same for every host. */
import { boundText, inputSummary } from './bounded.ts'
import { asArray, asObject, asText, asTexts, type JsonObject, parsedJson } from './json.ts'
import type { Todo, ToolCall, ToolKind } from './message.ts'
import type { ReadingSettings } from './settings.ts'

/** Names are compared in lower case without `_` and `-`, so `read_file` and `ReadFile` are one. */
// biome-ignore format: a table reads best in columns
const TOOLS: Readonly<Record<Exclude<ToolKind, 'other'>, readonly string[]>> = {
  read:    ['read', 'readfile', 'readmanyfiles', 'notebookread', 'view', 'viewimage', 'openfile'],
  modify:  ['edit', 'multiedit', 'write', 'writefile', 'notebookedit', 'replace', 'applypatch', 'patch', 'strreplace', 'createfile', 'editfiles', 'deletefile', 'strreplacebasededittool'],
  command: ['bash', 'shell', 'execcommand', 'runshellcommand', 'localshellcall', 'shellcommand', 'runcommand', 'runterminalcmd', 'exec', 'monitor'],
  search:  ['grep', 'glob', 'ls', 'list', 'listdirectory', 'searchfilecontent', 'findfiles', 'toolsearch', 'codebasesearch'],
  web:     ['webfetch', 'websearch', 'websearchcall', 'googlewebsearch', 'fetch', 'browse'],
  todo:    ['todowrite', 'updateplan', 'writetodos', 'todoread'],
  agent:   ['agent', 'task', 'spawnagent', 'subtask'],
  ask:     ['askuserquestion', 'question', 'askuser', 'requestuserinput', 'exitplanmode'],
}

const KIND_OF = new Map<string, ToolKind>(
  Object.entries(TOOLS).flatMap(([kind, names]) =>
    names.map((name) => [name, kind as ToolKind] as const),
  ),
)

function toolKind(name: string): ToolKind {
  return KIND_OF.get(name.toLowerCase().replace(/[_-]+/g, '')) ?? 'other'
}

export interface RawCall {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

export function toolCall(settings: ReadingSettings, call: RawCall): ToolCall {
  const { id, name } = call
  const input = typeof call.input === 'string' ? (parsedJson(call.input) ?? call.input) : call.input
  const fields = asObject(input) ?? {}
  const kind = toolKind(name)
  const command = commandOf(kind, fields, input)
  const patched = patchedFiles(command ?? patchText(fields, input))
  const named = namedFiles(fields)
  return {
    id,
    name,
    kind,
    input: inputSummary(settings.maxInputChars, input),
    filesRead: kind === 'read' ? named : [],
    filesModified: kind === 'modify' ? unique([...named, ...patched]) : patched,
    command: command === null ? null : boundText(settings.maxInputChars, command).text,
    todos: kind === 'todo' ? todosOf(fields) : null,
  }
}

/**
 * The complete text of a call: decisions before the tool runs must consider all of it. For a file that is
 * written, only its path counts.
 */
export function wholeText({ name, input }: RawCall): string {
  if (toolKind(name) === 'modify') return ''
  const texts: string[] = []
  const left: unknown[] = [input]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') texts.push(value)
    else if (Array.isArray(value)) {
      // A list of words is a command: its words are side by side.
      if (value.every((one) => typeof one === 'string')) texts.push(value.join(' '))
      else for (const one of value) left.push(one)
    } else for (const one of Object.values(asObject(value) ?? {})) left.push(one)
  }
  return texts.join('\n')
}

/** The origin of a tool's result (K-11). */
export function resultOrigin(name: string | undefined): 'web' | 'file' | 'tool-output' {
  const kind = name === undefined ? 'other' : toolKind(name)
  if (kind === 'web') return 'web'
  return kind === 'read' ? 'file' : 'tool-output'
}

function commandOf(kind: ToolKind, fields: JsonObject, input: unknown): string | null {
  if (kind !== 'command') return null
  const raw = fields.command ?? fields.cmd ?? fields.script ?? input
  if (typeof raw === 'string') return raw
  const words = asTexts(raw)
  if (words.length === 0) return null
  // `bash -lc "…"` is how a shell is started; what it was asked to do is the last word.
  const isShell = /(^|\/)(ba|z|da|fi)?sh$/.test(words[0] ?? '') && /^-\w*c$/.test(words[1] ?? '')
  return isShell ? (words[2] ?? '') : words.join(' ')
}

const FILE_KEYS = ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path', 'filename']
const FILE_LIST_KEYS = ['paths', 'files', 'file_paths']

function namedFiles(fields: JsonObject): readonly string[] {
  const single = FILE_KEYS.map((key) => asText(fields[key]))
  const listed = FILE_LIST_KEYS.flatMap((key) => asTexts(fields[key]))
  return unique([...single, ...listed].filter((path) => path !== null))
}

function patchText(fields: JsonObject, input: unknown): string {
  if (typeof input === 'string') return input
  return asText(fields.patch) ?? asText(fields.patchText) ?? asText(fields.input) ?? ''
}

const PATCHED = /^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$/gm

/** The files a patch in the `*** Update File:` form touches, also when it is fed to a shell. */
function patchedFiles(text: string): readonly string[] {
  if (!text.includes('*** ')) return []
  return unique([...text.matchAll(PATCHED)].map((line) => line[1] ?? ''))
}

const TODO_STATUS: Readonly<Record<string, Todo['status']>> = {
  pending: 'pending',
  in_progress: 'in-progress',
  'in-progress': 'in-progress',
  completed: 'done',
  done: 'done',
  cancelled: 'dropped',
}

/** A list of things to do as hosts write it; entries that are none are left out. */
function todosOf(fields: JsonObject): readonly Todo[] {
  const entries = [...asArray(fields.todos), ...asArray(fields.plan), ...asArray(fields.items)]
  return entries.flatMap((entry) => {
    const todo = asObject(entry)
    const text = asText(todo?.content) ?? asText(todo?.step) ?? asText(todo?.description)
    if (todo === null || text === null) return []
    return [
      { text: boundText(500, text).text, status: TODO_STATUS[String(todo.status)] ?? 'pending' },
    ]
  })
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.filter((path) => path !== ''))]
}
