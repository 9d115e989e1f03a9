/** Moments played where a user stands: the hook client and the daemon of a package, default settings. */

import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { homePaths } from '../../src/config/home.ts'
import { readEndpoint } from '../../src/machine/endpoint.ts'
import { isAlive } from '../../src/machine/is-alive.ts'
import type { Package } from './installed-package.ts'
import { bodiesOf, type Played } from './moment-counts.ts'
import type { Place } from './moment-direct.ts'
import type { Moment, MomentSet } from './moment-sets.ts'
import { runProgram } from './run-program.ts'

/** Moments of one subject must not see each other: after so many the store is as it was. */
const MOMENTS_A_COPY = 6
const WARM_MS = 4000
/** On a busy machine a daemon takes its time to start and to end. */
const START_MS = 90_000
const END_MS = 30_000
const BETWEEN_TURNS_MS = 1000

export function playThroughHooks({ root }: Package) {
  return (_set: MomentSet, moments: readonly Moment[], place: Place) =>
    playWith(join(root, 'dist'), moments, place)
}

async function playWith(
  programs: string,
  moments: readonly Moment[],
  place: Place,
): Promise<Played[]> {
  const played: Played[] = []
  const copy = join(place.home, 'copy')
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: place.home,
    MNEME_HOME: copy,
    MNEME_HTTP_PORT: '0',
    ...place.env,
  }
  for (let from = 0; from < moments.length; from += MOMENTS_A_COPY) {
    cpSync(join(place.home, '.mneme'), copy, { recursive: true })
    try {
      await runProgram([join(programs, 'cli.js'), 'serve', '--detach'], '', { env }, place.home)
      await startedAt(copy)
      await sleep(WARM_MS)
      for (const moment of spread(moments, from)) played.push(await playOne(moment))
    } finally {
      await endDaemons(copy)
      rmSync(copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    }
  }
  return played

  async function playOne(moment: Moment): Promise<Played> {
    const cwd = place.folderOf(moment.project)
    const session = `moment-${moment.id}-${process.pid}`
    const hook = async (event: string, more: object) => {
      const payload = { session_id: session, cwd, hook_event_name: event, ...more }
      const said = await runProgram(
        [join(programs, 'hook.cjs'), 'claude-code'],
        JSON.stringify(payload),
        { env },
        cwd,
      )
      return contextIn(said)
    }
    const prompt = (text: string, turn: number) =>
      hook('UserPromptSubmit', { prompt: text, prompt_id: `${session}-${turn}` })
    const start = await hook('SessionStart', { source: 'startup' })
    const first = await prompt(moment.prompt, 1)
    await sleep(BETWEEN_TURNS_MS)
    const second = await prompt('please continue', 2)
    const [file] = moment.files
    const edit =
      file === undefined
        ? ''
        : await hook('PreToolUse', {
            tool_name: 'Edit',
            tool_use_id: `${session}-edit`,
            tool_input: { file_path: join(cwd, file), old_string: 'a', new_string: 'b' },
          })
    if (place.show) {
      console.log(`\n=== ${moment.kind} ${moment.id}\n${moment.prompt.slice(0, 300)}`)
      for (const { text } of [...bodiesOf(first), ...bodiesOf(second)])
        console.log(`  ${text.trim()}`)
    }
    return { moment, first, second, edit, start, ceilings: null }
  }
}

/** Not one after another as they stand in the list: neighbours there are of one subject. */
function spread(moments: readonly Moment[], from: number): Moment[] {
  const groups = Math.ceil(moments.length / MOMENTS_A_COPY)
  return moments.filter((_, index) => index % groups === from / MOMENTS_A_COPY)
}

function contextIn(said: string): string {
  if (said.trim() === '') return ''
  const { hookSpecificOutput } = JSON.parse(said)
  return String(hookSpecificOutput?.additionalContext ?? '')
}

async function startedAt(home: string): Promise<void> {
  for (let waited = 0; waited < START_MS; waited += 100) {
    const pid = readEndpoint(homePaths(home))?.pid
    if (pid !== undefined && isAlive(pid)) return
    await sleep(100)
  }
  throw new Error('the daemon did not start')
}

/** A hook that found the daemon too busy has started another, which takes over when the first one ends. */
async function endDaemons(home: string): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    const pid = readEndpoint(homePaths(home))?.pid
    if (pid !== undefined && isAlive(pid)) {
      await end(pid)
      quiet = 0
    }
    await sleep(BETWEEN_TURNS_MS)
  }
}

async function end(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < END_MS && isAlive(pid); waited += 100) await sleep(100)
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}
