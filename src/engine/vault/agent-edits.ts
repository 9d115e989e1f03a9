/**
 * M-01. Attributes edits of the vault's files and of USER.md to agents: those seen in a tool call. While a call
 * runs, changes at its targets are the agent's; afterwards, the resulting hash of each is recorded. Calls run
 * in parallel, so each is tracked separately. An edit that no hook saw counts as a person's (docs/security.md).
 */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod'
import { addDays } from '../../clock.ts'
import type { ToolCall } from '../../sessions/message.ts'
import type { Caller, Engine } from '../engine.ts'
import { reachesHome, textsOfCommand } from './command-reach.ts'
import { isWithin, placeInHome } from './own-places.ts'

/** The file was removed. */
export const GONE = 'gone'

const PREFIX = 'agent-edit:'
const OPEN_CALLS = 'agent-edits-open'
/** Everything, for a shell command that names the vault. */
const ANY_FILE = '*'
/** A call whose end is never seen, such as a denied one, expires after this. */
const OPEN_MINUTES = 10
/** Events that a command left in the spool are read within this time. */
const OVER_SECONDS = 5

/** The call may submit prompts like a host's hook. */
const HOOK = 'hook'
/** The program, its names, and the places by which it reaches the daemon. */
const NAMES_HOOK =
  /mneme-hook|mneme\s{1,8}hook\b|cli\.js\s{1,8}hook\b|hook\.cjs|hook-pipes|run\/(?:spool|in-hand)\b|mneme\.sock|daemon\/call|api\/hooks\b/

const Mark = z.object({ at: z.string(), hash: z.string() })
const OpenCall = z.object({
  call: z.string(),
  at: z.string(),
  targets: z.array(z.string()),
  /** Hash of USER.md when the call began. */
  anchor: z.string().optional(),
  /** The call has ended, but its events may still arrive. */
  isOver: z.boolean().optional(),
})
type OpenCall = z.infer<typeof OpenCall>

/** Called before a tool runs: until its end, changes at its targets are the agent's. */
export async function noteToolBegins(
  engine: Engine,
  caller: Caller,
  call: ToolCall,
  text = call.command ?? call.input,
): Promise<void> {
  const targets = targetsOf(engine, caller, call, text)
  if (targets.length === 0) return
  const anchor = await hashOf(engine, engine.home.userAnchor)
  const begun = { call: call.id, at: engine.clock.now(), targets, anchor }
  await changeOpenCalls(engine, (open) => [...open, begun])
}

/** What a call may have written into the home. */
export interface WrittenPlaces {
  /** Absolute. */
  readonly files: readonly string[]
  /** It may have written any page. */
  readonly anyPage: boolean
}

/**
 * Called when it has run: the present content is the agent's. Returns what it may have written if its beginning
 * was not seen: that may have been read as a person's before.
 */
export async function noteToolEnded(
  engine: Engine,
  caller: Caller,
  call: ToolCall,
): Promise<WrittenPlaces | null> {
  const open = openCalls(engine, await engine.store.notes.get(OPEN_CALLS))
  const begun = open.filter((each) => each.call === call.id)
  // The targets noted at the start come first; some hosts report only the end of a call.
  const targets = new Set([
    ...begun.flatMap((each) => each.targets),
    ...targetsOf(engine, caller, call, call.command ?? call.input),
  ])
  if (targets.size === 0) return null
  const files = [...targets].filter((target) => target !== ANY_FILE && target !== HOOK)
  const anywhere = targets.has(ANY_FILE) ? await changedFiles(engine, call, begun) : []
  for (const path of [...files, ...anywhere]) await putMark(engine, path)
  const ended = { at: engine.clock.now(), targets: [HOOK], isOver: true }
  await changeOpenCalls(engine, (before) => [
    ...before.filter((each) => each.call !== call.id),
    ...(targets.has(HOOK) ? [{ call: call.id, ...ended }] : []),
  ])
  return begun.length === 0 ? { files, anyPage: targets.has(ANY_FILE) } : null
}

/** Whether a command that may submit prompts by itself is running or has just run. */
export async function maySpeakByHook(engine: Engine): Promise<boolean> {
  const open = openCalls(engine, await engine.store.notes.get(OPEN_CALLS))
  return open.some(({ targets }) => targets.includes(HOOK))
}

/** Whether an agent wrote the file's present content or removed it. `path` is absolute. */
export async function isAgentEdit(engine: Engine, path: string, hash: string): Promise<boolean> {
  const text = await engine.store.notes.get(PREFIX + path)
  if (text !== null && Mark.safeParse(JSON.parse(text)).data?.hash === hash) return true
  const open = openCalls(engine, await engine.store.notes.get(OPEN_CALLS))
  return open.some(({ targets }) => targets.includes(path) || targets.includes(ANY_FILE))
}

/** Called when a person has reviewed it. */
export async function dropMark(engine: Engine, path: string): Promise<void> {
  await engine.store.notes.remove(PREFIX + path)
}

function targetsOf(engine: Engine, caller: Caller, call: ToolCall, text: string): string[] {
  const { home } = engine.home
  const { folder } = caller
  const files = call.filesModified
    .flatMap((path) => placeInHome(home, folder, path) ?? [])
    .filter((path) => path.endsWith('.md'))
  // Only commands, and tools that may run one, write to places they do not name.
  if (call.command === null && call.kind !== 'other') return files
  const place = { home, personFolder: engine.machine.home, folder }
  const texts = textsOfCommand(place, text)
  const isInside = call.command !== null && folder !== null && isWithin(home, folder)
  return [
    ...files,
    ...(isInside || reachesHome(place, texts) ? [ANY_FILE] : []),
    ...(texts.some((each) => NAMES_HOOK.test(each)) ? [HOOK] : []),
  ]
}

/**
 * For a command that may have written anywhere: all files that differ from when they were last read, or from
 * when it began.
 */
async function changedFiles(
  engine: Engine,
  { command }: ToolCall,
  begun: readonly OpenCall[],
): Promise<string[]> {
  const { userAnchor } = engine.home
  const look = engine.vault?.look()
  const changed = [...(look?.changed.map(({ path }) => path) ?? []), ...(look?.missing ?? [])]
  const paths = changed.map((path) => engine.vault?.full(path) ?? path)
  const known = begun.flatMap(({ anchor }) => anchor ?? [])
  const now = await hashOf(engine, userAnchor)
  const isChanged =
    known.length > 0
      ? known.some((before) => before !== now)
      : (command?.includes(basename(userAnchor)) ?? true)
  return isChanged ? [...paths, userAnchor] : paths
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
  return found.filter(({ at, isOver }) => {
    const minutes = isOver ? OVER_SECONDS / 60 : OPEN_MINUTES
    return addDays(at, minutes / (24 * 60)) >= now
  })
}
