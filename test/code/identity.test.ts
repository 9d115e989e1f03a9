import { describe, expect, it } from 'vitest'
import type { KnownProject, ProjectEvidence } from '../../src/code/identity.ts'
import { matchProject } from '../../src/code/identity.ts'
import { MAX_PLACES, splitFrom, withEvidence } from '../../src/code/project-changes.ts'
import { fc } from '../support/property.ts'

const nothing = { rootCommits: [], commonDir: null, remotes: [], path: '/else' }
const seen = (change: Partial<ProjectEvidence>): ProjectEvidence => ({ ...nothing, ...change })

const known = (change: Partial<KnownProject>): KnownProject => ({
  id: 'p1',
  rootCommits: [],
  commonDirs: [],
  remotes: [],
  paths: [],
  excluded: [],
  mergedInto: null,
  ...change,
})

const widgets = known({
  rootCommits: ['r1'],
  commonDirs: ['/code/widgets/.git'],
  remotes: ['example.com/acme/widgets'],
  paths: ['/code/widgets'],
})
/** Made from the same template, so history begins with the same commit. */
const gadgets = known({
  id: 'p2',
  rootCommits: ['r1'],
  commonDirs: ['/code/gadgets/.git'],
  remotes: ['example.com/acme/gadgets'],
  paths: ['/code/gadgets'],
})

describe('one known project', () => {
  it.each([
    {
      why: 'the same place is the same project',
      evidence: { rootCommits: ['r1'], commonDir: '/code/widgets/.git', path: '/code/widgets' },
      by: 'root-commit',
    },
    {
      why: 'a renamed folder',
      evidence: { rootCommits: ['r1'], commonDir: '/code/w2/.git', path: '/code/w2' },
      by: 'root-commit',
    },
    {
      why: 'a worktree',
      evidence: { rootCommits: ['r1'], commonDir: '/code/widgets/.git', path: '/code/w-side' },
      by: 'root-commit',
    },
    {
      why: 'a clone elsewhere',
      evidence: {
        rootCommits: ['r1'],
        commonDir: '/tmp/x/.git',
        remotes: ['example.com/acme/widgets'],
      },
      by: 'root-commit',
    },
    {
      why: 'a fork, whose remote is another',
      evidence: {
        rootCommits: ['r1'],
        commonDir: '/tmp/f/.git',
        remotes: ['example.com/ada/widgets'],
      },
      by: 'root-commit',
    },
    {
      why: 'a changed remote',
      evidence: {
        rootCommits: ['r1'],
        commonDir: '/code/widgets/.git',
        remotes: ['new.example/w'],
      },
      by: 'root-commit',
    },
    {
      why: 'a package of the monorepo',
      evidence: { rootCommits: ['r1'], commonDir: '/code/widgets/.git' },
      by: 'root-commit',
    },
    {
      why: 'an orphan branch, or an amended first commit with its remote still there',
      evidence: {
        rootCommits: ['r9'],
        commonDir: '/code/widgets/.git',
        remotes: ['example.com/acme/widgets'],
      },
      by: 'common-dir',
    },
    {
      why: 'a shallow clone, by its remote, whatever the case',
      evidence: { commonDir: '/tmp/s/.git', remotes: ['example.com/Acme/Widgets'] },
      by: 'remote',
    },
    {
      why: 'history rewritten from the first commit on and cloned again',
      evidence: {
        rootCommits: ['r9'],
        commonDir: '/tmp/s/.git',
        remotes: ['example.com/acme/widgets'],
      },
      by: 'remote',
    },
    { why: 'the folder without its .git', evidence: { path: '/code/widgets' }, by: 'path' },
  ])('K-04 $why', ({ evidence, by }) => {
    expect(matchProject(seen(evidence), [widgets])).toEqual({ project: widgets, by })
  })

  it.each([
    {
      why: 'another repository in the place of the old one',
      evidence: {
        rootCommits: ['r9'],
        commonDir: '/code/widgets/.git',
        remotes: ['example.com/acme/other'],
        path: '/code/widgets',
      },
    },
    {
      why: 'a new repository without a remote in the place of one that had one',
      evidence: { rootCommits: ['r9'], commonDir: '/code/widgets/.git', path: '/code/widgets' },
    },
    {
      why: 'a repository that only counts ours among its neighbours',
      evidence: {
        rootCommits: ['r9'],
        commonDir: '/code/app/.git',
        remotes: ['example.com/acme/app', 'example.com/acme/widgets'],
      },
    },
    { why: 'a plain folder elsewhere', evidence: { path: '/code' } },
  ])('K-04 is not fooled by $why', ({ evidence }) => {
    expect(matchProject(seen(evidence), [widgets])).toBeNull()
  })

  it('K-04 a plain folder stays itself when it becomes a repository', () => {
    const plain = known({ paths: ['/notes'] })
    const now = seen({ rootCommits: ['r5'], commonDir: '/notes/.git', path: '/notes' })
    expect(matchProject(now, [plain])).toEqual({ project: plain, by: 'path' })
  })

  it('K-04 a local repository whose first commit was amended stays itself', () => {
    const local = known({ rootCommits: ['r1'], commonDirs: ['/n/.git'], paths: ['/n'] })
    const now = seen({ rootCommits: ['r2'], commonDir: '/n/.git', path: '/n' })
    expect(matchProject(now, [local])).toEqual({ project: local, by: 'common-dir' })
  })
})

