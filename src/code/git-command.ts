/**
 * M-40. git, asked carefully: by its absolute path, from a neutral folder, without hooks, pagers, file
 * monitors, signatures, filters or fetching, whatever the repository's own configuration says.
 */
import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import type { GitRepository } from './git.ts'

const SAFE = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'core.pager=cat', 'protocol.allow=never'],
  ...['log.showSignature=false', 'core.askPass=', 'credential.helper=', 'gc.auto=0'],
  ...['core.attributesFile=/dev/null', 'log.mailmap=false', 'maintenance.auto=false'],
].flatMap((setting) => ['-c', setting])

/** The first git on the PATH that is named absolutely; null where there is none. */
export function findGit(env: Readonly<Record<string, string | undefined>>): string | null {
  const names = env.PATHEXT === undefined ? ['git'] : ['git.exe', 'git.cmd']
  for (const folder of (env.PATH ?? env.Path ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue
    for (const name of names) {
      const path = join(folder, name)
      try {
        accessSync(path, constants.X_OK)
        if (statSync(path).isFile()) return path
      } catch {
        // Not there or not ours to run: the next one may be.
      }
    }
  }
  return null
}

/** Passes on what git prints. False when git is missing, failed or took too long; never throws. */
export function runGit(
  repository: GitRepository,
  args: readonly string[],
  {
    env,
    timeoutMs,
    onData,
    signal,
  }: {
    readonly env: Readonly<Record<string, string | undefined>>
    readonly timeoutMs: number
    readonly onData: (text: string) => void
    readonly signal?: AbortSignal | undefined
  },
): Promise<boolean> {
  const program = findGit(env)
  if (program === null) return Promise.resolve(false)
  const folder = repository.workTree ?? repository.commonDir
  return new Promise((done) => {
    const child = spawn(program, ['-C', folder, '--no-pager', ...SAFE, ...args], {
      cwd: tmpdir(),
      env: gitEnvironment(env),
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(signal ? { signal } : {}),
    })
    child.stdout.setEncoding('utf8').on('data', onData)
    child.on('error', () => done(false))
    child.on('close', (code) => done(code === 0))
  })
}

/** The caller's GIT_ variables must not lead it elsewhere; it may neither fetch nor ask. */
function gitEnvironment(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const ours = Object.entries(env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(ours),
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C',
  }
}
