import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Encoding = 'identity' | 'gzip' | 'br'

export interface Shared {
  readonly bytes: Buffer
  readonly encoding: Encoding
}

/** What all guests get alike, kept as compressed bytes for a few seconds. */
export interface GuestCache {
  /**
   * The answer for this address in this encoding, made once however many ask for it at the same moment.
   * A failure is not kept.
   */
  get(key: string, encoding: Encoding, make: () => Promise<string>): Promise<Shared>
  /** The answer if it is there already. */
  peek(key: string, encoding: Encoding): Shared | undefined
  /** Forgets everything: a guest who looks now sees what was just written. */
  clear(): void
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)
const maxBytes = 64 * 1024 * 1024

const encode: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  identity: async (body) => body,
  gzip: (body) => gzipped(body, { level: 4 }),
  br: (body) => brotlied(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
}

export function createGuestCache(options: { seconds: number }): GuestCache {
  const make1 = async (encoding: Encoding, make: () => Promise<string>): Promise<Shared> => ({
    bytes: await encode[encoding](Buffer.from(await make())),
    encoding,
  })
  if (options.seconds === 0)
    return {
      get: (_key, encoding, make) => make1(encoding, make),
      peek: () => undefined,
      clear: () => {},
    }

  const kept = new LRUCache<string, Shared>({
    ttl: options.seconds * 1000,
    maxSize: maxBytes,
    sizeCalculation: (shared) => shared.bytes.length + 200,
  })
  const underWay = new Map<string, Promise<Shared>>()
  return {
    get(key, encoding, make) {
      const name = `${encoding} ${key}`
      const shared = kept.get(name)
      if (shared) return Promise.resolve(shared)
      const waiting = underWay.get(name)
      if (waiting) return waiting
      const making = make1(encoding, make)
        .then((made) => {
          // Not kept when everything was forgotten meanwhile: it may show the state before the write.
          if (underWay.get(name) === making) kept.set(name, made)
          return made
        })
        .finally(() => {
          if (underWay.get(name) === making) underWay.delete(name)
        })
      underWay.set(name, making)
      return making
    },
    peek: (key, encoding) => kept.get(`${encoding} ${key}`),
    clear() {
      kept.clear()
      underWay.clear()
    },
  }
}
