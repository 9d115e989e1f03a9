/** The home, for programs that a person waits for: as config/home.ts finds it, without what that loads. */
import { isAbsolute, join } from 'node:path'

export function homeFolder(): string {
  const said = process.env.MNEME_HOME?.trim()
  if (said && isAbsolute(said)) return said
  return join(userFolder(), '.mneme')
}

/** As node:os says it, without loading it where it would look no further. */
function userFolder(): string {
  const said = process.platform === 'win32' ? '' : process.env.HOME
  return said || (require('node:os') as typeof import('node:os')).homedir()
}
