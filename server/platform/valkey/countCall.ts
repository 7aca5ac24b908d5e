import type { Redis } from 'iovalkey'

/**
 * The database function count_call as a script, which Valkey runs atomically.
 *
 * KEYS: the buckets, then the repeatable call, if any. ARGV: the number of buckets; for each, its calls and the milliseconds of its
 * window; the number of free repetitions of the call, and for how many milliseconds they are free.
 */
const script = `
local buckets = tonumber(ARGV[1])
local repeatable = KEYS[buckets + 1]
if repeatable and tonumber(redis.call('GET', repeatable) or '0') > 0 then
  redis.call('DECR', repeatable)
  return false
end
for bucket = 1, buckets do
  local calls = redis.call('INCR', KEYS[bucket])
  if calls == 1 then redis.call('PEXPIRE', KEYS[bucket], ARGV[2 * bucket + 1]) end
  if calls > tonumber(ARGV[2 * bucket]) then return { bucket, redis.call('PTTL', KEYS[bucket]) } end
end
if repeatable then
  redis.call('SET', repeatable, ARGV[2 * buckets + 2], 'PX', ARGV[2 * buckets + 3])
end
return false
`

interface Bucket {
  readonly key: string
  readonly calls: number
  readonly seconds: number
}

/** How many repetitions of a call are free, and for how long. */
interface Repeatable {
  readonly key: string
  readonly times: number
  readonly seconds: number
}

type CountCall = (
  keyCount: number,
  ...keysAndArguments: (string | number)[]
) => Promise<[number, number] | null>

function commandOf(client: Redis & { countCall?: CountCall }): CountCall {
  if (!client.countCall) client.defineCommand('countCall', { lua: script })
  const { countCall } = client
  if (!countCall) throw new Error('The client has no such command.')
  return countCall.bind(client)
}

/**
 * Counts one call in each of these buckets, up to the first exhausted one.
 *
 * @returns the position of the exhausted bucket, from 1, and how long its window lasts; null if the call is allowed.
 */
export async function countCallInValkey(
  client: Redis,
  buckets: readonly Bucket[],
  repeatable: Repeatable | null,
): Promise<{ place: number; milliseconds: number } | null> {
  const keys = [...buckets.map(({ key }) => key), ...(repeatable ? [repeatable.key] : [])]
  const refused = await commandOf(client)(
    keys.length,
    ...keys,
    buckets.length,
    ...buckets.flatMap(({ calls, seconds }) => [calls, seconds * 1000]),
    repeatable?.times ?? 0,
    (repeatable?.seconds ?? 0) * 1000,
  )
  return refused && { place: refused[0], milliseconds: refused[1] }
}
