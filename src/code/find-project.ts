/** K-04. Everything a folder says about the project it belongs to. Never throws. */
import { join } from 'node:path'
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
    return { rootCommits: [], commonDir: null, remotes: [], path: start }
  }
  const { workTree, commonDir } = repository
  const [roots, remotes] = await Promise.all([
    rootCommits(settings, repository, options.cacheFolder ?? null),
    remotesOf(repository),
  ])
  return { rootCommits: roots, commonDir, remotes, path: workTree ?? commonDir }
}

async function remotesOf(repository: GitRepository): Promise<string[]> {
  const config = await smallFile(join(repository.commonDir, 'config'))
  const addresses = remoteAddresses(parseGitConfig(config ?? ''))
  const names = addresses.map(normaliseRemote).filter((name) => name !== null)
  return [...new Set(names)]
}
