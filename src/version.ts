/** The version of this package, read where it is written. */
import { createRequire } from 'node:module'

export function version(): string {
  const require = createRequire(import.meta.url)
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const found = require(place) as { name?: string; version: string }
      if (found.name === 'mneme') return found.version
    } catch {
      // Sources, the bundle and its chunks lie at different depths: the next one up has it.
    }
  }
  return 'unknown'
}
