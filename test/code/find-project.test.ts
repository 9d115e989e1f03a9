import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { gatherEvidence } from '../../src/code/find-project.ts'
import { CodeSettings } from '../../src/code/git-roots.ts'
import { matchProject } from '../../src/code/identity.ts'
import { withEvidence } from '../../src/code/project-changes.ts'
import { sandbox } from './sandbox.ts'

const box = sandbox()
const unknown = {
  id: 'p1',
  rootCommits: [],
  commonDirs: [],
  remotes: [],
  paths: [],
  excluded: [],
  mergedInto: null,
}

describe('evidence', () => {
  it('K-04 a repository says where it began, where it lives and whence it came', async () => {
    const root = box.repository('full')
    const first = box.git(root, 'rev-parse', 'HEAD')
    box.commit(root, 'second')
    box.git(root, 'remote', 'add', 'origin', 'https://ada:t0ken@example.com/acme/full.git')
    expect(await gatherEvidence(root)).toEqual({
      rootCommits: [first],
      commonDir: join(root, '.git'),
      remotes: ['example.com/acme/full'],
      path: root,
    })
  })

  it('K-04 a library merged in does not bring its beginning along', async () => {
    const library = box.repository('library')
    const root = box.repository('app')
    const first = box.git(root, 'rev-parse', 'HEAD')
    box.git(root, 'fetch', '-q', library, 'main')
    box.git(root, 'merge', '-q', '--allow-unrelated-histories', '-m', 'merge', 'FETCH_HEAD')
    expect(box.git(root, 'rev-list', '--max-parents=0', 'HEAD').split('\n')).toHaveLength(2)
    expect((await gatherEvidence(root)).rootCommits).toEqual([first])
  })

  it('K-04 a package of a monorepo belongs to the whole', async () => {
    const root = box.repository('mono')
    box.write('mono/packages/tea/package.json', '{}')
    mkdirSync(box.at('mono/packages/tea/src'), { recursive: true })
    const inside = await gatherEvidence(box.at('mono/packages/tea/src'))
    expect(inside).toEqual(await gatherEvidence(root))
  })

  it('K-04 shallow clones and unborn branches have no beginning', async () => {
    const root = box.repository('origin')
    box.commit(root, 'second')
    box.git(box.root, 'clone', '-q', '--depth', '1', `file://${root}`, box.at('cut'))
    expect(await gatherEvidence(box.at('cut'))).toMatchObject({
      rootCommits: [],
      remotes: [`file://${root}`],
    })
    mkdirSync(box.at('empty'))
    box.git(box.at('empty'), 'init', '-q')
    expect((await gatherEvidence(box.at('empty'))).rootCommits).toEqual([])
  })

  it('K-04 a plain folder is its path, also when it is not there', async () => {
    mkdirSync(box.at('notes'))
    const plain = { rootCommits: [], commonDir: null, remotes: [] }
    expect(await gatherEvidence(box.at('notes'))).toEqual({ ...plain, path: box.at('notes') })
    expect(await gatherEvidence(box.at('gone'))).toEqual({ ...plain, path: box.at('gone') })
  })

  it('K-04 rename, worktree, clone, fork and changed remote all lead home', async () => {
    const root = box.repository('home')
    box.git(root, 'remote', 'add', 'origin', 'git@example.com:acme/home.git')
    const project = withEvidence(unknown, await gatherEvidence(root))
    const isHome = async (folder: string) =>
      expect(matchProject(await gatherEvidence(folder), [project])?.project).toBe(project)

    box.git(root, 'worktree', 'add', '-q', '-b', 'side', box.at('home-side'))
    await isHome(box.at('home-side'))
    box.git(box.root, 'clone', '-q', root, box.at('home-clone'))
    await isHome(box.at('home-clone'))
    box.git(box.at('home-clone'), 'remote', 'set-url', 'origin', 'https://example.com/ada/home')
    await isHome(box.at('home-clone'))
    renameSync(root, box.at('moved'))
    await isHome(box.at('moved'))
    await isHome(box.at('moved/.git'))
  })
})

