/**
 * K-04. The state of a repository, read from its files. No git is started here: hooks ask on
 * every prompt. Nothing throws; what cannot be read is null.
 */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { isBare, parseGitConfig } from './git-config.ts'
import { isFolder, smallFile } from './small-file.ts'

export interface GitRepository {
  /** The root of the checked-out files; null for a bare repository. */
  readonly workTree: string | null
  /** Where this work tree's HEAD is. */
  readonly gitDir: string
  /** What all work trees of one repository share: objects, branches, configuration. */
  readonly commonDir: string
  /** Said by GIT_DIR instead of found from the folder. */
  readonly named: boolean
}

type GitHead =
  | { readonly at: 'branch'; readonly branch: string; readonly commit: string }
  | { readonly at: 'unborn'; readonly branch: string }
  | { readonly at: 'detached'; readonly commit: string }
  | { readonly at: 'unknown' }

export type GitEnvironment = Readonly<Record<string, string | undefined>>

/**
 * The repository a folder is in, or null. GIT_DIR counts only if the caller passes it: a daemon
 * must not take its own starter's repository for everybody's.
 */
export async function findRepository(
  folder: string,
  env: GitEnvironment = {},
): Promise<GitRepository | null> {
  const start = await truePath(folder)
  if (env.GIT_DIR) return namedRepository(start, env.GIT_DIR, env)
  for (let at = start; ; at = dirname(at)) {
    const gitDir = await gitDirIn(at)
    if (gitDir !== null) {
      return { workTree: at, gitDir, commonDir: await commonDirOf(gitDir), named: false }
    }
    if (await isGitDir(at)) return repositoryFromInside(at)
    if (dirname(at) === at) return null
  }
}

/** Where HEAD points. Reference tables (git's newer ref format) are not files: `unknown`. */
export async function readHead(repository: GitRepository): Promise<GitHead> {
  const text = (await smallFile(join(repository.gitDir, 'HEAD')))?.trim() ?? ''
  if (COMMIT.test(text)) return { at: 'detached', commit: text }
  const ref = refIn(text)
  if (ref === null || ref === 'refs/heads/.invalid') return { at: 'unknown' }
  const commit = await commitOf(repository, ref)
  const branch = ref.replace(/^refs\/heads\//, '')
  return commit === null ? { at: 'unborn', branch } : { at: 'branch', branch, commit }
}

/** A shallow clone's oldest commit is where the download stopped, not where history began. */
export async function isShallow(repository: GitRepository): Promise<boolean> {
  const text = await smallFile(join(repository.commonDir, 'shallow'))
  return text !== null && text.trim() !== ''
}

/** Links resolved, and the case the disk uses; the path itself where it cannot be followed. */
export async function truePath(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return realpathSync.native(whole)
  } catch {
    return whole // Gone or not permitted: the name is still the best evidence there is.
  }
}

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
const MAX_REF_STEPS = 5

async function namedRepository(
  start: string,
  named: string,
  env: GitEnvironment,
): Promise<GitRepository | null> {
  const gitDir = await truePath(isAbsolute(named) ? named : join(start, named))
  if (!(await isGitDir(gitDir))) return null
  const commonDir = env.GIT_COMMON_DIR
    ? await truePath(resolve(start, env.GIT_COMMON_DIR))
    : await commonDirOf(gitDir)
  const bare = isBare(parseGitConfig((await smallFile(join(commonDir, 'config'))) ?? ''))
  const around = basename(gitDir) === '.git' ? dirname(gitDir) : start
  const workTree = env.GIT_WORK_TREE ? await truePath(resolve(start, env.GIT_WORK_TREE)) : around
  return { workTree: bare && !env.GIT_WORK_TREE ? null : workTree, gitDir, commonDir, named: true }
}

/** `.git` as a folder, or as the file that worktrees and submodules have in its place. */
async function gitDirIn(folder: string): Promise<string | null> {
  const dotGit = join(folder, '.git')
  if (await isGitDir(dotGit)) return truePath(dotGit)
  const pointer = /^gitdir:[ \t]*([^\r\n]+)/.exec((await smallFile(dotGit)) ?? '')?.[1]?.trim()
  if (!pointer) return null
  const target = resolve(folder, pointer)
  return (await isGitDir(target)) ? truePath(target) : null
}

/** Inside a git folder itself: a bare repository, or somewhere below a `.git`. */
async function repositoryFromInside(gitDir: string): Promise<GitRepository> {
  const commonDir = await commonDirOf(gitDir)
  const bare = isBare(parseGitConfig((await smallFile(join(commonDir, 'config'))) ?? ''))
  const hasWorkTree = basename(gitDir) === '.git' && bare !== true
  return { workTree: hasWorkTree ? dirname(gitDir) : null, gitDir, commonDir, named: false }
}

/** git's own test: a HEAD, and objects here or in the common folder. An empty `.git` is no repository. */
async function isGitDir(path: string): Promise<boolean> {
  if ((await smallFile(join(path, 'HEAD'))) === null) return false
  return isFolder(join(await commonDirOf(path), 'objects'))
}

async function commonDirOf(gitDir: string): Promise<string> {
  const pointer = (await smallFile(join(gitDir, 'commondir')))?.trim()
  return truePath(pointer ? resolve(gitDir, pointer) : gitDir)
}

/** The name behind `ref:`, unless it would lead out of the git folder. */
function refIn(text: string): string | null {
  const ref = /^ref:\s*(refs\/\S+)$/.exec(text)?.[1] ?? null
  return ref?.split('/').includes('..') ? null : ref
}

async function commitOf(repository: GitRepository, ref: string): Promise<string | null> {
  let name = ref
  for (let step = 0; step < MAX_REF_STEPS; step++) {
    const text =
      (await smallFile(join(repository.gitDir, name))) ??
      (await smallFile(join(repository.commonDir, name)))
    if (text === null) return packedCommit(repository, name)
    const line = text.trim()
    if (COMMIT.test(line)) return line
    const next = refIn(line)
    if (next === null) return null
    name = next
  }
  return null
}

async function packedCommit(repository: GitRepository, ref: string): Promise<string | null> {
  const packed = (await smallFile(join(repository.commonDir, 'packed-refs'))) ?? ''
  for (const line of packed.split('\n')) {
    if (!line.endsWith(` ${ref}`)) continue
    const commit = line.slice(0, line.indexOf(' '))
    if (COMMIT.test(commit)) return commit
  }
  return null
}
