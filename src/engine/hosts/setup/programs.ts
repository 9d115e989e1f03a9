/** Where our own programs lie: absolute, since hosts start us with whatever PATH they have. */
import { fileURLToPath } from 'node:url'
import { userHome } from '../../../config/home.ts'
import type { SetupPlace } from '../../../hosts/setup/plan.ts'

export function setupPlace(
  env: Readonly<Record<string, string | undefined>>,
  project: string | null,
): SetupPlace {
  return {
    userHome: userHome(env),
    env,
    platform: process.platform,
    project,
    node: process.execPath,
    hook: beside('hook.cjs'),
    cli: beside('cli.js'),
    http: null,
  }
}

/** Bundled code lies in a folder below the programs, or beside them. */
function beside(name: string): string {
  const here = import.meta.url
  return fileURLToPath(new URL(here.includes('/chunks/') ? `../${name}` : `./${name}`, here))
}
