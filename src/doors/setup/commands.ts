/** `mneme setup` and `mneme remove`: shown, asked for, done, and said. */
import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type HomePaths, homeFolder, homePaths } from '../../config/home.ts'
import { writeLauncher } from '../../engine/hosts/setup/launcher.ts'
import { hookProgram, setupPlace } from '../../engine/hosts/setup/programs.ts'
import {
  applyRemoval,
  applySetup,
  foundHosts,
  planRemoval,
  planSetup,
} from '../../engine/hosts/setup/setup.ts'
import { giveConsent } from '../../engine/sessions/consent.ts'
import { MnemeError } from '../../errors.ts'
import { GUIDANCE } from '../../hosts/guidance.ts'
import { HOSTS, type HostName } from '../../hosts/hook-event.ts'
import type { SetupPlace } from '../../hosts/setup/plan.ts'
import { HOST_SETUPS } from '../../hosts/setup/setups.ts'
import { sayJson, say as write } from '../cli/out.ts'
import { paint } from '../cli/terminal.ts'
import { requirePersonAtTerminal } from '../speaker.ts'
import { oneLine } from '../terminal/text.ts'
import { shownDiff } from './show-diff.ts'

const OPTIONS = {
  host: { type: 'string', multiple: true },
  scope: { type: 'string' },
  project: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  backfill: { type: 'boolean' },
  'print-block': { type: 'boolean' },
  purge: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Given = ReturnType<typeof parsed>

export interface SetupDoor {
  /** Runs the backfill of these hosts' transcripts, with its own progress. */
  readonly backfill: (hosts: readonly HostName[]) => Promise<void>
  /** How many sessions of a host lie on this machine, and how old they are. */
  readonly history: (host: HostName) => Promise<History>
  /** Ends the daemon of this home. */
  readonly stopDaemon: () => Promise<void>
  readonly confirm: ((question: string) => Promise<boolean>) | null
}

export interface History {
  readonly sessions: number
  readonly oldest: string | null
}

export async function setup(argv: readonly string[], door: SetupDoor): Promise<number> {
  const given = parsed(argv)
  const say = sayer(given)
  if (given['print-block']) {
    write(GUIDANCE)
    return 0
  }
  const home = homePaths(homeFolder(process.env))
  const place = setupPlace(
    process.env,
    given.scope === 'project' ? resolve(given.project ?? process.cwd()) : null,
  )
  const hosts = hostsOf(given, place)
  const plan = planSetup(place, hosts)
  for (const obstacle of plan.obstacles) {
    say(paint('yellow', `left alone  ${oneLine(obstacle.path)}: ${oneLine(obstacle.problem)}`))
    say(`            ${obstacle.hint}`)
  }
  for (const edit of plan.edits) say(`${shownDiff(edit)}\n`)
  if (given['dry-run'] || plan.edits.length === 0) {
    if (plan.edits.length === 0 && plan.obstacles.length === 0)
      say('Everything is in place already.')
    return ended(given, { hosts, ...plan, written: 0 }, plan.obstacles.length)
  }
  await agree(given, door, `Write ${plan.edits.length} files?`)
  writeLauncher(home, hookProgram())
  const failed = applySetup(home, place, plan.edits)
  for (const { path, problem, hint } of failed)
    say(paint('red', `${oneLine(path)}: ${oneLine(problem)}. ${hint}`))
  const written = plan.edits.length - failed.length
  say(paint('green', `${written} files written for ${hosts.join(', ')}.`))
  for (const host of hosts) for (const step of HOST_SETUPS[host].afterwards) say(`  ${step}`)
  await readHistory(given, door, home, hosts, say)
  say('To try it: start a session, say "always use pnpm here", start another, and ask what to use.')
  say('To take it back: mneme remove')
  return ended(given, { hosts, ...plan, written }, plan.obstacles.length + failed.length)
}

/** M-05. Asked for each host, with what there is. A no still means yes to what is said from now on. */
async function readHistory(
  given: Given,
  door: SetupDoor,
  home: HomePaths,
  hosts: readonly HostName[],
  say: (text: string) => void,
): Promise<void> {
  const at = new Date().toISOString()
  const chosen: HostName[] = []
  giveConsent(home, hosts, { at, history: false })
  for (const host of hosts) {
    const { sessions, oldest } = await door.history(host)
    if (sessions === 0) continue
    const count = `${sessions} ${sessions === 1 ? 'session' : 'sessions'} of ${host}`
    const since = oldest === null ? '' : `, the oldest from ${oldest.slice(0, 10)}`
    const yes =
      given.backfill ?? (await wanted(given, door, `Read ${count} on this machine${since}?`))
    if (yes) chosen.push(host)
    else say(`  ${count} left unread. To read them: mneme sessions backfill --host ${host}`)
  }
  if (chosen.length === 0) return
  giveConsent(home, chosen, { at, history: true })
  await door.backfill(chosen)
}

export async function remove(argv: readonly string[], door: SetupDoor): Promise<number> {
  const given = parsed(argv)
  if (given.purge && !given['dry-run']) requirePersonAtTerminal('deleting every memory')
  const say = sayer(given)
  const home = homePaths(homeFolder(process.env))
  const { removals, obstacles } = planRemoval(home, (project) => setupPlace(process.env, project))
  for (const { path, problem, hint } of obstacles)
    say(paint('yellow', `left alone  ${oneLine(path)}: ${oneLine(problem)}. ${hint}`))
  for (const removal of removals) say(`${shownDiff(removal)}\n`)
  if (removals.length === 0) say('Nothing of ours is in the files of any host.')
  if (given['dry-run']) return ended(given, { removals, obstacles }, 0)
  if (removals.length > 0) await agree(given, door, `Put ${removals.length} files back?`)
  const failed = applyRemoval(home, removals)
  for (const { path, problem } of failed) say(paint('red', `${oneLine(path)}: ${oneLine(problem)}`))
  if (removals.length > failed.length)
    say(paint('green', `${removals.length - failed.length} files put back.`))
  if (given.purge && existsSync(home.home)) {
    await agree(given, door, `Delete ${home.home} with every memory in it? This cannot be undone.`)
    await door.stopDaemon()
    rmSync(home.home, { recursive: true, force: true })
    say(`${home.home} is gone.`)
  } else {
    await door.stopDaemon()
    say(`Your memories stay in ${home.home}. To delete them too: mneme remove --purge`)
  }
  return ended(given, { removals, obstacles }, obstacles.length + failed.length)
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message.split('. ')[0] : String(thrown)
    throw new MnemeError('invalid_input', message ?? 'these options are not known', {
      hint: 'See: mneme setup --help',
    })
  }
}

