/** The real hosts, where `npm run e2e:hosts` has put them. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import PROGRAMS from './host-programs.json' with { type: 'json' }

const CACHE =
  process.env.MNEME_E2E_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mneme-e2e')

/** Set by `npm run e2e:hosts -- --all`; otherwise only the hosts of the ordinary tests run. */
const ALL = process.env.MNEME_E2E_ALL === '1'

export type HostProgram = Exclude<keyof typeof PROGRAMS, 'node'>

interface Program {
  readonly program: string
  readonly node?: boolean
  readonly ordinary?: boolean
}

/** How the host is started, or an empty list with a line that says why its tests are left out. */
export function hostCommand(host: HostProgram): readonly string[] {
  const { program, node, ordinary }: Program = PROGRAMS[host]
  if (!ordinary && !ALL) return []
  const command = [
    ...(node ? [join(CACHE, 'node', PROGRAMS.node.program)] : []),
    join(CACHE, host, program),
  ]
  if (command.every((path) => existsSync(path))) return command
  console.log(`${host} is not in ${CACHE}, so its tests are left out. To get it: npm run e2e:hosts`)
  return []
}
