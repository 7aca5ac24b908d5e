import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { CacheFigures } from '../../../contract/cacheFigures.ts'

export type Encoding = 'identity' | 'gzip' | 'br'

/** A body in parts, some of which may be compressed already (`TextParts`). */
interface BodyInParts {
  readonly hasShared: boolean
  gzip(): Promise<Buffer>
  toString(): string
}

export interface CachedResponse {
  readonly bytes: Buffer
  readonly encoding: Encoding
  /** In milliseconds, by `performance.now()`. */
  readonly madeAt: number
}

/** Responses that are the same for all guests, cached as compressed bytes for a few seconds. */
export interface GuestCache {
  /**
   * Returns the cached body of this key in this encoding, or calls `create`. Concurrent calls share one `create`.
   * Failures are not cached. What is not known to be read often is joined from parts that are compressed already, if it has any.
   *
   * @param key the URL.
   */
  get(key: string, encoding: Encoding, create: () => Promise<BodyInParts | string>): Promise<CachedResponse>
  /** Whether `get` would find it. */
  has(key: string, encoding: Encoding): boolean
  /** Returns the response only if it is cached. */
  peek(key: string, encoding: Encoding): CachedResponse | undefined
  /** Whether this key was cached recently, in any encoding, so others request it, too. */
  wasCached(key: string): boolean
  /** The best of these encodings: Brotli takes so much time that it pays only for what is read often. */
  bestEncoding(key: string, accepted: { br: boolean; gzip: boolean }): Encoding
  /**
   * Lets responses whose key contains one of these texts be two seconds old at most. So whatever others write meanwhile, each is
   * made once in two seconds.
   */
  limitAge(about: readonly string[]): void
  /** Invalidates everything, so that guests see a write at once. */
  clear(): void
  figures(): CacheFigures
}

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)
const maxBytes = 64 * 1024 * 1024
const recentMs = 60_000
/** Others may miss a new post or comment for so long. */
const mostMsAfterWrite = 2000
const mostCachedRecently = 1000

/** More effort for what is sent often. Sent once: 5 to 12 % more bytes for a third to three fifths of the CPU time. */
const efforts = { often: { gzip: 4, br: 4 }, once: { gzip: 3, br: 1 } }
type Effort = (typeof efforts)['once']

const encode: Record<Encoding, (body: Buffer, effort: Effort) => Promise<Buffer>> = {
  identity: async (body) => body,
  gzip: (body, { gzip: level }) => gzipAsync(body, { level }),
  br: (body, { br: quality }) =>
    brotliAsync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
}

const encoded = (body: BodyInParts | string, encoding: Encoding, isOften: boolean): Promise<Buffer> =>
  encoding === 'gzip' && !isOften && typeof body !== 'string' && body.hasShared
    ? body.gzip()
    : encode[encoding](Buffer.from(String(body)), isOften ? efforts.often : efforts.once)

/** @param options.seconds time to live; 0 disables the cache. */
export function createGuestCache(options: { seconds: number }): GuestCache {
  const createResponse = async (
    encoding: Encoding,
    create: () => Promise<BodyInParts | string>,
    { isOften }: { isOften: boolean },
  ): Promise<CachedResponse> => ({
    bytes: await encoded(await create(), encoding, isOften),
    encoding,
    madeAt: performance.now(),
  })
  if (options.seconds === 0)
    return {
      get: (_key, encoding, create) => createResponse(encoding, create, { isOften: false }),
      has: () => false,
      peek: () => undefined,
      wasCached: () => false,
      bestEncoding: (_key, { br, gzip: mayGzip }) => (mayGzip ? 'gzip' : br ? 'br' : 'identity'),
      limitAge: () => {},
      clear: () => {},
      figures: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0 }),
    }

  const ttl = options.seconds * 1000
  const cache = new LRUCache<string, CachedResponse>({
    ttl,
    // Without it, the time of the last look counts for another millisecond.
    ttlResolution: 0,
    maxSize: maxBytes,
    sizeCalculation: (response) => response.bytes.length + 200,
  })
  const pending = new Map<string, Promise<CachedResponse>>()
  const cachedRecently = new LRUCache<string, true>({
    ttl: recentMs,
    ttlResolution: 0,
    max: mostCachedRecently,
  })
  // What is kept for longer is not asked for again within the time that says how often it is read.
  const isOften = (key: string) => ttl > recentMs || cachedRecently.has(key)
  let hits = 0
  let misses = 0
  const find = (cacheKey: string) => {
    const cached = cache.get(cacheKey)
    if (cached) hits += 1
    return cached
  }
  return {
    get(key, encoding, create) {
      const cacheKey = `${encoding} ${key}`
      const cached = find(cacheKey)
      if (cached) return Promise.resolve(cached)
      const shared = pending.get(cacheKey)
      if (shared) {
        hits += 1
        return shared
      }
      misses += 1
      const promise = createResponse(encoding, create, { isOften: isOften(key) })
        .then((response) => {
          // Do not cache it after clear(): it may show the state before the write.
          if (pending.get(cacheKey) === promise) cache.set(cacheKey, response)
          cachedRecently.set(key, true)
          return response
        })
        .finally(() => {
          if (pending.get(cacheKey) === promise) pending.delete(cacheKey)
        })
      pending.set(cacheKey, promise)
      return promise
    },
    has: (key, encoding) => cache.has(`${encoding} ${key}`),
    peek: (key, encoding) => find(`${encoding} ${key}`),
    wasCached: (key) => cachedRecently.has(key),
    bestEncoding(key, { br, gzip: mayGzip }) {
      if (!br) return mayGzip ? 'gzip' : 'identity'
      if (!mayGzip || cache.has(`br ${key}`)) return 'br'
      return isOften(key) && !cache.has(`gzip ${key}`) ? 'br' : 'gzip'
    },
    limitAge(about) {
      if (ttl <= mostMsAfterWrite) return
      const isAbout = (key: string) => about.some((text) => key.includes(text))
      // What is being made may be from before the write, and would be kept for longer.
      for (const key of [...pending.keys()].filter(isAbout)) pending.delete(key)
      for (const key of [...cache.keys()].filter(isAbout)) {
        const response = cache.peek(key)
        const left = response ? response.madeAt + mostMsAfterWrite - performance.now() : 0
        if (!response || left <= 0) cache.delete(key)
        else cache.set(key, response, { ttl: left })
      }
    },
    clear() {
      cache.clear()
      pending.clear()
    },
    figures: () => ({ entries: cache.size, bytes: cache.calculatedSize, hits, misses }),
  }
}
