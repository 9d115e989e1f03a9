/** `mneme setup` and `mneme remove`: shows the plan, asks, applies it and reports. */
import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type HomePaths, homeFolder, homePaths } from '../../config/home.ts'
import { MnemeError } from '../../errors.ts'
import { GUIDANCE } from '../../hosts/guidance.ts'
import { HOSTS, type HostName } from '../../hosts/hook-event.ts'
import type { SetupPlace } from '../../hosts/setup/plan.ts'
import { HOST_SETUPS } from '../../hosts/setup/setups.ts'
import { giveConsent } from '../../setup/consent.ts'
import { writeLauncher } from '../../setup/launcher.ts'
import { hookProgram, setupPlace } from '../../setup/programs.ts'
import { applyRemoval, applySetup, findHosts, planRemoval, planSetup } from '../../setup/setup.ts'
import { sayJson, say as write } from '../cli/out.ts'
import { paint } from '../cli/terminal.ts'
import { requirePersonAtTerminal } from '../speaker.ts'
import { oneLine } from '../terminal/text.ts'
import { renderDiff } from './show-diff.ts'
import { outcomeLines, shortPath, summaryLines } from './summary.ts'

const OPTIONS = {
  host: { type: 'string', multiple: true },
  scope: { type: 'string' },
  project: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  diff: { type: 'boolean' },
  backfill: { type: 'boolean' },
  'print-block': { type: 'boolean' },
  purge: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type SetupFlags = ReturnType<typeof parseArguments>

export interface SetupDoor {
  /** Backfills these hosts' transcripts, with its own progress display. */
  readonly backfill: (hosts: readonly HostName[]) => Promise<void>
  /** How many sessions of a host exist on this machine, and how old they are. */
  readonly history: (host: HostName) => Promise<History>
  /** Stops the daemon of this home. */
  readonly stopDaemon: () => Promise<void>
  /** Prompts at the terminal; null where there is none. */
  readonly person: Person | null
}

interface Person {
  confirm(question: string): Promise<boolean>
  choose<Choice extends string>(
    question: string,
    choices: readonly { readonly value: Choice; readonly label: string }[],
  ): Promise<Choice | null>
  /** All are preselected. Null when the person cancelled. */
  chooseSome<Choice extends string>(
    question: string,
    choices: readonly { readonly value: Choice; readonly label: string }[],
  ): Promise<readonly Choice[] | null>
}

export interface History {
  readonly sessions: number
  readonly oldest: string | null
}

export async function setup(argv: readonly string[], door: SetupDoor): Promise<number> {
  const given = parseArguments(argv)
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
  const hosts = await chosenHosts(given, door, place)
  const plan = planSetup(place, hosts)
  const sayDiff = () => {
    for (const edit of plan.edits) say(`${renderDiff(edit)}\n`)
  }
  if (given.diff) sayDiff()
  for (const line of summaryLines(hosts, plan.edits, place.userHome)) say(line)
  // Not repeated at the end of a setup without questions.
  const isAsked = !given.yes || given['dry-run'] || plan.edits.length === 0
  for (const { path, problem, hint } of isAsked ? plan.obstacles : [])
    say(paint('yellow', `left alone: ${oneLine(path)}: ${oneLine(problem)}. ${hint}`))
  if (given['dry-run'] || plan.edits.length === 0) {
    if (plan.edits.length === 0 && plan.obstacles.length === 0)
      say('Everything is in place already.')
    else if (!given.diff) say('Nothing was written. The full diff: mneme setup --dry-run --diff')
    return reportOutcome(given, { hosts, ...plan, written: 0 }, plan.obstacles.length)
  }
  await agreeToWrite(given, door, plan.edits.length, sayDiff)
  writeLauncher(home, hookProgram())
  const failed = applySetup(home, place, plan.edits)
  const written = plan.edits.length - failed.length
  const settings = join(home.backups, 'setup')
  say(
    paint(
      'green',
      `${written} files written. The previous versions are in ${shortPath(settings, place.userHome)}.`,
    ),
  )
  for (const line of outcomeLines(hosts, [...plan.obstacles, ...failed], place.userHome)) say(line)
  if (/[\\/]_npx[\\/]/.test(place.cli)) {
    say('This copy is in the npx cache, which npm may clear. To keep it: npm install -g mneme')
  }
  await readHistory(given, door, home, hosts, say)
  say('To try it: start a session, say "always use pnpm here", start another, and ask what to use.')
  say('To see whether it works: mneme status. To undo the setup: mneme remove.')
  return reportOutcome(given, { hosts, ...plan, written }, plan.obstacles.length + failed.length)
}

/** M-05. Asks for each host, with the number of sessions. "No" still allows reading new sessions. */
async function readHistory(
  given: SetupFlags,
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
    const count = `${sessions} past ${sessions === 1 ? 'session' : 'sessions'} of ${HOST_SETUPS[host].title}`
    const since = oldest === null ? '' : `, the oldest from ${oldest.slice(0, 10)}`
    const yes = given.backfill ?? (await confirmStep(given, door, `Import ${count}${since}?`))
    if (yes) chosen.push(host)
    else say(`  ${count} not imported. To import them: mneme sessions backfill --host ${host}`)
  }
  if (chosen.length === 0) return
  giveConsent(home, chosen, { at, history: true })
  await door.backfill(chosen)
}

