import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Config } from '../../config.ts'
import { errorMessage } from '../errors.ts'
import { bareHost, checkedLookup, enforceGuard, type Guard, guardFor, NotFetched } from './guard.ts'

/** Browsers follow twenty; sites that ask for a language or a cookie take up to six. */
const maxRedirects = 10
const bodyMaxBytes = 5 * 1024 * 1024
const cookiesMax = 20
const cookieMaxLength = 1024
/** Some sites send long policies. */
const headersMaxBytes = 128 * 1024
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
  /** The header `Refresh`, which some sites use like a redirect. */
  readonly refresh?: string | null
  /** The decompressed body; iterating throws after 5 MB, compressed or decompressed. */
  readonly body: AsyncIterable<Buffer>
}

const charsetParameter = /^\s*charset\s*=\s*["']?([^"'\s,]+)/i

const refreshOf = ({ headers }: IncomingMessage): string | null =>
  typeof headers.refresh === 'string' ? headers.refresh : null

/**
 * Fetches a document from an untrusted host and passes it to `consume`; closes the connection when that resolves.
 * Sends no credentials, no referrer, and no cookies but those that it got on the way through redirects.
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
    const charset = parameters.map((one) => charsetParameter.exec(one)?.[1]).find(Boolean)
    return await consume({
      url,
      contentType: contentType.trim().toLowerCase(),
      charset: charset ?? null,
      refresh: refreshOf(message),
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
  const cookies = createCookies()
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const message = await sendRequest(url, { ...options, cookie: cookies.of(url) }, AbortSignal.any(signals))
    const status = message.statusCode ?? 0
    const location = redirectStatuses.includes(status) && message.headers.location
    if (!location) {
      if (status < 200 || status > 299)
        throw new NotFetched(`answers ${status}`, { isTemporary: status === 429 || status >= 500 })
      return { url, message }
    }
    message.destroy()
    cookies.keep(url, message.headers['set-cookie'] ?? [])
    const target = location.replace(rawByte, percentEncode)
    if (!URL.canParse(target, url))
      throw new NotFetched('redirects to an invalid URL', { isTemporary: false })
    url = new URL(target, url)
  }
  throw new NotFetched('redirects too often', { isTemporary: false })
}

/** Node.js reads each byte of a header as one character. In which encoding they are, the site that it names knows. */
const rawByte = /[\x80-\xff]/g
const percentEncode = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`

function sendRequest(
  url: URL,
  { guard, userAgent, cookie }: FetchOptions & { readonly cookie: string },
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
        accept:
          'text/html,application/xhtml+xml,image/avif,image/webp,image/jpeg,image/png,image/gif;q=0.9,*/*;q=0.1',
        'accept-encoding': 'gzip, deflate, br',
        'user-agent': userAgent,
        ...(cookie && { cookie }),
      },
      // No connection pool: the guard must check the address of every connection.
      agent: false,
      maxHeaderSize: headersMaxBytes,
      // Such as spaces after the size of a chunk. Nothing can be smuggled into a connection that has one request.
      insecureHTTPParser: true,
      lookup: checkedLookup(guard),
      signal,
    })
      .on('response', (message) => resolve(message.on('error', () => {})))
      .on('error', reject)
      .on('close', () => reject(new Error('closes the connection')))
      .end()
  })
}

type Decoder = NodeJS.ReadWriteStream & AsyncIterable<Buffer>

const decoders: Record<string, (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>> = {
  gzip: (source) => through(createGunzip(), source),
  'x-gzip': (source) => through(createGunzip(), source),
  deflate: inflate,
  br: (source) => through(createBrotliDecompress(), source),
}

/** The consumer gets errors from the decoder, so the callback ignores them. */
const through = (decoder: Decoder, source: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  pipeline(source, decoder, () => {})

/** Some servers send what is called `deflate` without the frame around it (RFC 9110, section 8.4.1.2). */
async function* inflate(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done) return
  const hasFrame = ((first.value[0] ?? 0) & 0x0f) === 8
  const all = async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  yield* through(hasFrame ? createInflate() : createInflateRaw(), all())
}

const codingsMax = 3

async function* decompress(message: IncomingMessage): AsyncGenerator<Buffer> {
  // Browsers ignore codings that they do not know, such as `utf-8`. One that is real makes a body that nothing can be found in.
  const codings = (message.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => decoders[one.trim()])
    .filter((decode) => decode !== undefined)
  if (codings.length > codingsMax) throw new NotFetched('is encoded too often', { isTemporary: false })
  let body: AsyncIterable<Buffer> = message
  for (const decode of codings.reverse()) body = decode(limitSize(body))
  yield* body
}

async function* limitSize(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > bodyMaxBytes) throw new NotFetched('is too large', { isTemporary: false })
    yield chunk
  }
}

/** The cookies of one chain of redirects: some sites redirect to the same page until they get back what they set. */
function createCookies() {
  const kept = new Map<string, { readonly host: string; readonly isSecure: boolean; readonly pair: string }>()
  return {
    keep(url: URL, lines: readonly string[]) {
      for (const line of lines) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
        const [name = ''] = pair.split('=')
        const isSecure = attributes.some((one) => one.toLowerCase() === 'secure')
        if (pair.length <= cookieMaxLength && kept.size < cookiesMax)
          kept.set(`${url.hostname} ${name}`, { host: url.hostname, isSecure, pair })
      }
    },
    of: (url: URL) =>
      [...kept.values()]
        .filter(({ host, isSecure }) => host === url.hostname && (!isSecure || url.protocol === 'https:'))
        .map(({ pair }) => pair)
        .join('; '),
  }
}
