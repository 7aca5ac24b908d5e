import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../contract/errors.ts'
import { type Bucket, type RateLimitName, rateLimits } from '../../contract/rateLimits.ts'
import { Refused } from './refused.ts'

/** Who takes the token; a bucket that counts by member needs `member`. */
interface Taker {
  readonly ip: string
  readonly member?: string
  readonly username?: string
}

const keyOf = (bucket: Bucket, taker: Taker): string => {
  if (bucket.by === undefined && taker.member !== undefined) return taker.member
  const place = placeOf(taker.ip)
  return bucket.by === 'ip+username' ? `${place} ${taker.username?.toLowerCase()}` : place
}

/** Of IPv6 the first half, which is one connection to the internet: its owner has all addresses of the other half. */
function placeOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const address = ipaddr.process(ip)
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()
}

export interface RateLimiter {
  /** Takes one token of each bucket. @throws Refused with 429 when one of them is empty. */
  take(name: RateLimitName, taker: Taker): Promise<void>
}

/** Fixed windows that start with their first call, in the memory of this process (API contract 1.9). */
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
    async take(name, taker) {
      for (const { bucket, limiter } of limiters.get(name) ?? []) {
        try {
          await limiter.consume(keyOf(bucket, taker))
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) throw new Refused(errors.tooManyRequests)
          throw refusal
        }
      }
    },
  }
}
