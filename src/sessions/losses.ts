/**
 * The meaning of each reason for skipping a line. Most skipped lines are the host's own bookkeeping, and only a
 * few are a loss.
 */

/** Could not be read or was not understood: counted as skipped lines. */
const LOST =
  /^(?:corrupt |oversized |unreadable |not a record|nested too deeply|malformed|unknown record)/
/** We do not know the record, so nothing is known to be wrong with it. */
const UNKNOWN = /^unknown record/
/** Keeps the whole source from being read, until it no longer does. */
const STANDING = /^(?:file|database|compressed file): /
/** A host that tidies up deletes old transcripts. */
const GONE = 'file: no longer there'
/** True now and not worth keeping: it is read again, or it was empty. */
const PASSING = /^(?:unfinished last line|blank line|read again from the top)/
const RESTART = /^read again from the top/

export function isLost(reason: string): boolean {
  return LOST.test(reason)
}

export function isStanding(reason: string): boolean {
  return STANDING.test(reason)
}

export function isPassing(reason: string): boolean {
  return PASSING.test(reason) || reason === GONE
}

export function isRestart(reason: string): boolean {
  return RESTART.test(reason)
}

/** Reasons reported to a person: damage, and unreadable files. */
export function isDamage(reason: string): boolean {
  return (LOST.test(reason) && !UNKNOWN.test(reason)) || (STANDING.test(reason) && reason !== GONE)
}
