/** Rate limits of the team server: by member, or by address for strangers. */
import { BlockList, isIP } from 'node:net'
import { MnemeError } from '../../errors.ts'
import { type Bucket, takeOne } from '../../team/rate.ts'

/** With more strangers than this, the oldest is dropped. */
const MAX_BUCKETS = 50_000

interface RateLimit {
  /** Throws `rate_limited` beyond the limit. */
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

/**
 * The client's address. Anyone can write a header: only what trusted proxies have added counts, from last to
 * first, up to the first address that is not a trusted proxy.
 */
export function addressOf(
  proxies: TrustedProxies,
  remote: string,
  forwarded: string | undefined,
): string {
  const way = [...(forwarded ?? '').split(',').map((each) => each.trim()), remote]
  const isAddress = (each: string) => each !== ''
  const behind = way.filter(isAddress).findLast((each) => !proxies(each))
  return behind ?? remote
}

/** Whether an address belongs to a configured proxy. */
type TrustedProxies = (address: string) => boolean

export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    try {
      if (prefix === undefined) list.addAddress(address, family)
      else list.addSubnet(address, Number(prefix), family)
    } catch (cause) {
      throw new MnemeError('invalid_input', `team.trusted_proxies: "${network}" is no address`, {
        hint: 'Name an address (10.0.0.7) or a network (10.0.0.0/8).',
        cause,
      })
    }
  }
  return (given) => {
    const address = given.replace(/^::ffff:(?=\d+\.)/i, '')
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}
