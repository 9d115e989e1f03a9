/** K-18. Where this home belongs, in a file that only its owner can read. */
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import * as z from 'zod'
import { MnemeError } from '../errors.ts'
import { writeAtomic } from '../files/write-atomic.ts'
import { ROLES } from '../team/roles.ts'
import type { Membership, TeamLink } from '../team/server.ts'
import { serverAddress } from './team-request.ts'
import { joinOverHttp, teamServerOverHttp } from './team-server.ts'

interface TeamLinkOptions {
  /** The file of the membership. */
  readonly file: string
  readonly timeoutMs: number
  readonly allowPlain: boolean
}

const Kept = z.object({
  server: z.string(),
  team: z.string(),
  member: z.string(),
  role: z.enum(ROLES),
  token: z.string(),
  expiresAt: z.string().nullable(),
  joinedAt: z.string(),
})

export function openTeamLink({ file, timeoutMs, allowPlain }: TeamLinkOptions): TeamLink {
  return {
    membership: () => read(file),
    keep: (membership) => (membership ? write(file, membership) : rm(file, { force: true })),
    join: (server, code, name) =>
      joinOverHttp(
        { server: serverAddress(server, allowPlain), token: null, timeoutMs },
        code,
        name,
      ),
    server: (membership) => teamServerOverHttp(membership, timeoutMs),
  }
}

/** Read anew each time: another process may have joined or left. */
function read(file: string): Membership | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null // No team.
  }
  try {
    return Kept.parse(JSON.parse(text))
  } catch (cause) {
    throw new MnemeError('bad_config', `${file} is not as mneme wrote it`, {
      hint: 'Put it right, or remove it and join the team again.',
      cause,
    })
  }
}

async function write(file: string, membership: Membership): Promise<void> {
  await writeAtomic(file, `${JSON.stringify(membership, null, 2)}\n`)
}
