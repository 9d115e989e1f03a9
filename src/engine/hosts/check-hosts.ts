/** J-07, M-24. For each host: whether it is set up, when its last event came, and what is wrong. */
import { existsSync, readFileSync } from 'node:fs'
import { HOSTS, type HostName } from '../../hosts/hook-event.ts'
import { hasTrustedHooks } from '../../hosts/setup/codex.ts'
import { HOST_SETUPS } from '../../hosts/setup/setups.ts'
import { setupPlace } from '../../setup/programs.ts'
import { hashOf, readRecord, type SetupEntry } from '../../setup/record.ts'
import { findHosts, planSetup } from '../../setup/setup.ts'
import type { Engine } from '../engine.ts'
import { type HostActivity, readHostActivity } from './host-activity.ts'

interface HostProblem {
  readonly what: string
  readonly fix: string
}

interface HostStatus extends HostActivity {
  readonly host: HostName
  readonly title: string
  /** Whether the host is installed on this machine. */
  readonly found: boolean
  readonly connected: boolean
  /** Supported from its documentation only, never tried with the program. */
  readonly byDocumentation: boolean
  /** What the person still has to do before memory works there. */
  readonly approval: string | null
  readonly problems: readonly HostProblem[]
}

/** Hosts that were set up or are installed. */
export async function hostStatuses(engine: Engine): Promise<HostStatus[]> {
  const record = readRecord(engine.home)
  const found = findHosts(setupPlace(engine.machine.env, null))
  const shown = HOSTS.filter(
    (host) => found.includes(host) || record.some((entry) => entry.host === host),
  )
  return Promise.all(
    shown.map(async (host) => {
      const entries = record.filter((entry) => entry.host === host)
      const activity = await readHostActivity(engine, host)
      const connected = entries.length > 0
      const approval = connected ? missingApproval(host, entries, activity) : null
      return {
        host,
        title: HOST_SETUPS[host].title,
        found: found.includes(host),
        connected,
        byDocumentation: HOST_SETUPS[host].byDocumentation ?? false,
        approval,
        problems: connected ? problemsOf(engine, host, entries) : [],
        ...activity,
      }
    }),
  )
}

/** For doctor: only hosts that were set up can have a problem. */
export async function hostFindings(engine: Engine): Promise<HostProblem[]> {
  const statuses = await hostStatuses(engine)
  return statuses.flatMap(({ title, approval, problems }) =>
    approval === null
      ? problems
      : [{ what: `${title} has not run Mneme’s hooks yet`, fix: approval }, ...problems],
  )
}

/** A received event proves approval; Codex also records it. */
function missingApproval(
  host: HostName,
  entries: readonly SetupEntry[],
  { eventAt }: HostActivity,
): string | null {
  const { approval } = HOST_SETUPS[host]
  if (approval === null || eventAt !== null) return null
  const config = entries.find(({ path }) => path.endsWith('config.toml'))
  const isTrusted =
    host === 'codex' && config !== undefined && hasTrustedHooks(textOf(config.path) ?? '')
  return isTrusted ? null : approval
}

function problemsOf(engine: Engine, host: HostName, entries: readonly SetupEntry[]): HostProblem[] {
  const { title, traces } = HOST_SETUPS[host]
  const projects = [...new Set(entries.map(({ project }) => project))]
  return projects.flatMap((project) => {
    if (project !== null && !existsSync(project)) return []
    const place = setupPlace(engine.machine.env, project)
    const fix = `mneme setup --host ${host}${project === null ? '' : ` --scope project --project ${project}`}`
    const { edits, obstacles } = planSetup(place, [host])
    const isAsWritten = (path: string) => {
      const entry = entries.find((each) => each.path === path)
      return entry !== undefined && hashOf(textOf(path) ?? '') === entry.hash
    }
    // Setup may have been run with another environment than this process has.
    const changed = edits
      .filter(({ path }) => !isAsWritten(path))
      .map(({ path }) => ({ what: `${title}: ${path} no longer contains what setup wrote`, fix }))
    const broken = obstacles.map(({ path, problem, hint }) => ({
      what: `${title}: ${path}: ${problem}`,
      fix: hint,
    }))
    const gone = traces(place).some((path) => existsSync(path))
      ? []
      : [{ what: `${title} is no longer on this machine`, fix: 'mneme remove' }]
    return [...gone, ...changed, ...broken]
  })
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
