import { join } from 'node:path'

/** Where the daemon writes; apart from the writing, so that reading it loads little. */
export function logFile(folder: string): string {
  return join(folder, 'daemon.log')
}
