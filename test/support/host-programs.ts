/** The real hosts, where `npm run e2e:hosts` has put them. */
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const CACHE =
  process.env.MNEME_E2E_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'mneme-e2e')

/** The program, or null with a line that says why its tests are left out. */
export function hostProgram(host: 'claude-code' | 'codex'): string | null {
  const path = host === 'claude-code' ? join(CACHE, host, 'claude') : codexIn(join(CACHE, host))
  if (path !== null && existsSync(path)) return path
  console.log(`${host} is not in ${CACHE}, so its tests are left out. To get it: npm run e2e:hosts`)
  return null
}

function codexIn(folder: string): string | null {
  const vendor = join(folder, 'vendor')
  if (!existsSync(vendor)) return null
  for (const entry of readdirSync(vendor, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name === 'codex') return join(entry.parentPath, entry.name)
  }
  return null
}
