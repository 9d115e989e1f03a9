/** K-16. A summary of what setup would write, in one or two lines for each agent. */
import type { HostName } from '../../hosts/hook-event.ts'
import type { Edit, Obstacle } from '../../hosts/setup/plan.ts'
import { HOST_SETUPS } from '../../hosts/setup/setups.ts'
import { oneLine } from '../terminal/text.ts'

interface HostEdit extends Edit {
  readonly host: HostName
}

/** One line for each agent: changed and created files by name, its commands by number. */
export function summaryLines(
  hosts: readonly HostName[],
  edits: readonly HostEdit[],
  userHome: string,
): string[] {
  const touched = hosts.filter((host) => edits.some((edit) => edit.host === host))
  const width = Math.max(0, ...touched.map((host) => HOST_SETUPS[host].title.length))
  return touched.map((host) => {
    const own = edits.filter((edit) => edit.host === host)
    const commands = own.filter(({ isCommand }) => isCommand).length
    const files = own
      .filter(({ isCommand }) => !isCommand)
      .map(({ path, before }) => `${shortPath(path, userHome)}${before === null ? ' (new)' : ''}`)
    const parts = [...files, ...(commands > 0 ? [`${commands} commands`] : [])]
    return `${HOST_SETUPS[host].title.padEnd(width)}  ${parts.join(', ')}`
  })
}

/** The outcome for each agent: connected, waiting for the person, or not connected. */
export function outcomeLines(
  hosts: readonly HostName[],
  obstacles: readonly (Obstacle & { readonly host?: HostName })[],
  userHome: string,
): string[] {
  return hosts.flatMap((host) => {
    const { title, approval, limits } = HOST_SETUPS[host]
    const own = obstacles.filter((obstacle) => obstacle.host === host)
    if (own.length > 0) {
      return own.map(
        ({ path, problem, hint }) =>
          `${title}: incomplete. ${shortPath(path, userHome)}: ${oneLine(problem)}. ${hint}`,
      )
    }
    const outcome =
      approval === null ? `${title}: connected.` : `${title}: waiting for you: ${approval}.`
    return [outcome, ...limits.map((limit) => `  ${limit}`)]
  })
}

export function shortPath(path: string, userHome: string): string {
  return oneLine(path.startsWith(`${userHome}/`) ? `~${path.slice(userHome.length)}` : path)
}
