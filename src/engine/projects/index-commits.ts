/** M-40. Indexes the commits of a project, then only new ones; a rewritten history is noticed. */
import * as z from 'zod'
import { scrubText } from '../../capture/scrub.ts'
import { isGrownFrom, readCommits, readHashes, readHeads } from '../../code/commits.ts'
import { findRepository } from '../../code/git.ts'
import type { Engine } from '../engine.ts'

interface IndexedCommits {
  readonly added: number
  readonly removed: number
}

const Known = z.object({ heads: z.record(z.string(), z.string()) })
const NOTHING: IndexedCommits = { added: 0, removed: 0 }

const keyOf = (project: string) => `commits:${project}`

/** Empty where there is no repository, no git, or one that cannot be read. */
export async function indexCommits(
  engine: Engine,
  project: string,
  folder: string,
): Promise<IndexedCommits> {
  const { enabled, maxCommits } = engine.config.commits
  if (!enabled || maxCommits === 0) return NOTHING
  const repository = await findRepository(folder)
  if (repository === null) return NOTHING
  const { commits, notes } = engine.store
  const reading = { env: engine.machine.env }
  const heads = await readHeads(repository, reading)
  if (heads === null || Object.keys(heads).length === 0) return NOTHING
  const before = await readKnown()
  if (before !== null && sameHeads(before, heads)) return NOTHING
  const isGrown = before !== null && (await isGrownFrom(repository, before, heads, reading))
  let removed = 0
  if (before !== null && !isGrown) {
    const present = await readHashes(repository, heads, maxCommits, reading)
    if (present !== null) removed = await commits.retain(project, present)
  }
  let added = 0
  const ok = await readCommits(
    repository,
    { heads, seen: isGrown ? before : {}, limit: maxCommits },
    reading,
    async (batch) => {
      added += await commits.put(
        project,
        batch.map((commit) => ({
          ...commit,
          author: scrubText(commit.author).text,
          message: scrubText(commit.message).text,
        })),
      )
    },
  )
  if (ok) await notes.set(keyOf(project), JSON.stringify({ heads }))
  return { added, removed }

  async function readKnown() {
    const text = await notes.get(keyOf(project))
    if (text === null) return null
    const parsed = Known.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.heads : null
  }
}

/** Every project whose folder still exists. */
export async function indexAllCommits(engine: Engine): Promise<number> {
  let added = 0
  for (const { id, paths, mergedInto, off } of await engine.store.projects.all()) {
    if (mergedInto !== null || off) continue
    for (const path of paths) {
      added += (await indexCommits(engine, id, path)).added
    }
  }
  return added
}

function sameHeads(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) {
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name])
}