describe('the cache', () => {
  const path = process.env.PATH
  afterEach(() => {
    process.env.PATH = path
  })
  const withoutGit = () => {
    process.env.PATH = box.at('no-such-folder')
  }

  it('K-04 git is asked once, and again when HEAD has moved', async () => {
    const root = box.repository('cached')
    const cacheFolder = box.at('cache')
    const first = await gatherEvidence(root, { cacheFolder })
    expect(first.rootCommits).toHaveLength(1)
    withoutGit()
    expect(await gatherEvidence(root, { cacheFolder })).toEqual(first)
    process.env.PATH = path
    box.git(root, 'commit', '-q', '--amend', '--allow-empty', '-m', 'another beginning')
    const amended = await gatherEvidence(root, { cacheFolder })
    expect(amended.rootCommits).toEqual([box.git(root, 'rev-parse', 'HEAD')])
    expect(amended.rootCommits).not.toEqual(first.rootCommits)
  })

  it('K-04 where git is slow its answer holds after the next commit', async () => {
    const root = box.repository('slow')
    const cacheFolder = box.at('cache-slow')
    const settings = CodeSettings.parse({ gitQuickMs: 0 })
    const first = await gatherEvidence(root, { cacheFolder, settings })
    box.commit(root, 'second')
    withoutGit()
    expect((await gatherEvidence(root, { cacheFolder, settings })).rootCommits).toEqual(
      first.rootCommits,
    )
  })

  it('K-04 another repository in the same place does not inherit the answer', async () => {
    const cacheFolder = box.at('cache-place')
    const settings = CodeSettings.parse({ gitQuickMs: 0 })
    const first = await gatherEvidence(box.repository('place'), { cacheFolder, settings })
    rmSync(box.at('place'), { recursive: true })
    const second = await gatherEvidence(box.repository('place'), { cacheFolder, settings })
    expect(second.rootCommits).toHaveLength(1)
    expect(second.rootCommits).not.toEqual(first.rootCommits)
  })

  it('K-04 without git the remote and the path are left', async () => {
    const root = box.repository('nogit')
    box.git(root, 'remote', 'add', 'origin', 'git@example.com:acme/nogit.git')
    withoutGit()
    expect(await gatherEvidence(root)).toMatchObject({
      rootCommits: [],
      remotes: ['example.com/acme/nogit'],
      commonDir: join(root, '.git'),
    })
  })

  it('K-04 a damaged cache and one that cannot be written cost nothing but time', async () => {
    const root = box.repository('damaged')
    const cacheFolder = box.at('cache-damaged')
    const first = await gatherEvidence(root, { cacheFolder })
    const [file] = readdirSync(cacheFolder)
    writeFileSync(join(cacheFolder, file ?? ''), '{"roots": 7')
    expect(await gatherEvidence(root, { cacheFolder })).toEqual(first)
    const blocked = box.write('blocked', 'a file where a folder should be')
    expect(await gatherEvidence(root, { cacheFolder: blocked })).toEqual(first)
  })

  it('K-04 our own GIT_ variables do not lead git astray', async () => {
    const root = box.repository('astray')
    const first = box.git(root, 'rev-parse', 'HEAD')
    process.env.GIT_DIR = join(box.repository('elsewhere'), '.git')
    try {
      expect((await gatherEvidence(root)).rootCommits).toEqual([first])
    } finally {
      delete process.env.GIT_DIR
    }
  })

  it.skipIf(process.getuid?.() === 0)('K-04 an unreadable config leaves the rest', async () => {
    const root = box.repository('locked')
    chmodSync(join(root, '.git/config'), 0)
    expect((await gatherEvidence(root)).commonDir).toBe(join(root, '.git'))
  })
})
