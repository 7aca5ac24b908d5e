import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import {
  type Bucket,
  type RateLimitName,
  type RateLimitSetting,
  rateLimitSetting,
  rateLimits,
} from '../../../contract/rateLimits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { isBarRaised } from '../../../contract/waves.ts'
import type { Db } from '../database/connection.ts'
import { queryRow } from '../database/statement.ts'
import { noValkey, type Valkey } from '../valkey/connection.ts'
import { countCallInValkey } from '../valkey/countCall.ts'
import { countCall } from './countCall.sql.ts'
import { networksOf } from './networks.ts'
import { Refused } from './refused.ts'

/** The client whose calls are counted. Buckets without `by` count by member id, and by address for guests. */
type Client = Visitor & (CountedMember | { readonly member?: never; readonly isNew?: never })

interface CountedMember {
  /** The id of the member. */
  readonly member: string
  /** A member who is not trusted yet. They have the share of each limit that the site gives them, and half of that while the bar is raised. */
  readonly isNew: boolean
}

interface Visitor {
  readonly ip: string
  /** The username in a login attempt. */
  readonly username?: string
  /**
   * Set while the server renders a page. Pages are counted separately, so that reading pages does not use up the calls of
   * their scripts.
   */
  readonly isPage?: boolean
}

/** Whom the calls of a member or a guest count for. */
export const clientOf = (viewer: { readonly id: string; readonly trust: number } | null, ip: string) =>
  viewer ? { ip, member: viewer.id, isNew: viewer.trust === 0 } : { ip }

/** Whether a bucket counts the calls of this client by IP address. */
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

/** The limit of an IPv6 /48, which contains 65,536 of them, as a multiple of that of a /64. The /24 of an IPv4 address has many customers, so it has none. */
const callsOfSite = 16

/**
 * Limits counted in memory per process, because the calls cost less than counting them in the database, or because each call is
 * counted there already.
 */
const countedByProcess: ReadonlySet<RateLimitName> = new Set([
  'pages',
  'captcha',
  'preview',
  'analytics',
  'votesOnMember',
])

export interface RateLimiter {
  /**
   * Counts one call in each bucket of this limit.
   *
   * @param options.repeatable identifies a retryable call; the first few repetitions are not counted again.
   * @param options.db the transaction of the call, if there is one, because a second connection might not be free. A rollback
   *   undoes the count in the database, but not in Valkey.
   * @throws Refused with `tooManyRequests` and the time until its window ends, when a bucket is exhausted.
   */
  take(
    name: RateLimitName,
    client: Client,
    options?: { readonly repeatable?: string; readonly db?: Db },
  ): Promise<void>
}

/** One bucket of a limit for one client. */
interface Counted {
  readonly key: string
  readonly calls: number
  readonly seconds: number
}

/** The limit of each bucket, and whether rate limits are on. */
type Counts = Pick<SettingValues, 'rateLimits' | RateLimitSetting> &
  Partial<Pick<SettingValues, 'barRaisedUntil' | 'newMemberLimits'>>

/** The share of each limit that new members have. */
const shareOfNewMembers = (counts: Counts): number =>
  ((counts.newMemberLimits ?? 100) / 100) * (isBarRaised(counts) ? 0.5 : 1)

function countedOf(name: RateLimitName, client: Client, counts: Counts): Counted[] {
  const { narrow, wide, isIpv6 } = networksOf(client.ip)
  const buckets: readonly Bucket[] = rateLimits[name]
  const share = client.isNew ? shareOfNewMembers(counts) : 1
  return buckets.flatMap((bucket, index) => {
    const set = (counts[rateLimitSetting(name, bucket)] ?? bucket.calls) * share
    // Half of one call is one in twice the time.
    const isFraction = set > 0 && set < 1
    const calls = isFraction ? 1 : Math.floor(set)
    const seconds = isFraction ? Math.ceil(bucket.seconds / set) : bucket.seconds
    const own = { key: `${name}${index}:${keyOf(bucket, client, narrow)}`, calls, seconds }
    if (!isIpv6 || !isByNetwork(bucket, client)) return [own]
    const key = `${name}${index} site:${keyOf(bucket, client, wide)}`
    return [own, { key, calls: calls * callsOfSite, seconds }]
  })
}

