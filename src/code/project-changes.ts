/** K-04. How what is known of a project grows with each sighting, and how a person parts two. */
import type { KnownProject, ProjectEvidence } from './identity.ts'
import { isSameRemote } from './remote.ts'

/** Clones in temporary folders come and go; the latest places are the ones that help. */
export const MAX_PLACES = 64

/**
 * The project with this sighting added; the same object when nothing is new. Only the first
 * remote is learned: the others belong to neighbours, who may be projects of their own.
 */
export function withEvidence<Known extends KnownProject>(
  project: Known,
  evidence: ProjectEvidence,
): Known {
  const rootCommits = addMissing(project.rootCommits, evidence.rootCommits)
  const commonDirs = addMissing(
    project.commonDirs,
    evidence.commonDir === null ? [] : [evidence.commonDir],
  )
  const remotes = addMissing(project.remotes, evidence.remotes.slice(0, 1), isSameRemote)
  const paths = addMissing(project.paths, [evidence.path])
  const isNew =
    rootCommits !== project.rootCommits ||
    commonDirs !== project.commonDirs ||
    remotes !== project.remotes ||
    paths !== project.paths
  return isNew ? { ...project, rootCommits, commonDirs, remotes, paths } : project
}

/**
 * `projects split`: this checkout is to be a project of its own. Its place stops meaning the old
 * project, and so does its remote, unless that is the only one the old project has: two
 * checkouts of one remote can be parted by place alone.
 */
export function splitFrom<Known extends KnownProject>(
  project: Known,
  evidence: ProjectEvidence,
): Known {
  const [origin] = evidence.remotes
  const isOrigin = (remote: string) => origin !== undefined && isSameRemote(remote, origin)
  const remotesLeft = project.remotes.filter((remote) => !isOrigin(remote))
  const remoteGoes =
    origin !== undefined && (remotesLeft.length > 0 || project.remotes.length === 0)
  const gone = [
    ...(evidence.commonDir === null ? [] : [evidence.commonDir]),
    evidence.path,
    ...(remoteGoes ? [origin] : []),
  ]
  return {
    ...project,
    commonDirs: project.commonDirs.filter((dir) => !gone.includes(dir)),
    paths: project.paths.filter((path) => !gone.includes(path)),
    remotes: remoteGoes ? remotesLeft : project.remotes,
    excluded: addMissing(project.excluded, gone),
  }
}

function addMissing(
  known: readonly string[],
  seen: readonly string[],
  isSame: (a: string, b: string) => boolean = (a, b) => a === b,
): readonly string[] {
  const fresh = seen.filter((item) => !known.some((have) => isSame(have, item)))
  return fresh.length === 0 ? known : [...known, ...fresh].slice(-MAX_PLACES)
}
