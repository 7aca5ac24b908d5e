import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type RateLimitSetting, rateLimitSetting } from '../../../contract/rateLimitSettings.ts'
import { type Bucket, type RateLimitName, rateLimits } from '../../../contract/rateLimits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Db } from '../database/connection.ts'
import { queryRow } from '../database/statement.ts'
import { countCallInValkey } from '../valkey/countCall.ts'
import { noValkey, type Valkey } from '../valkey/valkey.ts'
import { countCall } from './countCall.sql.ts'
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

/** Limits that protect one process: what they count costs little, or would cost less than counting it in the database. */
const countedByProcess: ReadonlySet<RateLimitName> = new Set(['pages', 'captcha', 'preview', 'analytics'])

export interface RateLimiter {
  /**
   * Counts one call in each bucket of this limit.
   *
   * @param options.repeatable names a call that may be repeated: the first few repetitions of one that was counted are not.
   * @param options.db the transaction that the call is in, if it is in one: a second connection might not be free. Of a call
   *   that is undone, the count in the database is too; in Valkey it stays.
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

/** How many calls each bucket allows, and whether anything is limited. */
type Counts = Pick<SettingValues, 'rateLimits' | RateLimitSetting>

function countedOf(name: RateLimitName, client: Client, counts: Counts): Counted[] {
  const { narrow, wide } = networksOf(client.ip)
  return (rateLimits[name] as readonly Bucket[]).flatMap((bucket, index) => {
    const { seconds } = bucket
    const calls = counts[rateLimitSetting(name, bucket)] ?? bucket.calls
    const own = { key: `${name}${index}:${keyOf(bucket, client, narrow)}`, calls, seconds }
    if (wide === null || !isByNetwork(bucket, client)) return [own]
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
/** Of those who are refused just now. */
const rememberedMax = 10_000

/**
 * Counts in Valkey or in the database, for all processes together. What is exhausted is remembered, so that refusing costs nothing.
 */
function sharedCounter(valkey: Valkey) {
  const exhausted = new LRUCache<string, number>({ max: rememberedMax })
  // An exhausted bucket that allows more calls now is not exhausted.
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
 * with one command or statement a call, so that they hold for all processes together. A few are counted by each process, so that
 * what a cache answers costs nothing.
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

/** For whoever nothing is limited. */
export const unlimited: RateLimiter = { take: async () => {} }

/** Deletes windows that are over. */
export async function deleteEndedWindows(db: Db): Promise<void> {
  await sql`delete from rate_limits where ends_at < now()`.execute(db)
}
