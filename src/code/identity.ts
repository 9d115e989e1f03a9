/**
 * K-04. Which project a folder belongs to. The rules, strongest first:
 *
 * | what is seen                           | answer                | because                          |
 * |----------------------------------------|-----------------------|----------------------------------|
 * | root commit of one known project       | it (`root-commit`)    | survives move, clone, fork and   |
 * |                                        |                       | another remote                   |
 * | root commit of several known projects  | the one with this     | forks and copies of a template   |
 * |                                        | common dir, remote or | share a beginning, not a place   |
 * |                                        | path, else the oldest |                                  |
 * | common dir of a known project          | it (`common-dir`)     | worktrees share it; an amended   |
 * |                                        |                       | first commit keeps it            |
 * | … whose root and remote are different  | not that one          | another repository in the place  |
 * | common dir of a project without roots, | the common dir's      | it was known before its first    |
 * | and the root of another                |                       | commit, or while it was shallow  |
 * | first remote of a known project        | it (`remote`)         | shallow clones have no root;     |
 * |                                        |                       | rewritten history keeps its home |
 * | path of a known project                | it (`path`)           | a plain folder has nothing else  |
 * | … whose root or remote is different    | not that one          | the folder was used anew         |
 * | anything a person split off            | never that project    | people know better               |
 * | a project merged into another          | the other             | likewise                         |
 */
import { isSameRemote } from './remote.ts'

export interface ProjectEvidence {
  /** Where history began; empty if unknown or shallow. */
  readonly rootCommits: readonly string[]
  readonly commonDir: string | null
  /** Normalised, `origin` first: only the first identifies the repository. */
  readonly remotes: readonly string[]
  /** Root of the work tree, or the folder itself outside git. */
  readonly path: string
}

/** What was seen of a project so far. The store's project record is one. */
export interface KnownProject {
  readonly id: string
  readonly rootCommits: readonly string[]
  readonly commonDirs: readonly string[]
  readonly remotes: readonly string[]
  readonly paths: readonly string[]
  /** Common dirs, remotes and paths that a person said mean another project. */
  readonly excluded: readonly string[]
  readonly mergedInto: string | null
}

type MatchedBy = 'root-commit' | 'common-dir' | 'remote' | 'path'

interface ProjectMatch<Known extends KnownProject> {
  readonly project: Known
  readonly by: MatchedBy
}

export function matchProject<Known extends KnownProject>(
  evidence: ProjectEvidence,
  known: readonly Known[],
): ProjectMatch<Known> | null {
  const oldestFirst = [...known].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const possible = oldestFirst.filter((project) => !isExcluded(evidence, project))
  const match =
    byRootOrPlace(evidence, possible) ?? byRemote(evidence, possible) ?? byPath(evidence, possible)
  return match && { ...match, project: mergeTarget(match.project, known) }
}

function byRootOrPlace<Known extends KnownProject>(
  evidence: ProjectEvidence,
  possible: readonly Known[],
): ProjectMatch<Known> | null {
  const rooted = possible.filter((project) => roots(evidence, project) === 'shared')
  const placed = possible.filter(
    (p) => hasCommonDir(evidence, p) && !isAnotherRepository(evidence, p),
  )
  const here = rooted.find((project) => placed.includes(project))
  if (here) return { project: here, by: rooted.length > 1 ? 'common-dir' : 'root-commit' }
  const unrooted = placed.find((project) => project.rootCommits.length === 0)
  if (unrooted) return { project: unrooted, by: 'common-dir' }
  const [only, ...others] = rooted
  if (only && others.length === 0) return { project: only, by: 'root-commit' }
  if (only) {
    return (
      byRemote(evidence, rooted) ?? byPath(evidence, rooted) ?? { project: only, by: 'root-commit' }
    )
  }
  return placed[0] ? { project: placed[0], by: 'common-dir' } : null
}

function byRemote<Known extends KnownProject>(
  evidence: ProjectEvidence,
  possible: readonly Known[],
): ProjectMatch<Known> | null {
  const project = possible.find((candidate) => remotes(evidence, candidate) === 'shared')
  return project ? { project, by: 'remote' } : null
}

function byPath<Known extends KnownProject>(
  evidence: ProjectEvidence,
  possible: readonly Known[],
): ProjectMatch<Known> | null {
  const project = possible.find(
    (candidate) =>
      candidate.paths.includes(evidence.path) &&
      roots(evidence, candidate) !== 'different' &&
      remotes(evidence, candidate) !== 'different',
  )
  return project ? { project, by: 'path' } : null
}

/** `silent` when one side has nothing to say. */
type Agreement = 'shared' | 'different' | 'silent'

function roots(evidence: ProjectEvidence, known: KnownProject): Agreement {
  if (evidence.rootCommits.length === 0 || known.rootCommits.length === 0) return 'silent'
  return evidence.rootCommits.some((root) => known.rootCommits.includes(root))
    ? 'shared'
    : 'different'
}

function remotes(evidence: ProjectEvidence, known: KnownProject): Agreement {
  const [origin] = evidence.remotes
  if (origin === undefined || known.remotes.length === 0) return 'silent'
  return known.remotes.some((remote) => isSameRemote(remote, origin)) ? 'shared' : 'different'
}

function hasCommonDir(evidence: ProjectEvidence, known: KnownProject): boolean {
  return evidence.commonDir !== null && known.commonDirs.includes(evidence.commonDir)
}

/** Same place, other history, and no remote that says it is still the same. */
function isAnotherRepository(evidence: ProjectEvidence, known: KnownProject): boolean {
  return (
    roots(evidence, known) === 'different' &&
    known.remotes.length > 0 &&
    remotes(evidence, known) !== 'shared'
  )
}

function isExcluded(evidence: ProjectEvidence, known: KnownProject): boolean {
  const [origin] = evidence.remotes
  return known.excluded.some(
    (excluded) =>
      excluded === evidence.commonDir ||
      excluded === evidence.path ||
      (origin !== undefined && isSameRemote(excluded, origin)),
  )
}

function mergeTarget<Known extends KnownProject>(project: Known, known: readonly Known[]): Known {
  const seen = new Set<string>()
  let at = project
  while (at.mergedInto !== null && !seen.has(at.id)) {
    seen.add(at.id)
    const next = known.find((candidate) => candidate.id === at.mergedInto)
    if (!next) return at
    at = next
  }
  return at
}
