/** K-14, K-16. Plans, applies and removes what setup writes into the files of hosts. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { HomePaths } from '../config/home.ts'
import { HOSTS, type HostName } from '../hosts/hook-event.ts'
import {
  type Edit,
  type FilePlan,
  type Obstacle,
  type SetupPlace,
  Unreadable,
} from '../hosts/setup/plan.ts'
import { HOST_SETUPS } from '../hosts/setup/setups.ts'
import { backupFolder, hashOf, keepRecord, readRecord, type SetupEntry } from './record.ts'
import { writeWhole } from './write-whole.ts'

interface HostEdit extends Edit {
  readonly host: HostName
}

interface HostObstacle extends Obstacle {
  readonly host: HostName
}

interface SetupPlan {
  readonly edits: readonly HostEdit[]
  readonly obstacles: readonly HostObstacle[]
  /** Files that are up to date. */
  readonly settled: number
}

/** Hosts installed on this machine. */
export function findHosts(place: SetupPlace): HostName[] {
  return HOSTS.filter((host) => HOST_SETUPS[host].traces(place).some((path) => existsSync(path)))
}

export function planSetup(place: SetupPlace, hosts: readonly HostName[]): SetupPlan {
  const edits: HostEdit[] = []
  const obstacles: HostObstacle[] = []
  let settled = 0
  for (const host of hosts) {
    for (const file of HOST_SETUPS[host].files(place)) {
      const outcome = attempt(file.path, (text) => file.put(text))
      const { path, why, isCommand = false } = file
      if ('problem' in outcome) obstacles.push({ host, ...outcome })
      else if (outcome.before === outcome.after) settled += 1
      else edits.push({ host, path, why, isCommand, ...outcome })
    }
  }
  return { edits, obstacles, settled }
}

export function applySetup(
  home: HomePaths,
  place: SetupPlace,
  edits: readonly HostEdit[],
): HostObstacle[] {
  const record = new Map(readRecord(home).map((entry) => [entry.path, entry]))
  const obstacles: HostObstacle[] = []
  for (const { host, path, before, after } of edits) {
    if (after === null) continue
    try {
      // remove restores the state before the first setup.
      const known = record.get(path)
      const backup = known ? known.backup : before === null ? null : keepBackup(home, path, before)
      const made = writeWhole(path, after) ?? known?.made ?? null
      record.set(path, { path, host, project: place.project, backup, made, hash: hashOf(after) })
      keepRecord(home, [...record.values()])
    } catch (thrown) {
      obstacles.push({ host, ...obstacleOf(path, thrown) })
    }
  }
  return obstacles
}

interface Removal extends HostEdit {
  /** Nothing changed since setup: what was there before comes back byte for byte. */
  readonly exact: boolean
}

export function planRemoval(
  home: HomePaths,
  placeOf: (project: string | null) => SetupPlace,
): { removals: Removal[]; obstacles: Obstacle[] } {
  const removals: Removal[] = []
  const obstacles: Obstacle[] = []
  for (const entry of readRecord(home)) {
    const outcome = removalOf(entry, placeOf(entry.project))
    if (outcome === null) continue
    if ('problem' in outcome) obstacles.push(outcome)
    else removals.push(outcome)
  }
  return { removals, obstacles }
}

export function applyRemoval(home: HomePaths, removals: readonly Removal[]): Obstacle[] {
  const obstacles: Obstacle[] = []
  const done = new Set<string>()
  const record = readRecord(home)
  for (const { path, after } of removals) {
    try {
      if (after === null) {
        rmSync(path, { force: true })
      } else {
        writeWhole(path, after)
      }
      done.add(path)
    } catch (thrown) {
      obstacles.push(obstacleOf(path, thrown))
    }
  }
  removeEmptyFolders(record.filter(({ path }) => done.has(path)))
  keepRecord(
    home,
    record.filter(({ path }) => !done.has(path) && existsSync(path)),
  )
  return obstacles
}

function removalOf(entry: SetupEntry, place: SetupPlace): Removal | Obstacle | null {
  if (!existsSync(entry.path)) return null
  const why = 'removes Mneme’s entries'
  const outcome = attempt(entry.path, (text) => text ?? '')
  if ('problem' in outcome) return outcome
  const present = outcome.before ?? ''
  const plan = HOST_SETUPS[entry.host].files(place).find(({ path }) => path === entry.path)
  const { host, path } = entry
  const common = { host, path, before: present, why, isCommand: plan?.isCommand ?? false }
  if (hashOf(present) === entry.hash) {
    const after = entry.backup === null ? null : readFileSync(entry.backup, 'utf8')
    return { ...common, after, exact: true }
  }
  if (!plan) return null
  const taken = attempt(entry.path, (text) => withoutOurs(plan, text))
  if ('problem' in taken) return taken
  return { ...common, after: taken.after === '' ? null : taken.after, exact: false }
}

/** An empty text means that nothing is left of the file. */
function withoutOurs(plan: FilePlan, text: string | null): string {
  return text === null ? '' : (plan.take(text) ?? '')
}

function attempt(
  path: string,
  edit: (text: string | null) => string,
): { before: string | null; after: string } | Obstacle {
  try {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : null
    return { before, after: edit(before) }
  } catch (thrown) {
    return obstacleOf(path, thrown)
  }
}

function obstacleOf(path: string, thrown: unknown): Obstacle {
  const problem = thrown instanceof Error ? thrown.message : String(thrown)
  const hint =
    thrown instanceof Unreadable
      ? 'Repair the file and run mneme setup again; it was not touched.'
      : 'Check that the file and its folder can be written; it was not touched.'
  return { path, problem, hint }
}

function keepBackup(home: HomePaths, path: string, text: string): string {
  const folder = backupFolder(home)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const backup = join(folder, `${hashOf(path).slice(0, 12)}-${basename(path)}`)
  writeWhole(backup, text, 0o600)
  return backup
}

/** Removes folders created for our files once they are empty; never any other. */
function removeEmptyFolders(entries: readonly SetupEntry[]): void {
  const made = new Set(entries.flatMap((entry) => entry.made ?? []))
  const isMade = (folder: string) =>
    [...made].some((top) => folder === top || folder.startsWith(`${top}${sep}`))
  for (const { path } of entries) {
    for (let folder = dirname(path); isMade(folder); folder = dirname(folder)) {
      try {
        rmdirSync(folder)
      } catch {
        break // It contains files that are not ours.
      }
    }
  }
}
