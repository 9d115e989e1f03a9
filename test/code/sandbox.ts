/** Real repositories in a temporary folder, made by the real git. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'

export interface Sandbox {
  readonly root: string
  at(...pieces: string[]): string
  write(path: string, text: string): string
  git(folder: string, ...args: string[]): string
  /** A repository with one commit on `main`. */
  repository(name: string): string
  commit(folder: string, message: string): string
}

export function sandbox(): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'mneme-code-')))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const at = (...pieces: string[]) => join(root, ...pieces)
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env: environment(root), encoding: 'utf8' }).trim()
  const commit = (folder: string, message: string) => {
    git(folder, 'commit', '-q', '--allow-empty', '-m', message)
    return git(folder, 'rev-parse', 'HEAD')
  }
  return {
    root,
    at,
    git,
    commit,
    write(path, text) {
      mkdirSync(dirname(at(path)), { recursive: true })
      writeFileSync(at(path), text)
      return at(path)
    },
    repository(name) {
      mkdirSync(at(name), { recursive: true })
      git(at(name), 'init', '-q', '-b', 'main')
      commit(at(name), `first of ${name}`)
      return at(name)
    },
  }
}

/** Nobody's settings but ours, and a clock that moves so that equal commits stay different. */
let tick = 0
function environment(root: string): NodeJS.ProcessEnv {
  const date = `${1_700_000_000 + tick++} +0000`
  return {
    PATH: process.env.PATH,
    HOME: root,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_ALLOW_PROTOCOL: 'file',
  }
}
