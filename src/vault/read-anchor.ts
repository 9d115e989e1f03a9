/** C-08. An anchor as it is on the disk: never through a link, which could lead out of a repository. */
import { constants, lstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reasonOf } from './look.ts'
import { sha256 } from './sha256.ts'

export type AnchorFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'text'; readonly text: string; readonly hash: string; readonly bytes: number }

export async function readAnchorFile(path: string, maxBytes: number): Promise<AnchorFile> {
  const look = (each: string) => lstatSync(each, { throwIfNoEntry: false })
  try {
    const found = look(path)
    if (found === undefined) return { kind: 'none' }
    if (found.isSymbolicLink() || look(dirname(path))?.isSymbolicLink()) {
      return unreadable('it is a symbolic link')
    }
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) return unreadable('it is no ordinary file')
      if (stats.size > maxBytes) {
        return unreadable(`it has ${stats.size} bytes; at most ${maxBytes} are read`)
      }
      const bytes = await handle.readFile()
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      return { kind: 'text', text, hash: sha256(bytes), bytes: bytes.length }
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    if (thrown instanceof TypeError) return unreadable('it is not UTF-8 text')
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'none' } : unreadable(reasonOf(thrown))
  }
}

function unreadable(why: string): AnchorFile {
  return { kind: 'unreadable', why }
}