export async function remove(argv: readonly string[], door: SetupDoor): Promise<number> {
  const given = parseArguments(argv)
  if (given.purge && !given['dry-run']) requirePersonAtTerminal('deleting every memory')
  const say = sayer(given)
  const home = homePaths(homeFolder(process.env))
  const { removals, obstacles } = planRemoval(home, (project) => setupPlace(process.env, project))
  for (const { path, problem, hint } of obstacles)
    say(paint('yellow', `left alone  ${oneLine(path)}: ${oneLine(problem)}. ${hint}`))
  if (given.diff) for (const removal of removals) say(`${renderDiff(removal)}\n`)
  const { userHome } = setupPlace(process.env, null)
  for (const line of summaryLines(HOSTS, removals, userHome)) say(line)
  if (removals.length === 0) say('No agent’s files contain anything of Mneme’s.')
  if (given['dry-run']) return reportOutcome(given, { removals, obstacles }, 0)
  if (removals.length > 0) await agree(given, door, `Restore ${removals.length} files?`)
  const failed = applyRemoval(home, removals)
  for (const { path, problem } of failed) say(paint('red', `${oneLine(path)}: ${oneLine(problem)}`))
  if (removals.length > failed.length)
    say(paint('green', `${removals.length - failed.length} files restored.`))
  if (given.purge && existsSync(home.home)) {
    await agree(given, door, `Delete ${home.home} with every memory in it? This cannot be undone.`)
    await door.stopDaemon()
    rmSync(home.home, { recursive: true, force: true })
    say(`${home.home} was deleted.`)
  } else {
    await door.stopDaemon()
    say(`Your memories stay in ${home.home}. To delete them too: mneme remove --purge`)
  }
  return reportOutcome(given, { removals, obstacles }, obstacles.length + failed.length)
}

function parseArguments(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true }).values
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message.split('. ')[0] : String(thrown)
    throw new MnemeError('invalid_input', message ?? 'these options are not known', {
      hint: 'See: mneme setup --help',
    })
  }
}

function hostsOf(given: SetupFlags, place: SetupPlace): HostName[] {
  const named = (given.host ?? []).flatMap((each) => each.split(','))
  for (const name of named) {
    if (HOSTS.some((host) => host === name)) continue
    throw new MnemeError('invalid_input', `there is no agent "${name}"`, {
      hint: `Known ones: ${HOSTS.join(', ')}. For any other agent: mneme setup --print-block`,
    })
  }
  const hosts = named.length > 0 ? HOSTS.filter((host) => named.includes(host)) : findHosts(place)
  if (hosts.length > 0) return hosts
  throw new MnemeError('not_found', 'no coding agent was found on this machine', {
    hint: `Name one: mneme setup --host claude-code. Known ones: ${HOSTS.join(', ')}.`,
  })
}

/** Text for people is not mixed into JSON output. */
function sayer(given: SetupFlags): (text: string) => void {
  return (text) => {
    if (!given.json) write(text)
  }
}

/** The named hosts; otherwise those found, from which the person chooses. */
async function chosenHosts(
  given: SetupFlags,
  { person }: SetupDoor,
  place: SetupPlace,
): Promise<HostName[]> {
  const hosts = hostsOf(given, place)
  if (given.host || given.yes || given.json || given['dry-run'] || !person) return hosts
  if (hosts.length < 2) return hosts
  const choices = hosts.map((host) => ({ value: host, label: HOST_SETUPS[host].title }))
  const chosen = await person.chooseSome(
    'Which of the agents found here should be connected?',
    choices,
  )
  if (chosen === null || chosen.length === 0) {
    throw new MnemeError('not_allowed', 'nothing was written')
  }
  return HOSTS.filter((host) => chosen.includes(host))
}

async function agreeToWrite(
  given: SetupFlags,
  { person }: SetupDoor,
  files: number,
  sayDiff: () => void,
): Promise<void> {
  if (given.yes) return
  if (!person) throw noPerson()
  const choices = [
    { value: 'write', label: 'Yes' },
    { value: 'diff', label: 'Show the full diff first' },
    { value: 'stop', label: 'No' },
  ] as const
  const question = `Write ${files} files?`
  let choice = await person.choose(question, choices)
  if (choice === 'diff') {
    sayDiff()
    choice = await person.choose(
      question,
      choices.filter(({ value }) => value !== 'diff'),
    )
  }
  if (choice !== 'write') throw new MnemeError('not_allowed', 'nothing was written')
}

async function agree(given: SetupFlags, { person }: SetupDoor, question: string): Promise<void> {
  if (given.yes) return
  if (!person) throw noPerson()
  if (!(await person.confirm(question))) throw new MnemeError('not_allowed', 'nothing was written')
}

async function confirmStep(
  given: SetupFlags,
  { person }: SetupDoor,
  question: string,
): Promise<boolean> {
  if (given.json || given.yes || !person) return false
  return person.confirm(question)
}

function noPerson(): MnemeError {
  return new MnemeError(
    'not_allowed',
    'this needs your confirmation, and there is no terminal to ask on',
    {
      hint: 'Repeat with --yes.',
    },
  )
}

function reportOutcome(given: SetupFlags, result: object, problems: number): number {
  if (given.json) sayJson(result)
  return problems > 0 ? 1 : 0
}
