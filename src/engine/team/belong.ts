/** K-18. Joining a team, and leaving it. */
import { userInfo } from 'node:os'
import { MnemeError } from '../../errors.ts'
import type { Membership } from '../../team/server.ts'
import { withoutTrailingSlashes } from '../../text/trailing-slashes.ts'
import type { Caller, Engine } from '../engine.ts'
import { dropCopy, pull } from './copy.ts'
import { isOffline, requireTeam } from './membership.ts'
import { dropWrites, waitingWrites } from './queue.ts'

export async function joinTeam(
  engine: Engine,
  {
    server,
    code,
    name = userInfo().username,
  }: { readonly server: string; readonly code: string; readonly name?: string },
): Promise<{ readonly membership: Membership; readonly memories: number }> {
  const link = engine.team
  if (!link) throw new MnemeError('unavailable', 'no team can be joined from here')
  const present = link.membership()
  if (present) {
    throw new MnemeError('conflict', `this home belongs to the team "${present.team}"`, {
      hint: 'A home belongs to one team at a time; leave it first: mneme team leave',
    })
  }
  const joined = await link.join(server, code, name)
  const { team, member, role, token, expiresAt } = joined
  const membership: Membership = {
    ...{ team, member, role, token, expiresAt },
    server: withoutTrailingSlashes(server),
    joinedAt: engine.clock.now(),
  }
  await link.keep(membership)
  const { changed } = await pull(engine, { link, membership, server: link.server(membership) })
  return { membership, memories: changed }
}

/** Deletes the local copy too; `force` when the server cannot be reached. */
export async function leaveTeam(
  engine: Engine,
  caller: Caller,
  force: boolean,
): Promise<{ readonly team: string; readonly erased: number; readonly notified: boolean }> {
  const { link, membership, server } = requireTeam(engine)
  const waiting = (await waitingWrites(engine)).filter(({ refused }) => refused === null)
  if (waiting.length > 0 && !force) {
    throw new MnemeError('conflict', `${waiting.length} writes still wait for the server`, {
      hint: 'Send them first: mneme team sync. Or leave without them: --force',
    })
  }
  let notified = true
  try {
    await server.remove(null)
    await server.revokeTokens()
  } catch (thrown) {
    const isGone =
      thrown instanceof MnemeError && ['unauthorized', 'not_found'].includes(thrown.code)
    if (!isGone && !(force && isOffline(thrown))) throw thrown
    notified = isGone
  }
  await link.keep(null)
  await dropWrites(engine, caller, 'all')
  return { team: membership.team, erased: await dropCopy(engine), notified }
}

/** Gets a new token for this home; the old one is revoked. */
export async function renewTeamToken(engine: Engine): Promise<{ readonly expiresAt: string }> {
  const { link, membership, server } = requireTeam(engine)
  const { token, expiresAt } = await server.renewToken()
  await link.keep({ ...membership, token, expiresAt })
  return { expiresAt }
}
