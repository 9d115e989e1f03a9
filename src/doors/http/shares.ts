/**
 * So much at once for each caller. What is more waits in the caller's own row: the others do not stand
 * behind it.
 */
import { MnemeError } from '../../errors.ts'

interface Shares {
  /** Runs the work when a place of this caller's share is free. */
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
        // Who leaves hands its place on, so nothing is counted twice.
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
