/** Limits on concurrent work and its duration. */
import { MnemeError } from '../../errors.ts'

interface Places {
  /** Runs the work if a place is free, otherwise refuses at once: queueing would only hide the overload. */
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
        throw new MnemeError('rate_limited', `too many concurrent ${what}`, {
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

/** The result, or a timeout error. The work itself continues to its end. */
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
