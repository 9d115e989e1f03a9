/**
 * M-04. Puts a text into every field of every door, one at a time: each text of each operation's
 * input, each field of each host's hook, a transcript, a vault page, the spool. A new operation is
 * covered by being in the table.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { keepForLater } from '../../src/doors/hooks/spool-writer.ts'
import { HOSTS } from '../../src/hosts/hook-event.ts'
import { type AnyOperation, call } from '../../src/operations/operation.ts'
import { OPERATIONS, type OperationName } from '../../src/operations/table.ts'
import type { Home } from './opened-home.ts'
import { sessionFile } from './session-files.ts'

/** Left out: they act on another machine or store, or on settings that a person keeps in a file. */
const NOT_FED: ReadonlySet<OperationName> = new Set([
  'config set',
  'hook',
  'migrate',
  'restore',
  'erase',
  'off',
  'embed test',
])

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly maxLength?: number
  readonly pattern?: string
}

export interface Fed {
  /** `operation.field`, each once. */
  readonly fields: string[]
  readonly accepted: number
}

interface FedInput {
  readonly operation: OperationName
  readonly op: AnyOperation
  readonly field: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One input for each field of each operation that takes a text; `known` is the id of a memory. */
export async function* inputsWith(
  known: string,
  textFor: (max: number) => string,
): AsyncGenerator<FedInput> {
  for (const operation of Object.keys(OPERATIONS) as OperationName[]) {
    if (NOT_FED.has(operation) || operation.startsWith('team ')) continue
    const op = (await OPERATIONS[operation]()) as AnyOperation
    const schema = z.toJSONSchema(op.input, { io: 'input', unrepresentable: 'any' }) as Schema
    const base = Object.fromEntries(
      (schema.required ?? []).map((key) => [key, plain(schema.properties?.[key], known)]),
    )
    for (const [field, inner] of Object.entries(schema.properties ?? {})) {
      const value = filled(inner, textFor)
      if (value !== undefined) yield { operation, op, field, input: { ...base, [field]: value } }
    }
  }
}

export async function feedOperations(home: Home, textFor: (max: number) => string): Promise<Fed> {
  const known = await home.do('remember', { content: 'The build needs Node 20 on every machine.' })
  const fields: string[] = []
  let accepted = 0
  for await (const { operation, op, field, input } of inputsWith(known.id ?? '', textFor)) {
    fields.push(`${operation}.${field}`)
    try {
      await call(op, home.engine, home.caller, input)
      accepted += 1
    } catch {
      // Refused is as good as scrubbed; what was written before is looked for afterwards.
    }
    await home.engine.background.settle()
  }
  return { fields, accepted }
}

const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PreCompact',
  'SessionEnd',
  'BeforeAgent',
  'AfterTool',
  'BeforeTool',
  'PreCompress',
  'session.created',
  'chat.message',
  'tool.execute.after',
] as const

export async function feedHooks(home: Home, text: string): Promise<void> {
  const payload = (session: string) => ({
    session_id: session,
    sessionID: session,
    cwd: home.folder,
    prompt: text,
    prompt_id: text,
    message: text,
    tool_name: 'Bash',
    tool_use_id: text.slice(0, 60),
    tool_input: { command: `deploy ${text}`, description: text, file_path: `/srv/${text}` },
    tool_response: { stdout: text, stderr: text, nested: { [text]: JSON.stringify({ text }) } },
    error: text,
    reason: text,
    trigger: text,
    source: text,
    properties: { sessionID: session, prompt: text, parts: [{ type: 'text', text }] },
  })
  for (const host of HOSTS) {
    for (const event of EVENTS) {
      for (const session of [`s-${host}`, text.slice(0, 200)]) {
        const { engine, caller } = await home.opened.at({
          door: 'hook',
          actor: `hook:${host} ${text.slice(0, 200)}`,
          speaker: 'agent',
          folder: home.folder,
          session,
        })
        const given = { host, event, payload: payload(session) }
        await call(await OPERATIONS.hook(), engine, caller, given).catch(() => null)
        await engine.background.settle()
        keepForLater(home.engine.home.home, given)
      }
    }
  }
}

export function writeTranscript(person: string, texts: readonly string[]): void {
  const file = sessionFile(person, 'leaky')
  for (const [index, text] of texts.entries()) {
    file.prompt(index % 3 === 0 ? `From now on always use this: ${text}` : `Here it is:\n${text}`)
    file.answer(`I noted ${text} for later.`)
    const id = file.call('Bash', { command: `deploy --with '${text}'` })
    file.result(id, `deployed with\n${text}\nall well`)
    file.call('TodoWrite', { todos: [{ content: `rotate ${text}`, status: 'pending' }] })
  }
}

export function writeVaultPage(home: string, text: string): void {
  const folder = join(home, 'memory')
  mkdirSync(folder, { recursive: true })
  const page = ['---', 'name: rotated-keys', 'type: fact', `title: ${JSON.stringify(text)}`, '---']
  writeFileSync(join(folder, 'rotated-keys.md'), `${page.join('\n')}\n\nIt is ${text} here.\n`)
}

/** Every byte below a folder, file by file, as Latin-1. */
export function bytesBelow(folder: string): { readonly path: string; readonly bytes: string }[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const found = statSync(path)
    if (found.isDirectory()) return bytesBelow(path)
    return found.isFile() ? [{ path, bytes: readFileSync(path).toString('latin1') }] : []
  })
}

function plain(schema: Schema | undefined, known: string): unknown {
  if (schema?.enum) return schema.enum[0]
  if (schema?.anyOf) return plain(schema.anyOf[0], known)
  switch (schema?.type) {
    case 'array':
      return [plain(schema.items, known)]
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, plain(schema.properties?.[key], known)]),
      )
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return known
  }
}

/** The same shape with the text in every place that takes one; undefined where none does. */
function filled(schema: Schema, textFor: (max: number) => string): unknown {
  if (schema.enum) return undefined
  if (schema.anyOf) {
    return schema.anyOf.map((each) => filled(each, textFor)).find((each) => each !== undefined)
  }
  if (schema.type === 'string') return textFor(schema.maxLength ?? 1_000_000)
  if (schema.type === 'array' && schema.items) {
    const inner = filled(schema.items, textFor)
    return inner === undefined ? undefined : [inner]
  }
  if (schema.type !== 'object') return undefined
  const entries = Object.entries(schema.properties ?? {}).flatMap(([key, each]) => {
    const inner =
      filled(each, textFor) ?? (schema.required?.includes(key) ? plain(each, 'x') : undefined)
    return inner === undefined ? [] : [[key, inner] as const]
  })
  if (entries.length > 0) return Object.fromEntries(entries)
  if (typeof schema.additionalProperties !== 'object' || schema.properties) return undefined
  const text = textFor(100)
  return { [text]: text }
}
