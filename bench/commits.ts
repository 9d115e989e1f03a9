/**
 * M-40. What it takes to index the commits of a repository beside the bare `git log` that prints the same
 * fields, and what the next start reads.
 *
 * Arguments: --commits N (20000), --rounds N (2: each of a store of its own, turn about with git).
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openMneme } from '../src/compose.ts'
import { indexCommits } from '../src/engine/projects/index-commits.ts'
import { textsFrom } from './support/texts.ts'
import { timed } from './support/timing.ts'

const FILES = 400
const FILES_A_COMMIT = 3
/** What is kept of a commit: hash, date, author, message and files. */
const SAME_FIELDS = ['log', '--branches', '--format=%x01%H%x00%aI%x00%an%x00%B', '--name-only']

export const bench = {
  name: 'commits',
  summary: 'Indexing the commits of a repository beside a bare `git log` of the same fields',
  async run(args: readonly string[]) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        commits: { type: 'string', default: '20000' },
        rounds: { type: 'string', default: '2' },
      },
    })
    const count = Number(values.commits)
    const folder = mkdtempSync(join(tmpdir(), 'mneme-bench-'))
    const repository = join(folder, 'repository')
    mkdirSync(repository)
    const rows: (string | number)[][] = []
    const figures: Record<string, number> = {}
    try {
      git(repository, 'init', '--quiet', '--initial-branch=main')
      fastImport(repository, count)
      const ratios: number[] = []
      for (let round = 0; round < Number(values.rounds); round += 1) {
        const bareMs = await timed(() => printed(repository, SAME_FIELDS))
        const mneme = await openMneme({
          ...{ speaker: 'person', home: join(folder, `home-${round}`), folder: repository },
          env: { HOME: folder, PATH: process.env.PATH ?? '', MNEME_EMBED_PROVIDER: 'none' },
        })
        try {
          const id = mneme.caller.project?.id ?? ''
          const index = () => indexCommits(mneme.engine, id, repository)
          let first = { added: 0, removed: 0 }
          const firstMs = await timed(async () => {
            first = await index()
          })
          git(repository, 'commit', '--quiet', '--allow-empty', '-m', `one more ${round}`)
          let next = { added: 0, removed: 0 }
          const nextMs = await timed(async () => {
            next = await index()
          })
          ratios.push(firstMs / bareMs)
          rows.push([`round ${round + 1}`, bareMs, firstMs, firstMs / bareMs, first.added])
          rows.push(['  the next start', '', nextMs, nextMs / firstMs, next.added])
          figures.next_added = next.added
          figures.next_share = nextMs / firstMs
        } finally {
          await mneme.close()
        }
      }
      figures.ratio = Math.min(...ratios)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    return {
      title: `Indexing ${count} commits beside git log (milliseconds)`,
      columns: ['what', 'git log', 'indexing', 'share', 'commits added'],
      rows,
      figures,
    }
  },
}

function git(folder: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Anna', '-c', 'user.email=anna@example.com']
  const { status, stderr } = spawnSync('git', ['-C', folder, ...who, ...args])
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
}

/** Its output is read to the end, as we would have to. */
function printed(folder: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', folder, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.resume()
    child.once('error', reject)
    child.once('close', () => resolve())
  })
}

function fastImport(folder: string, count: number): void {
  const texts = textsFrom(3)
  const lines: string[] = []
  const start = Math.floor(Date.parse('2020-01-01T00:00:00Z') / 1000)
  for (let at = 0; at < count; at += 1) {
    const { title, content } = texts.next()
    const message = `${title}\n\n${content}\n`
    lines.push('commit refs/heads/main')
    lines.push(`committer Anna <anna@example.com> ${start + at * 3600} +0000`)
    lines.push(`data ${Buffer.byteLength(message)}`, message)
    for (let file = 0; file < FILES_A_COMMIT; file += 1) {
      const body = `${at} ${file}\n`
      const path = `src/part-${(at * 7 + file * 31) % FILES}.ts`
      lines.push(`M 100644 inline ${path}`, `data ${Buffer.byteLength(body)}`, body)
    }
  }
  const input = `${lines.join('\n')}\ndone\n`
  const { status, stderr } = spawnSync('git', ['-C', folder, 'fast-import', '--quiet', '--done'], {
    input,
    maxBuffer: 1024 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`git fast-import: ${stderr}`)
}