describe('projects that share a beginning', () => {
  it.each([
    {
      why: 'the common dir',
      evidence: { commonDir: '/code/gadgets/.git' },
      id: 'p2',
      by: 'common-dir',
    },
    {
      why: 'the remote',
      evidence: { remotes: ['example.com/acme/gadgets'] },
      id: 'p2',
      by: 'remote',
    },
    { why: 'the path', evidence: { path: '/code/gadgets' }, id: 'p2', by: 'path' },
    { why: 'age, if nothing else speaks', evidence: {}, id: 'p1', by: 'root-commit' },
  ])('K-04 are told apart by $why', ({ evidence, id, by }) => {
    const match = matchProject(seen({ rootCommits: ['r1'], ...evidence }), [gadgets, widgets])
    expect(match).toMatchObject({ project: { id }, by })
  })

  it('K-04 the root leads home when the folder belonged to somebody else', () => {
    const other = known({ id: 'p0', rootCommits: ['r0'], commonDirs: ['/w/.git'], paths: ['/w'] })
    const cloned = seen({ rootCommits: ['r1'], commonDir: '/w/.git', path: '/w' })
    expect(matchProject(cloned, [other, widgets])).toMatchObject({ project: { id: 'p1' } })
  })

  it('K-04 a project known before its first commit keeps its place', () => {
    const early = known({ id: 'p7', commonDirs: ['/w/.git'], paths: ['/w'] })
    const pulled = seen({ rootCommits: ['r1'], commonDir: '/w/.git', path: '/w' })
    expect(matchProject(pulled, [early, widgets])).toMatchObject({
      project: { id: 'p7' },
      by: 'common-dir',
    })
  })
})

