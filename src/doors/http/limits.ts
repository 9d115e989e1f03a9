/** How much is done at once, and for how long. */
import { MnemeError } from '../../errors.ts'

interface Places {
  /** Runs the work if a place is free, else refuses at once: waiting would only hide the crowd. */
  take<T>(work: () => Promise<T>): Promise<T>
  readonly taken: number
}

export function openPlaces(most: number, what: string): Places {
  let taken = 0
  return {
    get taken() {
      return taken
    },
    async take(work) {
      if (taken >= most) {
        throw new MnemeError('rate_limited', `too many ${what} at once`, {
          hint: `At most ${most} are served; try again in a moment.`,
        })
      }
      taken++
      try {
        return await work()
      } finally {
        taken--
      }
    },
  }
}

/** The answer, or the news that it takes too long. The work itself goes on to its end. */
export async function withTimeLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new MnemeError('unavailable', `this took longer than ${Math.round(ms / 1000)} seconds`, {
            hint: 'It may still end. Raise http.timeout_seconds, or use the command line.',
          }),
        ),
      ms,
    )
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
