/** The secret that TCP callers must present, in a file only the owner can read. */
import { randomBytes } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { writeAtomic } from '../../files/write-atomic.ts'

const TOKEN_BYTES = 32

/** The token of this home, created when missing. One that other users could read is replaced. */
export async function ownToken(file: string): Promise<string> {
  const found = await readToken(file)
  if (found !== null) return found
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await writeAtomic(file, `${token}\n`)
  return token
}

async function readToken(file: string): Promise<string | null> {
  try {
    const token = (await readFile(file, 'utf8')).trim()
    if (token.length < TOKEN_BYTES) return null
    await chmod(file, 0o600)
    return token
  } catch {
    return null // There is none yet.
  }
}