describe('a person decides', () => {
  const fork = seen({
    rootCommits: ['r1'],
    commonDir: '/code/fork/.git',
    remotes: ['example.com/ada/widgets', 'example.com/acme/widgets'],
    path: '/code/fork',
  })

  it('K-04 a fork that was split off is itself from then on, also in a new clone', () => {
    const before = withEvidence(widgets, fork)
    const parted = splitFrom(before, fork)
    const own = withEvidence(known({ id: 'p3' }), fork)
    expect(matchProject(fork, [parted])).toBeNull()
    expect(matchProject(fork, [parted, own])).toMatchObject({ project: { id: 'p3' } })
    const again = { ...fork, commonDir: '/tmp/again/.git', path: '/tmp/again' }
    expect(matchProject(again, [parted, own])).toMatchObject({ project: { id: 'p3' } })
    const upstream = seen({ rootCommits: ['r1'], remotes: ['example.com/acme/widgets'] })
    expect(matchProject(upstream, [parted, own])).toMatchObject({ project: { id: 'p1' } })
  })

  it('K-04 two checkouts of one remote can be parted by place', () => {
    const second = seen({
      rootCommits: ['r1'],
      commonDir: '/code/second/.git',
      remotes: ['example.com/acme/widgets'],
      path: '/code/second',
    })
    const parted = splitFrom(withEvidence(widgets, second), second)
    expect(parted.remotes).toEqual(['example.com/acme/widgets'])
    const own = withEvidence(known({ id: 'p3' }), second)
    expect(matchProject(second, [parted, own])).toMatchObject({ project: { id: 'p3' } })
    const first = seen({ rootCommits: ['r1'], commonDir: '/code/widgets/.git' })
    expect(matchProject(first, [parted, own])).toMatchObject({ project: { id: 'p1' } })
  })

  it('K-04 a merged project answers as the one it went into, and circles end', () => {
    const merged = known({ id: 'p5', paths: ['/old'], mergedInto: 'p1' })
    expect(matchProject(seen({ path: '/old' }), [merged, widgets])?.project.id).toBe('p1')
    const lost = known({ id: 'p6', paths: ['/lost'], mergedInto: 'gone' })
    expect(matchProject(seen({ path: '/lost' }), [lost])?.project.id).toBe('p6')
    const circle = [
      known({ id: 'a', paths: ['/a'], mergedInto: 'b' }),
      known({ id: 'b', mergedInto: 'a' }),
    ]
    expect(matchProject(seen({ path: '/a' }), circle)).not.toBeNull()
  })
})

describe('learning', () => {
  it('K-04 learns the first remote, and nothing when nothing is new', () => {
    const fork = seen({ remotes: ['example.com/ada/widgets', 'example.com/else'], path: '/x' })
    const learned = withEvidence(widgets, fork)
    expect(learned.remotes).toEqual(['example.com/acme/widgets', 'example.com/ada/widgets'])
    expect(withEvidence(learned, fork)).toBe(learned)
  })

  it('K-04 remembers the latest places only', () => {
    let project = widgets
    for (let i = 0; i < MAX_PLACES + 5; i++)
      project = withEvidence(project, seen({ path: `/t${i}` }))
    expect(project.paths).toHaveLength(MAX_PLACES)
    expect(project.paths.at(-1)).toBe(`/t${MAX_PLACES + 4}`)
  })

  const few = (...items: string[]) => fc.uniqueArray(fc.constantFrom(...items), { maxLength: 2 })
  const anyEvidence = fc.record({
    rootCommits: few('r1', 'r2'),
    commonDir: fc.constantFrom('/a/.git', '/b/.git', null),
    remotes: few('x/a', 'x/b'),
    path: fc.constantFrom('/a', '/b'),
  })
  const anyProject = fc.record({
    id: fc.constantFrom('p1', 'p2', 'p3'),
    rootCommits: few('r1', 'r2'),
    commonDirs: few('/a/.git', '/b/.git'),
    remotes: few('x/a', 'x/b'),
    paths: few('/a', '/b'),
    excluded: fc.constant([]),
    mergedInto: fc.constant(null),
  })

  it('K-04 what was seen of a project alone is recognised again', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const project = withEvidence(known({}), evidence)
        expect(matchProject(evidence, [project])?.project).toBe(project)
      }),
    )
  })

  it('K-04 the answer does not depend on the order of what is known', () => {
    fc.assert(
      fc.property(
        anyEvidence,
        fc.uniqueArray(anyProject, { selector: (p) => p.id, maxLength: 3 }),
        (evidence, projects) => {
          const forth = matchProject(evidence, projects)
          expect(matchProject(evidence, projects.toReversed())).toEqual(forth)
        },
      ),
    )
  })

  it('K-04 what was split off never matches again', () => {
    fc.assert(
      fc.property(anyEvidence, anyProject, (evidence, project) => {
        expect(matchProject(evidence, [splitFrom(project, evidence)])).toBeNull()
      }),
    )
  })
})
