/**
 * M-01. The vault's files as a door: what an agent tries through operations elsewhere it writes here,
 * with its editing tool or its shell, and the host's hooks tell of it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callDaemon } from '../../src/doors/daemon/client.ts'
import type { TestDaemon } from '../support/daemon.ts'

/** One call of an operation through a door; a refusal is an answer like any other. */
export type Door = (operation: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>

/** How the host tells of the call; null where no tool made the edit. */
type Tool = (path: string) => { readonly name: string; readonly input: object }

export const editingTool: Tool = (path) => ({ name: 'Write', input: { file_path: path } })
export const shell: Tool = (path) => ({ name: 'Bash', input: { command: `tee ${path} < /tmp/x` } })

let calls = 0

export function fileDoor(daemon: () => TestDaemon, tool: Tool | null): Door {
  return async (operation, input) => {
    // What is known so far lies there as files.
    await ask(daemon(), 'vault sync', {})
    for (const [path, text] of Object.entries(filesFor(daemon().home, operation, input))) {
      const told = tool?.(path)
      calls += 1
      if (told) await tell(daemon(), 'PreToolUse', told)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, text)
      if (told) await tell(daemon(), 'PostToolUse', told)
    }
    // A person's standing reads what lies there: whose edits they are was settled above.
    return ask(daemon(), 'vault sync', {})
  }
}

/** What the operation is as an edit: the files to write, by their paths. */
function filesFor(
  home: string,
  operation: string,
  input: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const { id, content, text } = input
  const page = (name: unknown) => join(home, 'memory', `${name}.md`)
  switch (operation) {
    case 'remember':
      return { [page(input.name ?? 'claimed')]: pageWith(input) }
    case 'validate':
      return { [page(id)]: edited(page(id), { validated: true }) }
    case 'update': {
      const path = existsSync(page(id)) ? page(id) : pageOfId(home, String(id))
      return { [path]: edited(path, content === undefined ? { validated: true } : input) }
    }
    case 'import':
      return Object.fromEntries(
        String(text)
          .split('\n')
          .slice(1)
          .map((line) => JSON.parse(line).row)
          // Under a name of its own, with the id of the memory that it claims to be.
          .map((row) => [page(`copy-of-${row.name}`), pageWith({ ...row, origin: 'user' })]),
      )
    case 'anchor propose':
      return { [join(home, 'USER.md')]: String(text) }
    default:
      return {}
  }
}

const FRONT = ['id', 'type', 'origin', 'source', 'validated', 'confidence'] as const

function pageWith(fields: Readonly<Record<string, unknown>>): string {
  const known = FRONT.filter((key) => fields[key] !== undefined)
  const front = known.map((key) => `${key}: ${fields[key]}`)
  return ['---', ...front, '---', '', `${fields.content}`, ''].join('\n')
}

function edited(path: string, { content, validated }: Readonly<Record<string, unknown>>): string {
  const [, front = '', body = ''] = readFileSync(path, 'utf8').split(/^---\n/m)
  const claims = validated === true ? 'validated: true\norigin: user\n' : ''
  return `---\n${claims}${front.replace(/^(?:origin|validated): .*\n/gm, '')}---\n${content === undefined ? body : `\n${content}\n`}`
}

function pageOfId(home: string, id: string): string {
  const folder = join(home, 'memory')
  const [name = 'unknown.md'] = readdirSync(folder).filter(
    (each) => each.endsWith('.md') && readFileSync(join(folder, each), 'utf8').includes(id),
  )
  return join(folder, name)
}

async function tell(
  daemon: TestDaemon,
  event: string,
  { name, input }: ReturnType<Tool>,
): Promise<void> {
  const payload = {
    session_id: 'files',
    hook_event_name: event,
    tool_name: name,
    // As hosts do: what follows an answer may still be under way when the next call begins.
    tool_use_id: `call-${calls}`,
    tool_input: input,
    tool_response: 'done',
  }
  const given = { host: 'claude-code', event, payload }
  await callDaemon(daemon.daemon.endpoint, {
    operation: 'hook',
    input: given,
    where: { door: 'hook', actor: 'hook', speaker: 'agent', folder: null, session: 'files' },
  })
}

function ask(daemon: TestDaemon, operation: string, input: object): Promise<unknown> {
  return callDaemon(daemon.daemon.endpoint, {
    operation,
    input,
    where: { door: 'cli', actor: 'cli', speaker: 'person', folder: null, session: null },
  })
}
