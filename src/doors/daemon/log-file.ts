import { join } from 'node:path'

/** The path of the log, apart from the writer, so that reading it loads little. */
export function logFile(folder: string): string {
  return join(folder, 'daemon.log')
}
