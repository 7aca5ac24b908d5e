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

const keyOf = (bucket: Bucket, client: Client): string =>
  `${client.isPage ? 'page ' : ''}${whoIsCounted(bucket, client)}`

const whoIsCounted = (bucket: Bucket, client: Client): string => {
  if (bucket.by === undefined && client.member !== undefined) return client.member
  const network = networkOf(client.ip)
  return bucket.by === 'ip+username' ? `${network} ${client.username?.toLowerCase()}` : network
}

/** The first 64 bits of an IPv6 address, because one customer usually owns a whole /64; an IPv4 address as it is. */
function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()
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
  const limiters = new Map<RateLimitName, { bucket: Bucket; limiter: RateLimiterMemory }[]>()
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
      })),
    )
  return {
    async take(name, client) {
      for (const { bucket, limiter } of limiters.get(name) ?? []) {
        try {
          await limiter.consume(keyOf(bucket, client))
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
