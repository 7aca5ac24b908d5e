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
  if (bucket.by === 'ip') return taker.ip
  if (bucket.by === 'ip+username') return `${taker.ip} ${taker.username?.toLowerCase()}`
  return taker.member ?? taker.ip
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
