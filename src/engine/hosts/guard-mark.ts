/**
 * M-06. While a blocking guard is enabled, a file in the home holds the reply to tool calls that no daemon can
 * check: they are denied. The hook client only reads it, by host and event.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrivateFolder } from '../../config/home.ts'
import { writeAtomic } from '../../files/write-atomic.ts'
import { HOSTS } from '../../hosts/hook-event.ts'
import { HOST_HOOKS } from '../../hosts/hosts.ts'
import type { Engine } from '../engine.ts'

const GUARD_MARK = 'guards.json'

/** The events before a tool runs, by the hosts' own names. */
const TOOL_EVENTS = ['PreToolUse', 'BeforeTool', 'preToolUse', 'tool.execute.before']

const REASON =
  'A guard of Mneme may forbid this, and Mneme could not be asked: nothing passes meanwhile. Try again in a moment; if it stays so, run: mneme doctor'

/** `blocking`: ids of the memories enabled as blocking guards. */
export async function markGuards(engine: Engine, blocking: readonly string[]): Promise<void> {
  const memories = blocking.length === 0 ? [] : await engine.store.memories.get(blocking)
  const isOn = memories.some(
    ({ state, supersededBy }) => state !== 'removed' && supersededBy === null,
  )
  const file = join(engine.home.run, GUARD_MARK)
  const wanted = isOn ? denials() : null
  if (wanted === textOf(file)) return
  if (wanted === null) return rmSync(file, { force: true })
  await ensurePrivateFolder(engine.home.run)
  await writeAtomic(file, wanted)
}

function denials(): string {
  const guard = { decision: 'block', reason: REASON } as const
  const byHost = HOSTS.map((host) => {
    const answers = TOOL_EVENTS.map((event) => {
      const said = HOST_HOOKS[host].answer(event, { context: null, guard })
      return [event, said] as const
    })
    return [host, Object.fromEntries(answers.filter(([, said]) => said !== null))] as const
  })
  return `${JSON.stringify(Object.fromEntries(byHost))}\n`
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
