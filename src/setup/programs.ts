/** Absolute paths of our programs, since hosts start them with any PATH. */
import { fileURLToPath } from 'node:url'
import { homeFolder, homePaths, userHome } from '../config/home.ts'
import type { SetupPlace } from '../hosts/setup/plan.ts'
import { launcherPath } from './launcher.ts'

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
    hook: launcherPath(homePaths(homeFolder(env))),
    cli: beside('cli.js'),
    http: null,
  }
}

/** The hook that the launcher loads. */
export function hookProgram(): string {
  return beside('hook.cjs')
}

/** Bundled code is in a folder below the programs, or beside them. */
function beside(name: string): string {
  const here = import.meta.url
  return fileURLToPath(new URL(here.includes('/chunks/') ? `../${name}` : `./${name}`, here))
}
