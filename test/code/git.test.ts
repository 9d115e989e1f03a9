import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findRepository, isShallow, readHead } from '../../src/code/git.ts'
import { fc } from '../support/property.ts'
import { sandbox } from './sandbox.ts'

const box = sandbox()

async function found(folder: string, env = {}) {
  const repository = await findRepository(folder, env)
  if (!repository) throw new Error(`no repository at ${folder}`)
  return repository
}

describe('finding the repository', () => {
  it('K-04 finds the root from a folder deep inside', async () => {
    const root = box.repository('deep')
    mkdirSync(join(root, 'a/b/c'), { recursive: true })
    const git = join(root, '.git')
    expect(await found(join(root, 'a/b/c'))).toEqual({
      workTree: root,
      gitDir: git,
      commonDir: git,
      named: false,
    })
  })

  it('K-04 a worktree shares the common dir of its repository', async () => {
    const root = box.repository('trunk')
    box.git(root, 'worktree', 'add', '-q', '-b', 'side', box.at('trunk-side'))
    const side = await found(box.at('trunk-side'))
    expect(side.workTree).toBe(box.at('trunk-side'))
    expect(side.commonDir).toBe(join(root, '.git'))
    expect(side.gitDir).toBe(join(root, '.git/worktrees/trunk-side'))
    expect(await readHead(side)).toMatchObject({ at: 'branch', branch: 'side' })
    expect(await readHead(await found(root))).toMatchObject({ at: 'branch', branch: 'main' })
  })

  it('K-04 a submodule is a repository of its own', async () => {
    const inner = box.repository('inner')
    const outer = box.repository('outer')
    box.git(outer, 'submodule', '--quiet', 'add', inner, 'lib')
    const lib = await found(join(outer, 'lib'))
    expect(lib.workTree).toBe(join(outer, 'lib'))
    expect(lib.commonDir).toBe(join(outer, '.git/modules/lib'))
  })

  it('K-04 a bare repository has no work tree, and its worktrees find it', async () => {
    box.repository('plain')
    box.git(box.root, 'clone', '-q', '--bare', box.at('plain'), box.at('house/.bare'))
    writeFileSync(box.at('house/.git'), 'gitdir: ./.bare\n')
    box.git(box.at('house'), 'worktree', 'add', '-q', box.at('house/main'), 'main')
    expect((await found(box.at('house/.bare'))).workTree).toBeNull()
    expect((await found(box.at('house/main'))).commonDir).toBe(box.at('house/.bare'))
  })

  it('K-04 inside .git the work tree is the folder around it', async () => {
    const root = box.repository('inside')
    expect((await found(join(root, '.git/objects'))).workTree).toBe(root)
  })

  it('K-04 GIT_DIR counts only when it is passed', async () => {
    const one = box.repository('one')
    const two = box.repository('two')
    expect((await found(one)).workTree).toBe(one)
    const named = await found(one, { GIT_DIR: join(two, '.git'), GIT_WORK_TREE: one })
    expect(named).toMatchObject({ workTree: one, commonDir: join(two, '.git'), named: true })
    expect((await found(two, { GIT_DIR: '.git' })).workTree).toBe(two)
    expect(await findRepository(one, { GIT_DIR: '/nowhere' })).toBeNull()
  })

  it.each([
    {
      why: 'an empty .git folder',
      make: () => mkdirSync(box.at('hollow/.git'), { recursive: true }),
    },
    { why: 'a .git file that leads nowhere', make: () => box.write('hollow/.git', 'gitdir: ../x') },
    { why: 'a .git file of noise', make: () => box.write('hollow/.git', '\0\x01gitdir') },
  ])('K-04 $why is no repository', async ({ make }) => {
    execFileSync('rm', ['-rf', box.at('hollow')])
    make()
    expect(await findRepository(box.at('hollow'))).toBeNull()
  })

  it('K-04 a folder that is gone has no repository', async () => {
    expect(await findRepository(box.at('never/was'))).toBeNull()
  })

  it.skipIf(process.platform === 'win32')(
    'K-04 a pipe named HEAD does not hold us up',
    async () => {
      mkdirSync(box.at('piped/.git/objects'), { recursive: true })
      execFileSync('mkfifo', [box.at('piped/.git/HEAD')])
      expect(await findRepository(box.at('piped'))).toBeNull()
    },
  )
})

describe('reading HEAD', () => {
  it('K-06 names branch and commit, loose or packed', async () => {
    const root = box.repository('heads')
    box.git(root, 'checkout', '-q', '-b', 'feature/tea')
    const commit = box.commit(root, 'second')
    const expected = { at: 'branch', branch: 'feature/tea', commit }
    expect(await readHead(await found(root))).toEqual(expected)
    box.git(root, 'pack-refs', '--all')
    expect(await readHead(await found(root))).toEqual(expected)
  })

  it('K-06 a detached HEAD has a commit and no branch', async () => {
    const root = box.repository('loose')
    const commit = box.git(root, 'rev-parse', 'HEAD')
    box.git(root, 'checkout', '-q', '--detach')
    expect(await readHead(await found(root))).toEqual({ at: 'detached', commit })
  })

  it('K-06 an unborn branch has a name and no commit', async () => {
    mkdirSync(box.at('unborn'))
    box.git(box.at('unborn'), 'init', '-q', '-b', 'start')
    expect(await readHead(await found(box.at('unborn')))).toEqual({ at: 'unborn', branch: 'start' })
  })

  it('K-04 a reference that leads out of the git folder is not followed', async () => {
    const root = box.repository('escape')
    box.write('secret', `${'a'.repeat(40)}\n`)
    writeFileSync(join(root, '.git/HEAD'), 'ref: refs/../../../secret\n')
    expect(await readHead(await found(root))).toEqual({ at: 'unknown' })
  })

  it('K-04 references in a circle end', async () => {
    const root = box.repository('circle')
    writeFileSync(join(root, '.git/refs/heads/main'), 'ref: refs/heads/main\n')
    expect(await readHead(await found(root))).toEqual({ at: 'unborn', branch: 'main' })
  })

  it('K-04 tells a shallow clone from a whole one', async () => {
    const root = box.repository('whole')
    box.commit(root, 'second')
    box.git(box.root, 'clone', '-q', '--depth', '1', `file://${root}`, box.at('shallow'))
    expect(await isShallow(await found(root))).toBe(false)
    expect(await isShallow(await found(box.at('shallow')))).toBe(true)
  })

  it('K-04 whatever HEAD holds, reading it never throws', async () => {
    const root = box.repository('noise')
    const repository = await found(root)
    const anything = fc.oneof(
      fc.string(),
      fc.string().map((name) => `ref: refs/${name}`),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (text) => {
        writeFileSync(join(root, '.git/HEAD'), text)
        expect(['branch', 'unborn', 'detached', 'unknown']).toContain(
          (await readHead(repository)).at,
        )
      }),
      { numRuns: 100 },
    )
  })
})
