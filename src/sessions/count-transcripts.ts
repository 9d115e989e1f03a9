/** M-05. Counts the transcripts on this machine by name and date; none is opened. */
import { type FoundTranscript, findTranscripts } from './find.ts'
import type { Host } from './transcript.ts'

interface TranscriptCount {
  readonly sessions: number
  readonly oldest: string | null
}

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

export async function countTranscripts({
  env,
  home,
}: Machine): Promise<readonly (TranscriptCount & { readonly host: Host })[]> {
  const found = await findTranscripts({ env, home })
  const hosts = [...new Set(found.map(({ host }) => host))]
  return hosts.map((host) => ({ host, ...countOf(found.filter((one) => one.host === host)) }))
}

function countOf(found: readonly FoundTranscript[]): TranscriptCount {
  const dates = found.map(({ modifiedAt }) => modifiedAt).sort()
  return { sessions: found.length, oldest: dates[0] ?? null }
}
