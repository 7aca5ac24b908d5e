import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../../contract/errors.ts'
import { type Bucket, type RateLimitName, rateLimits } from '../../../contract/rateLimits.ts'
import { Refused } from './refused.ts'

/** The client whose calls are counted. Buckets without `by` count by member id, and by address for guests. */
interface Client {
  readonly ip: string
  /** Id of the member; missing for guests. */
  readonly member?: string
  /** The username in a login attempt. */
  readonly username?: string
  /**
   * The server renders a page for them. Pages are counted apart from calls, so that reading pages leaves to the scripts
   * in them all the calls that they may make.
   */
  readonly isPage?: boolean
}

/** Whether a bucket counts the calls of this client by where they come from. */
const isByNetwork = ({ by }: Bucket, client: Client): boolean =>
  by === undefined ? client.member === undefined : by !== 'username'

const keyOf = (bucket: Bucket, client: Client, network: string): string =>
  `${client.isPage ? 'page ' : ''}${whoIsCounted(bucket, client, network)}`

const whoIsCounted = (bucket: Bucket, client: Client, network: string): string => {
  if (bucket.by === undefined && client.member !== undefined) return client.member
  const username = client.username?.toLowerCase()
  if (bucket.by === 'username') return `${username}`
  return bucket.by === 'ip+username' ? `${network} ${username}` : network
}

/** How many calls the addresses of one /48 may make, in calls of a /64. */
const callsOfSite = 16

/**
 * The networks in which an address is counted: an IPv4 address for itself; of an IPv6 address the /64, because one customer
 * usually owns a whole one, and the /48, which is what a site gets (RFC 6177) and has 65,536 of them.
 */
function networksOf(ip: string): { narrow: string; wide: string | null } {
  if (isIP(ip) !== 6) return { narrow: ip, wide: null }
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return { narrow: address.toString(), wide: null }
  return { narrow: address.parts.slice(0, 4).join(':'), wide: address.parts.slice(0, 3).join(':') }
}

export interface RateLimiter {
  /**
   * Counts one call in each bucket of this limit.
   *
   * @throws Refused with `tooManyRequests` and the time until its window ends, when a bucket is exhausted.
   */
  take(name: RateLimitName, client: Client): Promise<void>
}

/** A fixed-window rate limiter in the memory of this process; a window starts with its first call. */
export function createRateLimiter(options: { enabled: boolean }): RateLimiter {
  if (!options.enabled) return { take: async () => {} }
  const limiters = new Map<
    RateLimitName,
    { bucket: Bucket; limiter: RateLimiterMemory; ofSites: RateLimiterMemory }[]
  >()
  for (const [name, buckets] of Object.entries(rateLimits) as [RateLimitName, readonly Bucket[]][])
    limiters.set(
      name,
      buckets.map((bucket, index) => ({
        bucket,
        limiter: new RateLimiterMemory({
          keyPrefix: `${name}${index}`,
          points: bucket.calls,
          duration: bucket.seconds,
        }),
        ofSites: new RateLimiterMemory({
          keyPrefix: `${name}${index} site`,
          points: bucket.calls * callsOfSite,
          duration: bucket.seconds,
        }),
      })),
    )
  return {
    async take(name, client) {
      const { narrow, wide } = networksOf(client.ip)
      for (const { bucket, limiter, ofSites } of limiters.get(name) ?? []) {
        try {
          await limiter.consume(keyOf(bucket, client, narrow))
          if (wide !== null && isByNetwork(bucket, client)) await ofSites.consume(keyOf(bucket, client, wide))
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error
          throw new Refused(errors.tooManyRequests, {
            retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
          })
        }
      }
    },
  }
}
