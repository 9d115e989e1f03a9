/**
 * M-01. Which edits of the vault's files and of USER.md an agent made: those that a tool call was seen
 * to make. Before the call its target is marked as being written; after it, with what it became. An
 * edit that no hook saw counts as a person's (docs/security.md).
 */
import { existsSync } from 'node:fs'
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { addDays } from '../../clock.ts'
import type { ToolCall } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'

/** The file was removed. */
export const GONE = 'gone'

const PREFIX = 'agent-edit:'
/** Whatever a shell command that names the vault may write. */
const ANY_FILE = '*'
/** A call whose end is never seen, such as one that was refused, stops counting after this. */
const OPEN_MINUTES = 10

const Mark = z.object({ at: z.string(), hash: z.string().nullable() })
type Mark = z.infer<typeof Mark>

/** Whether the call may write to a file that a person's words are kept in. No file is touched. */
export function touchesOwnFiles(engine: Engine, caller: Caller, call: ToolCall): boolean {
  return targetsOf(engine, caller, call).length > 0
}

/** Called before a tool runs: until its end is seen, what changes there is the agent's. */
export async function noteToolBegins(
  engine: Engine,
  caller: Caller,
  call: ToolCall,
): Promise<void> {
  for (const target of targetsOf(engine, caller, call)) {
    await put(engine, target, { at: engine.clock.now(), hash: null })
  }
}

/** Called when it has run: what is there now is what the agent wrote. */
export async function noteToolEnded(engine: Engine, caller: Caller, call: ToolCall): Promise<void> {
  const at = engine.clock.now()
  for (const target of targetsOf(engine, caller, call)) {
    if (target !== ANY_FILE) {
      await put(engine, target, { at, hash: await hashOf(engine, target) })
      continue
    }
    const look = engine.vault?.look()
    const changed = [...(look?.changed.map(({ path }) => path) ?? []), ...(look?.missing ?? [])]
    const paths = changed.map((path) => engine.vault?.full(path) ?? path)
    for (const path of [...paths, engine.home.userAnchor]) {
      if (path === engine.home.userAnchor && !(call.command ?? '').includes(basename(path)))
        continue
      await put(engine, path, { at, hash: await hashOf(engine, path) })
    }
    await engine.store.notes.remove(PREFIX + ANY_FILE)
  }
}

/** Whether the file as it is now, or its absence, is an agent's doing. `path` is absolute. */
export async function isAgentEdit(engine: Engine, path: string, hash: string): Promise<boolean> {
  const own = await read(engine, path)
  if (own && (own.hash === null ? isOpen(engine, own) : own.hash === hash)) return true
  const any = await read(engine, ANY_FILE)
  return any !== null && isOpen(engine, any)
}

/** A person has looked at it. */
export async function dropMark(engine: Engine, path: string): Promise<void> {
  await engine.store.notes.remove(PREFIX + path)
}

function targetsOf(engine: Engine, caller: Caller, call: ToolCall): string[] {
  const { home, userAnchor } = engine.home
  const within = (path: string) => !relative(home, path).startsWith('..') && path !== home
  const files = call.filesModified
    .map((path) => (isAbsolute(path) ? path : resolve(caller.folder ?? sep, path)))
    .filter((path) => within(path) && (path === userAnchor || path.endsWith('.md')))
  const { command } = call
  if (command === null || !namesHome(engine, command)) return files
  return [...files, ANY_FILE]
}

/** By its path, or by the ways a shell may write it. */
function namesHome(engine: Engine, command: string): boolean {
  const { home } = engine.home
  const short = join('~', relative(engine.machine.home, home))
  return [home, short, 'MNEME_HOME', `${basename(home)}/`].some((name) => command.includes(name))
}

async function hashOf(engine: Engine, path: string): Promise<string> {
  const { readAnchorFile } = await import('../../vault/read-anchor.ts')
  if (!existsSync(path)) return GONE
  const file = await readAnchorFile(path, engine.config.vault.maxFileBytes)
  return file.kind === 'text' ? file.hash : GONE
}

function isOpen(engine: Engine, { at }: Mark): boolean {
  return addDays(at, OPEN_MINUTES / (24 * 60)) >= engine.clock.now()
}

async function put(engine: Engine, target: string, mark: Mark): Promise<void> {
  await engine.store.notes.set(PREFIX + target, JSON.stringify(mark))
}

async function read(engine: Engine, target: string): Promise<Mark | null> {
  const text = await engine.store.notes.get(PREFIX + target)
  return text === null ? null : (Mark.safeParse(JSON.parse(text)).data ?? null)
}
