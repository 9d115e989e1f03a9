/** The home folder, for programs that must start fast: the rule of config/home.ts without its imports. */
import { isAbsolute, join } from 'node:path'

export function homeFolder(): string {
  const said = process.env.MNEME_HOME?.trim()
  if (said && isAbsolute(said)) return said
  return join(userFolder(), '.mneme')
}

/** The result of node:os without loading it, where the environment already decides. */
function userFolder(): string {
  const said = process.platform === 'win32' ? '' : process.env.HOME
  return said || (require('node:os') as typeof import('node:os')).homedir()
}
