/** M-24. What was kept in a session and the person has not been shown yet; told with the next reply. */
import { BoundedMap } from '../../bounded-map.ts'
import { shortenLine } from '../../text/shorten.ts'

const MAX_SESSIONS = 64
const MAX_NAMED = 3
const TITLE_CHARS = 60

const unreported = new BoundedMap<string, readonly string[]>(MAX_SESSIONS)

export function noteUnreported(session: string, titles: readonly string[]): void {
  if (titles.length > 0) unreported.set(session, [...(unreported.get(session) ?? []), ...titles])
}

/** Null when there is nothing to tell. What was told is not told again. */
export function takeUnreported(session: string): string | null {
  const titles = unreported.get(session)
  if (titles === undefined) return null
  unreported.delete(session)
  const named = titles.slice(0, MAX_NAMED).map((title) => `“${shortenLine(title, TITLE_CHARS)}”`)
  const more = titles.length > MAX_NAMED ? ` and ${titles.length - MAX_NAMED} more` : ''
  return `mneme remembered ${named.join(', ')}${more}`
}
