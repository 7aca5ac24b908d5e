import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Config } from '../config.ts'
import { bareHost, checkedLookup, enforceGuard, type Guard, guardOf, NotFetched } from './guard.ts'

const redirectsMax = 5
const bodyMaxBytes = 5 * 1024 * 1024
const redirects = [301, 302, 303, 307, 308]

/** How a document of somebody else's is fetched. */
export interface Fetching {
  readonly guard: Guard
  /** Says honestly who asks. */
  readonly userAgent: string
  /** The time for everything: all redirects and the reading. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** How the configuration wants it: where to connect to, and as whom. */
export const fetchingFor = (
  config: Pick<Config, 'linkPorts' | 'linkAllowedNetworks' | 'siteUrl'>,
): Pick<Fetching, 'guard' | 'userAgent'> => ({
  guard: guardOf(config),
  userAgent: `Folkmoot/1.0 (link preview${config.siteUrl ? `; +${config.siteUrl.href}` : ''})`,
})

/** What came back, with the status of a success. */
export interface Answer {
  /** Where the redirects ended. */
  readonly url: URL
  /** In lower case and without parameters; empty when the other side says none. */
  readonly contentType: string
  readonly charset: string | null
  /** Decompressed; more than 5 MB before or after that is an error of the reading. */
  readonly body: AsyncIterable<Buffer>
}

/**
 * Fetches a document from a host that nobody vouches for and hands it to `read`; the connection is closed when that
 * is done. Sends no cookies, no credentials and no referrer.
 *
 * @throws NotFetched for everything that goes wrong on the way.
 */
export async function fetchDocument<T>(
  address: string,
  fetching: Fetching,
  read: (answer: Answer) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(fetching.timeoutMs)
  const signal = fetching.signal ? AbortSignal.any([timeout, fetching.signal]) : timeout
  const finished = new AbortController()
  try {
    const { url, message } = await followRedirects(new URL(address), fetching, [signal, finished.signal])
    const [contentType = '', ...parameters] = (message.headers['content-type'] ?? '').split(';')
    const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(one)?.[1]).find(Boolean)
    return await read({
      url,
      contentType: contentType.trim().toLowerCase(),
      charset: charset ?? null,
      body: bounded(decompressed(message)),
    })
  } catch (error) {
    if (error instanceof NotFetched) throw error
    const reason = timeout.aborted ? 'takes too long' : (error as Error).message
    throw new NotFetched(reason, { isPassing: true })
  } finally {
    finished.abort()
  }
}

async function followRedirects(first: URL, fetching: Fetching, signals: AbortSignal[]) {
  let url = first
  for (let hop = 0; hop <= redirectsMax; hop++) {
    const message = await ask(url, fetching, AbortSignal.any(signals))
    const status = message.statusCode ?? 0
    const location = redirects.includes(status) && message.headers.location
    if (!location) {
      if (status < 200 || status > 299)
        throw new NotFetched(`answers ${status}`, { isPassing: status === 429 || status >= 500 })
      return { url, message }
    }
    message.destroy()
    if (!URL.canParse(location, url)) throw new NotFetched('redirects to nowhere', { isPassing: false })
    url = new URL(location, url)
  }
  throw new NotFetched('redirects without end', { isPassing: false })
}

function ask(url: URL, { guard, userAgent }: Fetching, signal: AbortSignal): Promise<IncomingMessage> {
  enforceGuard(guard, url)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request({
      hostname: bareHost(url.hostname),
      port: url.port,
      path: url.pathname + url.search,
      headers: {
        accept: 'text/html,application/xhtml+xml,image/jpeg,image/png,image/webp;q=0.9,*/*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': userAgent,
      },
      // A connection of its own: one that is kept for reuse was checked for somebody else.
      agent: false,
      lookup: checkedLookup(guard),
      signal,
    })
      .on('response', (message) => resolve(message.on('error', () => {})))
      .on('error', reject)
      .on('close', () => reject(new Error('closes the connection')))
      .end()
  })
}

const decoders: Record<string, () => NodeJS.ReadWriteStream & AsyncIterable<Buffer>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

async function* decompressed(message: IncomingMessage): AsyncGenerator<Buffer> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return yield* message
  const decoder = decoders[encoding]?.()
  if (!decoder) throw new NotFetched('is compressed in an unknown way', { isPassing: false })
  // Whoever reads learns of a failure from the decoder, which ends with it.
  yield* pipeline(bounded(message), decoder, () => {})
}

async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > bodyMaxBytes) throw new NotFetched('is too large', { isPassing: false })
    yield chunk
  }
}
