/**
 * M-01. Which edits of the vault's files and of USER.md an agent made: those that a tool call was seen
 * to make. While a call runs, what changes at its targets is the agent's; after it, what they became is
 * noted with each. Calls run side by side, so each is open on its own. An edit that no hook saw counts
 * as a person's (docs/security.md).
 */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import * as z from 'zod'
import { addDays } from '../../clock.ts'
import type { ToolCall } from '../../sessions/message.ts'
import { withoutShellQuotes } from '../../text/shell-quotes.ts'
import type { Caller, Engine } from '../engine.ts'

/** The file was removed. */
export const GONE = 'gone'

const PREFIX = 'agent-edit:'
const OPEN_CALLS = 'agent-edits-open'
/** Whatever a shell command that names the vault may write. */
const ANY_FILE = '*'
/** A call whose end is never seen, such as one that was refused, stops counting after this. */
const OPEN_MINUTES = 10

const Mark = z.object({ at: z.string(), hash: z.string() })
const OpenCall = z.object({ call: z.string(), at: z.string(), targets: z.array(z.string()) })
type OpenCall = z.infer<typeof OpenCall>

/** Whether the call may write to a file that a person's words are kept in. No file is read. */
export function touchesOwnFiles(engine: Engine, caller: Caller, call: ToolCall): boolean {
  return targetsOf(engine, caller, call).length > 0
}

/** Called before a tool runs: until its end is seen, what changes there is the agent's. */
export async function noteToolBegins(
  engine: Engine,
  caller: Caller,
  call: ToolCall,
): Promise<void> {
  const targets = targetsOf(engine, caller, call)
  if (targets.length === 0) return
  const begun = { call: call.id, at: engine.clock.now(), targets }
  await changeOpenCalls(engine, (open) => [...open, begun])
}

/** Called when it has run: what is there now is what the agent wrote. */
export async function noteToolEnded(engine: Engine, caller: Caller, call: ToolCall): Promise<void> {
  const targets = targetsOf(engine, caller, call)
  const files = targets.filter((target) => target !== ANY_FILE)
  for (const path of targets.includes(ANY_FILE) ? [...files, ...changedFiles(engine, call)] : files)
    await putMark(engine, path)
  await changeOpenCalls(engine, (open) => open.filter((each) => each.call !== call.id))
}

/** Whether the file as it is now, or its absence, is an agent's doing. `path` is absolute. */
export async function isAgentEdit(engine: Engine, path: string, hash: string): Promise<boolean> {
  const text = await engine.store.notes.get(PREFIX + path)
  if (text !== null && Mark.safeParse(JSON.parse(text)).data?.hash === hash) return true
  const open = openCalls(engine, await engine.store.notes.get(OPEN_CALLS))
  return open.some(({ targets }) => targets.includes(path) || targets.includes(ANY_FILE))
}

/** A person has looked at it. */
export async function dropMark(engine: Engine, path: string): Promise<void> {
  await engine.store.notes.remove(PREFIX + path)
}

function targetsOf(engine: Engine, caller: Caller, call: ToolCall): string[] {
  const files = call.filesModified
    .flatMap((path) => placeInHome(engine, caller, path) ?? [])
    .filter((path) => path.endsWith('.md'))
  return mayWriteAnywhere(engine, caller, call) ? [...files, ANY_FILE] : files
}

/** A command run inside the vault, or one, or an unknown tool, that names it. */
function mayWriteAnywhere(engine: Engine, caller: Caller, call: ToolCall): boolean {
  const { home } = engine.home
  if (call.command !== null && caller.folder !== null && isWithin(home, caller.folder)) return true
  const written = call.command ?? (call.kind === 'other' ? call.input : null)
  if (written === null) return false
  // By its path, by the ways a shell may write it, or by a link that leads there.
  const said = withoutShellQuotes(written)
  const short = join('~', relative(engine.machine.home, home))
  return (
    [home, short, 'MNEME_HOME', `${basename(home)}/`].some((name) => said.includes(name)) ||
    wordsOf(said).some((word) => placeInHome(engine, caller, word) !== null)
  )
}

const BETWEEN_WORDS = /[\s;|&<>()=,{}]+/
/** Of a longer command only the beginning is looked up. */
const MAX_WORDS = 100

function wordsOf(said: string): string[] {
  return said.slice(0, 10_000).split(BETWEEN_WORDS, MAX_WORDS).filter(Boolean)
}

/** No system opens a longer one. */
const MAX_PATH_CHARACTERS = 4096

/** A path that leads into the home, links followed, as the home's own path; null when it does not. */
function placeInHome(engine: Engine, caller: Caller, path: string): string | null {
  const { home } = engine.home
  const whole = resolve(caller.folder ?? sep, path)
  if (isWithin(home, whole)) return whole
  if (whole.length > MAX_PATH_CHARACTERS) return null
  const [realHome, real] = [realPath(home), realPath(whole)]
  return isWithin(realHome, real) ? join(home, relative(realHome, real)) : null
}

/** Of a file that is not there yet: where it would be. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(realPath(folder), basename(path))
  }
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder + sep)
}

/** Of a command that may have written anywhere: what is no longer as it was last read. */
function changedFiles(engine: Engine, { command }: ToolCall): string[] {
  const { userAnchor } = engine.home
  const look = engine.vault?.look()
  const changed = [...(look?.changed.map(({ path }) => path) ?? []), ...(look?.missing ?? [])]
  const namesAnchor = command?.includes(basename(userAnchor)) ?? true
  const paths = changed.map((path) => engine.vault?.full(path) ?? path)
  return namesAnchor ? [...paths, userAnchor] : paths
}

async function putMark(engine: Engine, path: string): Promise<void> {
  const mark = { at: engine.clock.now(), hash: await hashOf(engine, path) }
  await engine.store.notes.set(PREFIX + path, JSON.stringify(mark))
}

async function hashOf(engine: Engine, path: string): Promise<string> {
  const { readAnchorFile } = await import('../../vault/read-anchor.ts')
  if (!existsSync(path)) return GONE
  const file = await readAnchorFile(path, engine.config.vault.maxFileBytes)
  return file.kind === 'text' ? file.hash : GONE
}

/** Others may write the same note in the meantime: then it is read again. */
async function changeOpenCalls(
  engine: Engine,
  change: (open: readonly OpenCall[]) => readonly OpenCall[],
): Promise<void> {
  const { notes } = engine.store
  for (;;) {
    const before = await notes.get(OPEN_CALLS)
    const after = JSON.stringify(change(openCalls(engine, before)))
    if (after === before || (await notes.compareAndSet(OPEN_CALLS, before, after))) return
  }
}

function openCalls(engine: Engine, text: string | null): OpenCall[] {
  const found = text === null ? [] : (z.array(OpenCall).safeParse(JSON.parse(text)).data ?? [])
  const now = engine.clock.now()
  return found.filter(({ at }) => addDays(at, OPEN_MINUTES / (24 * 60)) >= now)
}
