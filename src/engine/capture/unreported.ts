/** M-24. What was kept in a session and the person has not been shown yet; told with the next reply. */
import { BoundedMap } from '../../bounded-map.ts'
import { shortenLine } from '../../text/shorten.ts'

const MAX_SESSIONS = 64
const MAX_NAMED = 3
const TITLE_CHARS = 60

interface Kept {
  readonly title: string
  readonly sensitivity: string | null
}

const unreported = new BoundedMap<string, readonly Kept[]>(MAX_SESSIONS)

export function noteUnreported(session: string, kept: readonly Kept[]): void {
  if (kept.length > 0) unreported.set(session, [...(unreported.get(session) ?? []), ...kept])
}

/** Null when there is nothing to tell. What was told is not told again. */
export function takeUnreported(session: string): string | null {
  const kept = unreported.get(session)
  if (kept === undefined) return null
  unreported.delete(session)
  const named = kept.slice(0, MAX_NAMED).map(({ title, sensitivity }) => {
    const mark = sensitivity === null || sensitivity === 'public' ? '' : ` (${sensitivity})`
    return `“${shortenLine(title, TITLE_CHARS)}”${mark}`
  })
  const more = kept.length > MAX_NAMED ? ` and ${kept.length - MAX_NAMED} more` : ''
  return `mneme remembered ${named.join(', ')}${more}`
}
