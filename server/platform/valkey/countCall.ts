import type { Redis } from 'iovalkey'

/**
 * The function count_call of the database, as a script: Valkey runs it as a whole, so that nobody counts in between.
 *
 * KEYS: the buckets, and after them the call that may be repeated, if any. ARGV: the number of buckets; of each, its calls and the
 * milliseconds of its window; how often the call may be repeated, and for how many milliseconds.
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

/** How often the repetitions of a call are not counted, and for how long. */
interface Repeatable {
  readonly key: string
  readonly times: number
  readonly seconds: number
}

type CountCall = (
  keyCount: number,
  ...keysAndArguments: (string | number)[]
) => Promise<[number, number] | null>

/**
 * Counts one call in each of these buckets, up to the first that is exhausted.
 *
 * @returns its place, from 1, and how long its window lasts; null when the call may be made.
 */
export async function countCallInValkey(
  client: Redis,
  buckets: readonly Bucket[],
  repeatable: Repeatable | null,
): Promise<{ place: number; milliseconds: number } | null> {
  const known = client as Redis & { countCall?: CountCall }
  if (!known.countCall) client.defineCommand('countCall', { lua: script })
  const keys = [...buckets.map(({ key }) => key), ...(repeatable ? [repeatable.key] : [])]
  const refused = await (known as unknown as { countCall: CountCall }).countCall(
    keys.length,
    ...keys,
    buckets.length,
    ...buckets.flatMap(({ calls, seconds }) => [calls, seconds * 1000]),
    repeatable?.times ?? 0,
    (repeatable?.seconds ?? 0) * 1000,
  )
  return refused && { place: refused[0], milliseconds: refused[1] }
}
