/** How often each may ask of this server: members by who they are, strangers by where they come from. */
import { MnemeError } from '../../errors.ts'
import { type Bucket, takeOne } from '../../team/rate.ts'

/** A server that many strangers knock at forgets the oldest of them, not itself. */
const MAX_BUCKETS = 50_000

interface RateLimit {
  /** Throws `rate_limited` when it is too often. */
  take(who: string): void
}

export function openRateLimit(perMinute: number, nowMs: () => number): RateLimit {
  const buckets = new Map<string, Bucket>()
  return {
    take(who) {
      const { bucket, waitSeconds } = takeOne(perMinute, buckets.get(who), nowMs())
      buckets.delete(who)
      buckets.set(who, bucket)
      if (buckets.size > MAX_BUCKETS) {
        const [oldest] = buckets.keys()
        if (oldest !== undefined) buckets.delete(oldest)
      }
      if (waitSeconds === null) return
      throw new MnemeError('rate_limited', 'too many requests', {
        hint: `At most ${perMinute} a minute; try again in ${waitSeconds} s.`,
      })
    },
  }
}

/** Of a proxy on this network we believe the last address it adds; of anybody else nothing. */
export function addressOf(remote: string, forwarded: string | undefined): string {
  if (forwarded === undefined || !isNear(remote)) return remote
  return forwarded.split(',').at(-1)?.trim() || remote
}

function isNear(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return (
    plain === '::1' ||
    /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(plain) ||
    /^f[cd]/i.test(plain)
  )
}