const refusal = (milliseconds: number) =>
  new Refused(errors.tooManyRequests, { retryAfterSeconds: Math.max(1, Math.ceil(milliseconds / 1000)) })

/** Counts in the memory of this process. */
function processCounter() {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = ({ calls, seconds }: Counted): RateLimiterMemory => {
    const kind = `${calls}/${seconds}`
    const limiter = limiters.get(kind) ?? new RateLimiterMemory({ points: calls, duration: seconds })
    limiters.set(kind, limiter)
    return limiter
  }
  return async (counted: readonly Counted[]): Promise<void> => {
    for (const one of counted)
      await limiterOf(one)
        .consume(one.key)
        .catch((error) => {
          throw error instanceof RateLimiterRes ? refusal(error.msBeforeNext) : error
        })
  }
}

/** Keys are short, of one length, and name neither addresses nor members. */
const stored = (key: string): Buffer => createHash('sha256').update(key).digest().subarray(0, 16)
const valkeyName = (key: Buffer) => `limit:${key.toString('base64url')}`

const uncountedRepeats = 4
const repeatableSeconds = limits.idempotencyKeyHours * 3600
/** Maximum number of remembered exhausted buckets. */
const rememberedMax = 10_000

/**
 * Counts in Valkey or in the database, for all processes together. Exhausted buckets are remembered, so that refusals are cheap.
 */
function sharedCounter(valkey: Valkey) {
  const exhausted = new LRUCache<string, number>({ max: rememberedMax })
  // An admin may have raised the limit since the bucket was exhausted.
  const remembered = ({ key, calls }: Counted) => `${calls} ${key}`
  return async (db: Db, counted: readonly Counted[], repeatable?: string): Promise<void> => {
    // A repetition may be free.
    for (const one of repeatable === undefined ? counted : []) {
      const left = (exhausted.get(remembered(one)) ?? 0) - Date.now()
      if (left > 0) throw refusal(left)
    }
    const buckets = counted.map((one) => ({ ...one, key: stored(one.key) }))
    const repeatKey = repeatable === undefined ? null : stored(`repeatable ${repeatable}`)
    const refused = await valkey.askOr(
      (client) =>
        countCallInValkey(
          client,
          buckets.map((bucket) => ({ ...bucket, key: valkeyName(bucket.key) })),
          repeatKey && {
            key: valkeyName(repeatKey),
            times: uncountedRepeats,
            seconds: repeatableSeconds,
          },
        ),
      async () =>
        (await queryRow(db, countCall, {
          keys: buckets.map(({ key }) => key),
          allowed: buckets.map(({ calls }) => calls),
          seconds: buckets.map(({ seconds }) => seconds),
          repeatKey,
          repeats: uncountedRepeats,
          repeatSeconds: repeatableSeconds,
        })) ?? null,
    )
    if (!refused) return
    const bucket = counted[refused.place - 1]
    if (bucket) exhausted.set(remembered(bucket), Date.now() + refused.milliseconds)
    throw refusal(refused.milliseconds)
  }
}

/**
 * A fixed-window rate limiter; a window starts with its first call. Most limits are counted in Valkey or, without it, in the database,
 * with one command or statement per call, so that they hold for all processes together. A few are counted by each process, so that
 * answers from a cache stay cheap.
 *
 * @param counts read at each call, because admins change them.
 */
export function createRateLimiter(db: Db, counts: Counts, valkey = noValkey): RateLimiter {
  const [countHere, countForAll] = [processCounter(), sharedCounter(valkey)]
  return {
    async take(name, client, options = {}) {
      if (!counts.rateLimits) return
      const counted = countedOf(name, client, counts)
      if (countedByProcess.has(name)) await countHere(counted)
      else await countForAll(options.db ?? db, counted, options.repeatable)
    },
  }
}

/** For requests without rate limits. */
export const unlimited: RateLimiter = { take: async () => {} }

/** Deletes windows that are over. */
export async function deleteEndedWindows(db: Db): Promise<void> {
  await sql`delete from rate_limits where ends_at < now()`.execute(db)
}
