/** Histories and the prompts that come after them, laid out in a scratch home as an agent leaves them. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

export interface Gold {
  readonly kind: 'session' | 'commit' | 'memory'
  readonly id: string
  readonly fragments: readonly string[]
}

export interface Moment {
  readonly id: string
  readonly kind: 'answerable' | 'unrelated' | 'continuation'
  readonly project: string
  readonly at: string
  readonly prompt: string
  readonly files: readonly string[]
  readonly gold: readonly Gold[]
  readonly stale: readonly string[]
}

export interface Commit {
  readonly date: string
  readonly author: string
  readonly message: string
  readonly files: readonly string[]
  readonly label?: string
}

export interface Transcript {
  readonly session: string
  readonly slug: string
  readonly file: string
  /** What was said, without tools. */
  readonly said: readonly { readonly role: string; readonly text: string; readonly at: string }[]
}

export interface MomentSet {
  readonly name: string
  readonly folder: string
  readonly projects: Readonly<Record<string, string>>
  readonly moments: readonly Moment[]
  readonly transcripts: readonly Transcript[]
  readonly commits: readonly Commit[]
}

export function readMomentSet(data: string, name: string): MomentSet {
  const folder = join(data, name)
  const { projects } = JSON.parse(readFileSync(join(folder, 'set.json'), 'utf8'))
  const moments = JSON.parse(readFileSync(join(folder, 'moments.json'), 'utf8'))
  const root = join(folder, 'transcripts')
  const transcripts = readdirSync(root).flatMap((slug) =>
    readdirSync(join(root, slug))
      .filter((file) => file.endsWith('.jsonl'))
      .map((file) => readTranscript(slug, join(root, slug, file))),
  )
  return { name, folder, projects, moments, transcripts, commits: readCommits(folder) }
}

export interface LaidOut {
  /** Where a project of the set stands. */
  readonly folderOf: (project: string) => string
}

/**
 * Transcripts where Claude Code keeps them and a git repository for each project. What `without`
 * names is left out, as if it had never been said.
 */
export function layOut(
  set: MomentSet,
  home: string,
  without: (source: { readonly kind: Gold['kind']; readonly id: string }) => boolean = () => false,
): LaidOut {
  const folderOf = projectFolders(set, home)
  for (const project of Object.keys(set.projects)) {
    const folder = folderOf(project)
    mkdirSync(folder, { recursive: true })
    git(folder, ['init', '--quiet', '--initial-branch=main'])
    const kept = set.commits.filter(
      ({ label }) => label === undefined || !without({ kind: 'commit', id: label }),
    )
    if (kept.length > 0) git(folder, ['fast-import', '--quiet'], fastImport(kept))
  }
  const places = Object.entries(set.projects).map(([name, cwd]) => [cwd, folderOf(name)] as const)
  for (const { slug, file, session } of set.transcripts) {
    if (without({ kind: 'session', id: session })) continue
    const folder = join(home, '.claude', 'projects', slug)
    mkdirSync(folder, { recursive: true })
    let text = readFileSync(file, 'utf8')
    for (const [cwd, place] of places) text = text.replaceAll(cwd, place)
    writeFileSync(join(folder, basename(file)), text)
  }
  return { folderOf }
}

export function projectFolders({ projects }: MomentSet, home: string): LaidOut['folderOf'] {
  return (project) => join(home, 'work', basename(projects[project] ?? ''))
}

/** A copy of a home that nothing runs in. */
export function copyHome(from: string, to: string): void {
  cpSync(from, to, { recursive: true })
}

function readTranscript(slug: string, file: string): Transcript {
  const said = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { type, message, timestamp } = JSON.parse(line)
      if (type !== 'user' && type !== 'assistant') return []
      const text = textOf(message?.content)
      return text.trim() === '' ? [] : [{ role: String(type), text, at: String(timestamp) }]
    })
  return { session: basename(file, '.jsonl'), slug, file, said }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter((part) => part?.type === 'text')
    .map((part) => String(part.text))
    .join('\n')
}

function readCommits(folder: string): Commit[] {
  try {
    return readFileSync(join(folder, 'repo', 'commits.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Commit)
  } catch {
    return []
  }
}

function fastImport(commits: readonly Commit[]): string {
  const parts: string[] = []
  commits.forEach(({ date, author, message, files }, index) => {
    const seconds = Math.floor(Date.parse(date) / 1000)
    const name = author.replace(/[<>\n]/g, ' ').trim() || 'dev'
    const who = `${name} <dev@example.com> ${seconds} +0000`
    parts.push(`commit refs/heads/main\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\n`)
    parts.push(`data ${Buffer.byteLength(message)}\n${message}\n`)
    if (index > 0) parts.push(`from :${index}\n`)
    for (const file of files) {
      const content = `${index}\n`
      parts.push(`M 100644 inline ${file}\ndata ${content.length}\n${content}\n`)
    }
    parts.push('\n')
  })
  return parts.join('')
}

function git(folder: string, args: readonly string[], input = ''): void {
  const ran = spawnSync('git', ['-C', folder, ...args], { input, maxBuffer: 1 << 28 })
  if (ran.status !== 0) throw new Error(`git ${args[0]}: ${ran.stderr.toString()}`)
}
