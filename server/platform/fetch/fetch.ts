import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Config } from '../../config.ts'
import { errorMessage } from '../errors.ts'
import { bareHost, checkedLookup, enforceGuard, type Guard, guardFor, NotFetched } from './guard.ts'

const maxRedirects = 5
const bodyMaxBytes = 5 * 1024 * 1024
const redirectStatuses = [301, 302, 303, 307, 308]

export interface FetchOptions {
  readonly guard: Guard
  readonly userAgent: string
  /** Total time for all redirects and the body. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Options from the configuration. */
export const fetchOptionsFor = (
  config: Pick<Config, 'linkPorts' | 'linkAllowedNetworks' | 'siteUrl'>,
): Pick<FetchOptions, 'guard' | 'userAgent'> => ({
  guard: guardFor(config),
  userAgent: `Folkmoot/1.0 (link preview${config.siteUrl ? `; +${config.siteUrl.href}` : ''})`,
})

/** A response with a status of success. */
export interface FetchedDocument {
  /** The final URL, after all redirects. */
  readonly url: URL
  /** In lower case and without parameters; empty when the response has none. */
  readonly contentType: string
  readonly charset: string | null
  /** The decompressed body; iterating throws after 5 MB, compressed or decompressed. */
  readonly body: AsyncIterable<Buffer>
}

/**
 * Fetches a document from an untrusted host and passes it to `consume`; closes the connection when that resolves.
 * Sends no cookies, no credentials and no referrer.
 *
 * @throws NotFetched for every failure, including those of `consume`.
 */
export async function fetchDocument<T>(
  address: string,
  options: FetchOptions,
  consume: (document: FetchedDocument) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(options.timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const finished = new AbortController()
  try {
    const { url, message } = await followRedirects(new URL(address), options, [signal, finished.signal])
    const [contentType = '', ...parameters] = (message.headers['content-type'] ?? '').split(';')
    const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(one)?.[1]).find(Boolean)
    return await consume({
      url,
      contentType: contentType.trim().toLowerCase(),
      charset: charset ?? null,
      body: limitSize(decompress(message)),
    })
  } catch (error) {
    if (error instanceof NotFetched) throw error
    const reason = timeout.aborted ? 'takes too long' : errorMessage(error)
    throw new NotFetched(reason, { isTemporary: true })
  } finally {
    finished.abort()
  }
}

async function followRedirects(first: URL, options: FetchOptions, signals: AbortSignal[]) {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const message = await sendRequest(url, options, AbortSignal.any(signals))
    const status = message.statusCode ?? 0
    const location = redirectStatuses.includes(status) && message.headers.location
    if (!location) {
      if (status < 200 || status > 299)
        throw new NotFetched(`answers ${status}`, { isTemporary: status === 429 || status >= 500 })
      return { url, message }
    }
    message.destroy()
    if (!URL.canParse(location, url))
      throw new NotFetched('redirects to an invalid URL', { isTemporary: false })
    url = new URL(location, url)
  }
  throw new NotFetched('redirects too often', { isTemporary: false })
}

function sendRequest(
  url: URL,
  { guard, userAgent }: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
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
      // No connection pool: the guard must check the address of every connection.
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

async function* decompress(message: IncomingMessage): AsyncGenerator<Buffer> {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase()
  if (!encoding || encoding === 'identity') return yield* message
  const decoder = decoders[encoding]?.()
  if (!decoder) throw new NotFetched('has an unknown content encoding', { isTemporary: false })
  // The consumer gets errors from the decoder, so the callback ignores them.
  yield* pipeline(limitSize(message), decoder, () => {})
}

async function* limitSize(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > bodyMaxBytes) throw new NotFetched('is too large', { isTemporary: false })
    yield chunk
  }
}
