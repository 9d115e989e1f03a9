/** The secret that a caller over TCP must know. Only the owner can read the file it is in. */
import { randomBytes } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { writeAtomic } from '../../files/write-atomic.ts'

const TOKEN_BYTES = 32

/** The token of this home, made when there is none. Others who could read it make it worthless. */
export async function ownToken(file: string): Promise<string> {
  const found = await known(file)
  if (found !== null) return found
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await writeAtomic(file, `${token}\n`)
  return token
}

async function known(file: string): Promise<string | null> {
  try {
    const token = (await readFile(file, 'utf8')).trim()
    if (token.length < TOKEN_BYTES) return null
    await chmod(file, 0o600)
    return token
  } catch {
    return null // There is none yet.
  }
}
