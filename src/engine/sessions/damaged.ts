/** F-01. Unreadable parts of transcripts, for `doctor`. */
import { isDamage } from '../../sessions/losses.ts'
import type { Engine } from '../engine.ts'

export async function damagedTranscripts(
  engine: Engine,
): Promise<readonly { readonly what: string; readonly fix: string }[]> {
  const skips = await engine.store.sessions.skips()
  return skips
    .filter(({ reason }) => isDamage(reason))
    .map(({ path, reason, count, line, standing }) => ({
      what: standing
        ? `${path}: ${reason.replace(/^[a-z ]+: /, '')}`
        : `${path}${line === null ? '' : `:${line}`}: ${reason}${count > 1 ? ` (${count} times)` : ''}`,
      fix: standing
        ? 'It is read as soon as it can be: mneme sessions backfill'
        : 'Everything else in it was read. To leave it out: privacy.excluded_paths',
    }))
}
