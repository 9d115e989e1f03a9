/**
 * K-04. The commit a repository's history began with. This is the one question files cannot
 * answer, so git is asked once and the answer kept.
 *
 * Only the main line counts (`--first-parent`): a library merged in as a subtree brings its own
 * first commit along, and that must not make two projects one.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { writeAtomic } from '../files/write-atomic.ts'
import { count, wholeNumber } from '../setting.ts'
import type { GitRepository } from './git.ts'
import { isShallow, readHead } from './git.ts'
import { findGit } from './git-command.ts'
import { smallFile } from './small-file.ts'

export const CodeSettings = z.object({
  gitTimeoutMs: wholeNumber(2000, 'How long git may take to find the first commit of a repository'),
  gitQuickMs: count(
    100,
    'If git answers within this, the first commit is looked up after each commit',
  ),
})
export type CodeSettings = z.infer<typeof CodeSettings>

/** Empty when it cannot be known: no commit yet, a shallow clone, no git installed, or too slow. */
export async function rootCommits(
  settings: CodeSettings,
  repository: GitRepository,
  cacheFolder: string | null,
): Promise<string[]> {
  if (await isShallow(repository)) return []
  const head = await readHead(repository)
  if (head.at === 'unborn') return []
  const state = {
    // Inode and birth tell a repository from another one made later in its place.
    birth: birthOf(join(repository.commonDir, 'objects')),
    head: head.at === 'unknown' ? null : head.commit,
  }
  const cacheFile = cacheFolder === null ? null : join(cacheFolder, cacheName(repository.commonDir))
  const cached = cacheFile === null ? null : await readCache(cacheFile)
  if (cached !== null && isStillTrue(cached, state)) return [...cached.roots]

  const startedMs = performance.now()
  const roots = await askGit(settings, repository)
  const slow = performance.now() - startedMs > settings.gitQuickMs
  if (cacheFile !== null && cacheFolder !== null) {
    await writeCache(cacheFolder, cacheFile, { ...state, roots, slow })
  }
  return roots
}

/**
 * An amended first commit changes the root, so a quick answer holds until HEAD moves. A slow one
 * comes from a long history, whose beginning is not amended; no answer is asked for once a commit.
 */
function isStillTrue(cached: CachedRoots, state: { birth: string; head: string | null }): boolean {
  if (cached.birth !== state.birth) return false
  if (cached.slow && cached.roots.length > 0) return true
  return cached.head !== null && cached.head === state.head
}

const CachedRoots = z.object({
  birth: z.string(),
  head: z.string().nullable(),
  roots: z.array(z.string().regex(/^[0-9a-f]{40,64}$/)),
  slow: z.boolean(),
})
type CachedRoots = z.infer<typeof CachedRoots>

function cacheName(commonDir: string): string {
  return `git-root-${createHash('sha256').update(commonDir).digest('hex').slice(0, 24)}.json`
}

async function readCache(file: string): Promise<CachedRoots | null> {
  const text = await smallFile(file)
  if (text === null) return null
  try {
    return CachedRoots.parse(JSON.parse(text))
  } catch {
    return null // A damaged cache is no cache.
  }
}

async function writeCache(folder: string, file: string, roots: CachedRoots): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeAtomic(file, JSON.stringify(roots))
  } catch {
    // Not being able to keep the answer costs time the next time, nothing else.
  }
}

function birthOf(path: string): string {
  try {
    const found = statSync(path, { bigint: true })
    return `${found.dev}:${found.ino}:${found.birthtimeNs}`
  } catch {
    return 'unknown' // The folder was there a moment ago; the next call will know more.
  }
}

function askGit(settings: CodeSettings, repository: GitRepository): Promise<string[]> {
  return new Promise((answer) => {
    const program = findGit(process.env)
    if (program === null) return answer([])
    execFile(
      program,
      [
        '-C',
        repository.workTree ?? repository.commonDir,
        '--no-pager',
        'rev-list',
        '--first-parent',
        '--max-parents=0',
        'HEAD',
        '--',
      ],
      {
        // Not the repository: a PATH with a dot in it would find the repository's own git.
        cwd: tmpdir(),
        env: gitEnvironment(repository),
        timeout: settings.gitTimeoutMs,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (failure, stdout) => {
        const roots = stdout.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line))
        answer(failure ? [] : roots.sort())
      },
    )
  })
}

/**
 * The repository may be a stranger's: git must not fetch, ask or follow replacement objects, and
 * our caller's GIT_ variables must not lead it elsewhere.
 */
function gitEnvironment(repository: GitRepository): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return {
    ...Object.fromEntries(ours),
    ...(repository.named && { GIT_DIR: repository.gitDir }),
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  }
}
