/**
 * The SHA-256 of a weights file, remembered in a note so that a large file is
 * read once and not at every start. Any change of the file on disk makes us read it again.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'

const Remembered = z.object({ stamp: z.string(), sha256: z.string() })

export async function weightsDigest(path: string, modelsFolder: string): Promise<string> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path)
  const stamp = [size, mtimeMs, ctimeMs, ino].join(' ')
  const note = join(modelsFolder, `weights-${shortDigest(resolve(path))}.json`)
  const remembered = await readNote(note)
  if (remembered?.stamp === stamp) return remembered.sha256
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const sha256 = hash.digest('hex')
  await mkdir(modelsFolder, { recursive: true })
  await writeFile(note, JSON.stringify({ stamp, sha256 })) // one cut short is simply made again
  return sha256
}

/** Enough of a digest to tell files apart by name. */
function shortDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

async function readNote(path: string): Promise<z.infer<typeof Remembered> | undefined> {
  try {
    return Remembered.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined // none yet, or not ours: the file is simply read again
  }
}
