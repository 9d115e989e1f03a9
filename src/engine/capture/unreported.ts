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
const missed = new BoundedMap<string, readonly string[]>(MAX_SESSIONS)

export function noteUnreported(session: string, kept: readonly Kept[]): void {
  if (kept.length > 0) unreported.set(session, [...(unreported.get(session) ?? []), ...kept])
}

/** M-20. Asked to be remembered and not kept, with the reason. */
export function noteMissed(session: string, wish: string, reason: string): void {
  const told = `“${shortenLine(wish, TITLE_CHARS)}”: ${reason}`
  missed.set(session, [...(missed.get(session) ?? []).filter((each) => each !== told), told])
}

/** Null when there is nothing to tell. What was told is not told again. */
export function takeUnreported(session: string): string | null {
  const notKept = (missed.get(session) ?? []).slice(0, MAX_NAMED)
  const lines = [
    ...keptLine(unreported.get(session) ?? []),
    ...notKept.map((told) => `mneme did not remember ${told}`),
  ]
  unreported.delete(session)
  missed.delete(session)
  return lines.length === 0 ? null : lines.join('\n')
}

function keptLine(kept: readonly Kept[]): string[] {
  if (kept.length === 0) return []
  const named = kept.slice(0, MAX_NAMED).map(({ title, sensitivity }) => {
    const mark = sensitivity === null || sensitivity === 'public' ? '' : ` (${sensitivity})`
    return `“${shortenLine(title, TITLE_CHARS)}”${mark}`
  })
  const more = kept.length > MAX_NAMED ? ` and ${kept.length - MAX_NAMED} more` : ''
  return [`mneme remembered ${named.join(', ')}${more}`]
}
