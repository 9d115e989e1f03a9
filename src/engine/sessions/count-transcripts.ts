/** M-05. What lies on this machine, counted by name and date alone: nothing in it is read. */
import { type Environment, userHome } from '../../config/home.ts'
import { type FoundTranscript, findTranscripts } from '../../sessions/find.ts'
import type { Host } from '../../sessions/transcript.ts'
import type { Engine } from '../engine.ts'

interface TranscriptCount {
  readonly sessions: number
  readonly oldest: string | null
}

export async function countTranscripts(env: Environment, host: string): Promise<TranscriptCount> {
  const found = await findTranscripts({ env, home: userHome(env) })
  return countOf(found.filter((one) => one.host === host))
}

export async function countHosts(
  engine: Pick<Engine, 'machine'>,
): Promise<readonly (TranscriptCount & { readonly host: Host })[]> {
  const found = await findTranscripts({ env: engine.machine.env, home: engine.machine.home })
  const hosts = [...new Set(found.map(({ host }) => host))]
  return hosts.map((host) => ({ host, ...countOf(found.filter((one) => one.host === host)) }))
}

function countOf(found: readonly FoundTranscript[]): TranscriptCount {
  const dates = found.map(({ modifiedAt }) => modifiedAt).sort()
  return { sessions: found.length, oldest: dates[0] ?? null }
}
