/** English sentences about software from the documentation that packages bring along. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const SHORTEST = 40
const LONGEST = 160
/** Enough from one text; a single long manual should not make up the sample. */
const MAX_PER_FILE = 60

/** The first `count` different ones found in markdown files under `folder`; always the same. */
export async function sentencesFrom(folder: string, count: number): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(md|d\.ts)$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const found = new Set<string>()
  for (const path of paths) {
    if (found.size >= count) break
    for (const sentence of sentencesIn(await readFile(path, 'utf8'))) found.add(sentence)
  }
  return [...found].slice(0, count)
}

function sentencesIn(text: string): string[] {
  return text
    .replace(/```[\s\S]*?```/g, ' ')
    .replace(/^[\s/*#>|-]+/gm, ' ')
    .split(/(?<=[.!?])\s+|\n\s*\n/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((s) => s.length >= SHORTEST && s.length <= LONGEST && /^[A-Z][^<>{}[\]|=]+$/.test(s))
    .slice(0, MAX_PER_FILE)
}
