/**
 * Limits the concurrent work of each caller. Further calls wait in the caller's own queue and delay no other
 * caller.
 */
import { MnemeError } from '../../errors.ts'

interface Shares {
  /** Runs the work when one of this caller's places is free. */
  take<T>(who: string, work: () => Promise<T>): Promise<T>
}

interface Row {
  running: number
  readonly waiting: (() => void)[]
}

export function openShares(each: number, maxWaiting: number): Shares {
  const rows = new Map<string, Row>()
  return {
    async take(who, work) {
      const row = rows.get(who) ?? { running: 0, waiting: [] }
      rows.set(who, row)
      if (row.running < each) row.running += 1
      else {
        if (row.waiting.length >= maxWaiting) {
          throw new MnemeError('rate_limited', 'too many of your requests wait', {
            hint: `At most ${maxWaiting} may; try again in a moment.`,
          })
        }
        // A finished call passes its place on, so that nothing is counted twice.
        await new Promise<void>((resolve) => row.waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = row.waiting.shift()
        if (next) next()
        else {
          row.running -= 1
          if (row.running === 0) rows.delete(who)
        }
      }
    },
  }
}
