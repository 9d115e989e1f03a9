/** K-04. Everything a folder says about the project it belongs to. Never throws. */
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { GitEnvironment, GitRepository } from './git.ts'
import { findRepository, truePath } from './git.ts'
import { parseGitConfig, remoteAddresses } from './git-config.ts'
import { CodeSettings, rootCommits } from './git-roots.ts'
import type { ProjectEvidence } from './identity.ts'
import { normaliseRemote } from './remote.ts'
import { smallFile } from './small-file.ts'

interface EvidenceOptions {
  readonly settings?: CodeSettings
  /** Where the answer of git is kept between calls; without it git is asked each time. */
  readonly cacheFolder?: string
  /** The caller's environment, if GIT_DIR there is meant for this folder. */
  readonly env?: GitEnvironment
}

export async function gatherEvidence(
  folder: string,
  options: EvidenceOptions = {},
): Promise<ProjectEvidence> {
  const settings = options.settings ?? CodeSettings.parse({})
  const start = await truePath(folder)
  const repository = await findRepository(start, options.env)
  if (repository === null) {
    return { rootCommits: [], commonDir: null, remotes: [], path: start, subfolder: null }
  }
  const { workTree, commonDir } = repository
  const [roots, remotes, subfolder] = await Promise.all([
    rootCommits(settings, repository, options.cacheFolder ?? null),
    remotesOf(repository),
    workTree === null ? null : packageFolder(start, workTree),
  ])
  return { rootCommits: roots, commonDir, remotes, path: workTree ?? commonDir, subfolder }
}

async function remotesOf(repository: GitRepository): Promise<string[]> {
  const config = await smallFile(join(repository.commonDir, 'config'))
  const addresses = remoteAddresses(parseGitConfig(config ?? ''))
  const names = addresses.map(normaliseRemote).filter((name) => name !== null)
  return [...new Set(names)]
}

/** A folder with one of these is a package of its own inside a monorepo. */
const MANIFESTS: ReadonlySet<string> = new Set([
  'package.json',
  'deno.json',
  'Cargo.toml',
  'go.mod',
  'pyproject.toml',
  'setup.py',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'composer.json',
  'Gemfile',
  'mix.exs',
  'pubspec.yaml',
  'Package.swift',
  'CMakeLists.txt',
])

/** The nearest package between the folder and the root of the work tree, with forward slashes. */
async function packageFolder(folder: string, workTree: string): Promise<string | null> {
  for (let at = folder; isBelow(at, workTree); at = dirname(at)) {
    if (await hasManifest(at)) return relative(workTree, at).split(sep).join('/')
  }
  return null
}

function isBelow(folder: string, root: string): boolean {
  return folder.startsWith(root.endsWith(sep) ? root : root + sep)
}

async function hasManifest(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some(
      (name) => MANIFESTS.has(name) || /\.(?:cs|fs)proj$/.test(name),
    )
  } catch {
    return false // A folder we may not list is noted as no package.
  }
}
