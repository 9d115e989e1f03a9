/** A team's server in this process, over a database of its own. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenedTeamServer, openTeamServer } from '../../src/compose.ts'
import type { Locks } from '../../src/engine/team-server/service.ts'

export async function teamServerOver(
  url: string,
  options: { readonly locks?: Locks; readonly env?: Record<string, string> } = {},
): Promise<OpenedTeamServer> {
  return openTeamServer({
    // A server keeps nothing at home: there need not be one.
    home: join(tmpdir(), 'mneme-no-home'),
    env: { MNEME_STORE_URL: url, MNEME_EMBED_PROVIDER: 'none', ...options.env },
    ...(options.locks ? { locks: options.locks } : {}),
  })
}
