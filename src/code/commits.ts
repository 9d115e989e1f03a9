/** M-40. The commits of a repository as git tells them: message, author, date, files, branch. */
import * as z from 'zod'
import { count, flag } from '../setting.ts'
import type { GitEnvironment, GitRepository } from './git.ts'
import { runGit } from './git-command.ts'

export const CommitSettings = z.object({
  enabled: flag(true, 'Read a project’s commits, so that they can be found and quoted'),
  maxCommits: count(20_000, 'Maximum number of commits, newest first'),
})
export type CommitSettings = z.infer<typeof CommitSettings>

interface Commit {
  readonly hash: string
  readonly at: string
  readonly author: string
  readonly branch: string | null
  readonly message: string
  readonly files: readonly string[]
}

/** Where the branches are, by name; `HEAD` among them where it is detached. */
type Heads = Readonly<Record<string, string>>

interface GitReading {
  readonly env: GitEnvironment
  readonly signal?: AbortSignal | undefined
}

const HEADS_MS = 10_000
const LOG_MS = 10 * 60_000
const MAX_HEADS = 500
const MAX_MESSAGE_CHARACTERS = 4000
const MAX_FILES = 200
const HASH = /^[0-9a-f]{40,64}$/

/** Null where git cannot say: not installed, no permission, a folder that is no repository. */
export async function readHeads(
  repository: GitRepository,
  reading: GitReading,
): Promise<Heads | null> {
  const text = await gitText(
    repository,
    [
      'for-each-ref',
      `--count=${MAX_HEADS}`,
      '--format=%(objectname) %(refname:short)',
      'refs/heads',
    ],
    reading,
  )
  if (text === null) return null
  const heads: Record<string, string> = {}
  for (const line of text.split('\n')) {
    const [hash = '', ...name] = line.split(' ')
    if (HASH.test(hash)) heads[name.join(' ')] = hash
  }
  const head = (await gitText(repository, ['rev-parse', '--verify', '-q', 'HEAD'], reading))?.trim()
  if (head !== undefined && HASH.test(head) && !Object.values(heads).includes(head)) {
    heads.HEAD = head
  }
  return heads
}

/** Whether everything that was reachable still is: false after a rebase, an amend or a dropped branch. */
export async function isGrownFrom(
  repository: GitRepository,
  before: Heads,
  now: Heads,
  reading: GitReading,
): Promise<boolean> {
  const known = new Set(Object.values(now))
  const moved = [...new Set(Object.values(before))].filter((hash) => !known.has(hash))
  if (moved.length === 0) return true
  const args = ['rev-list', '--max-count=1', ...moved, '--not', ...known, '--']
  const text = await gitText(repository, args, reading)
  return text !== null && text.trim() === ''
}

/** Newest first. `seen` are heads whose history is known already. */
export async function readCommits(
  repository: GitRepository,
  { heads, seen, limit }: { readonly heads: Heads; readonly seen: Heads; readonly limit: number },
  reading: GitReading,
  onCommits: (commits: readonly Commit[]) => Promise<void>,
): Promise<boolean> {
  // A clone without trees knows no files: then the messages alone.
  for (const files of [true, false]) {
    const log = openLog(onCommits)
    const ok = await runGit(repository, logArguments(heads, seen, limit, files), {
      ...reading,
      timeoutMs: LOG_MS,
      onData: (text) => log.add(text),
    })
    await log.end(ok)
    if (ok) return true
  }
  return false
}

export async function readHashes(
  repository: GitRepository,
  heads: Heads,
  limit: number,
  reading: GitReading,
): Promise<ReadonlySet<string> | null> {
  const args = ['rev-list', `--max-count=${limit}`, ...new Set(Object.values(heads)), '--']
  const text = await gitText(repository, args, reading)
  return text === null ? null : new Set(text.split('\n').filter((line) => HASH.test(line)))
}

const RECORD = '\u001e'
const FIELD = '\u001f'
const FORMAT = '%x1e%H%x1f%aI%x1f%an%x1f%S%x1f%B%x1f'

function logArguments(heads: Heads, seen: Heads, limit: number, files: boolean): string[] {
  const known = [...new Set(Object.values(seen))]
  return [
    ...[
      'log',
      `--max-count=${limit}`,
      `--format=tformat:${FORMAT}`,
      '--no-color',
      '--encoding=UTF-8',
    ],
    ...['--no-show-signature', '--no-mailmap', '--no-ext-diff', '--no-textconv', '--no-renames'],
    ...['--no-notes', '--no-decorate', '--source', ...(files ? ['--name-only', '-z'] : [])],
    // Branches by name, so that git says over which one a commit was reached.
    ...Object.keys(heads).map((name) => (name === 'HEAD' ? 'HEAD' : `refs/heads/${name}`)),
    ...(known.length > 0 ? ['--not', ...known] : []),
    '--',
  ]
}

const BATCH = 500

/** Splits git's streamed output into complete commits and passes them on in batches. */
function openLog(onCommits: (commits: readonly Commit[]) => Promise<void>) {
  let open = ''
  let batch: Commit[] = []
  let handing: Promise<void> = Promise.resolve()
  const hand = () => {
    const full = batch
    batch = []
    handing = handing.then(() => onCommits(full))
  }
  const take = (record: string) => {
    const commit = parseCommit(record)
    if (commit) batch.push(commit)
    if (batch.length >= BATCH) hand()
  }
  return {
    add(text: string) {
      const records = (open + text).split(RECORD)
      open = records.pop() ?? ''
      for (const record of records) take(record)
    },
    async end(isWhole: boolean) {
      if (isWhole) take(open)
      if (batch.length > 0) hand()
      await handing
    },
  }
}

function parseCommit(record: string): Commit | null {
  const [hash = '', date = '', author = '', source = '', message = '', names = ''] =
    record.split(FIELD)
  const at = Date.parse(date)
  if (!HASH.test(hash) || Number.isNaN(at)) return null
  const files = names.split(/[\0\n]/).filter((name) => name !== '')
  const branch = source.replace(/^refs\/heads\//, '').trim()
  return {
    hash,
    at: new Date(at).toISOString(),
    author: author.trim(),
    branch: branch === '' || branch === 'HEAD' ? null : branch,
    message: message.trim().slice(0, MAX_MESSAGE_CHARACTERS),
    files: files.slice(0, MAX_FILES),
  }
}

async function gitText(
  repository: GitRepository,
  args: readonly string[],
  reading: GitReading,
): Promise<string | null> {
  let text = ''
  const ok = await runGit(repository, args, {
    ...reading,
    timeoutMs: HEADS_MS,
    onData: (piece) => {
      text += piece
    },
  })
  return ok ? text : null
}