function hostsOf(given: Given, place: SetupPlace): HostName[] {
  const named = (given.host ?? []).flatMap((each) => each.split(','))
  for (const name of named) {
    if (HOSTS.some((host) => host === name)) continue
    throw new MnemeError('invalid_input', `there is no host "${name}"`, {
      hint: `Known ones: ${HOSTS.join(', ')}. For any other agent: mneme setup --print-block`,
    })
  }
  const hosts = named.length > 0 ? HOSTS.filter((host) => named.includes(host)) : foundHosts(place)
  if (hosts.length > 0) return hosts
  throw new MnemeError('not_found', 'no coding agent was found on this machine', {
    hint: `Name one: mneme setup --host claude-code. Known ones: ${HOSTS.join(', ')}.`,
  })
}

/** What is printed for people is not printed into JSON. */
function sayer(given: Given): (text: string) => void {
  return (text) => {
    if (!given.json) write(text)
  }
}

async function agree(given: Given, door: SetupDoor, question: string): Promise<void> {
  if (given.yes) return
  if (!door.confirm) {
    throw new MnemeError('not_allowed', 'nobody is here to say yes', { hint: 'Repeat with --yes.' })
  }
  if (!(await door.confirm(question))) throw new MnemeError('not_allowed', 'nothing was written')
}

async function wanted(given: Given, door: SetupDoor, question: string): Promise<boolean> {
  if (given.json || given.yes || !door.confirm) return false
  return door.confirm(question)
}

function ended(given: Given, result: object, problems: number): number {
  if (given.json) sayJson(result)
  return problems > 0 ? 1 : 0
}
