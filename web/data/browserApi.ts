import addresses from 'virtual:calls'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import { fieldsOf } from '../../contract/objects.ts'
import { csrfToken, hasCsrfCookie, storeCsrfToken } from './csrf.ts'
import { ApiFailure, ConnectionFailure } from './failure.ts'

type Query = Record<string, string | number | boolean | undefined>

interface Parts {
  params?: Record<string, string>
  query?: Query
  body?: unknown
}

/** The last answer that had an ETag, by URL. While it is unchanged, the server answers 304 without a body. */
const tagged = new Map<string, { tag: string; answer: unknown }>()

/** Idempotency keys of requests whose outcome is unknown, by URL and body. A repeated request is sent with the same key. */
const openKeys = new Map<string, string>()

/**
 * The API over the network. Every call sends the CSRF token, and stores a new one from the answer. Calls that create
 * something send an idempotency key; they, and other repeatable calls, are sent a second time if no answer arrives.
 */
export const browserApi: ApiClient = {
  async call(name, input, options = {}) {
    const [method = 'GET', path = '', takesKey] = addresses[name].split(' ')
    const { params, query, body } = input as Parts
    const url = urlOf(path, params, query)
    const known = tagged.get(url)
    const content = body === undefined ? undefined : JSON.stringify(body)
    const requestKey = `${url} ${content}`
    const key = takesKey && (openKeys.get(requestKey) ?? crypto.getRandomValues(new Uint32Array(4)).join('-'))
    if (key) openKeys.set(requestKey, key)
    const send = key || options.isRepeatable ? requestTwice : request
    const sendNow = () =>
      send(url, {
        method,
        headers: {
          'X-Csrf-Token': csrfToken(),
          ...(known && { 'If-None-Match': known.tag }),
          ...(content !== undefined && { 'Content-Type': 'application/json' }),
          ...(key && { 'Idempotency-Key': key }),
        },
        ...(content !== undefined && { body: content }),
        ...(options.signal && { signal: options.signal }),
        ...(options.outlivesPage && isSmall(content) && { keepalive: true }),
      })
    let response = await sendNow()
    if (response.status === 401 && method !== 'GET' && !hasCsrfCookie()) {
      // The page came from a shared cache, without a session.
      await browserApi.call('getInitial', {})
      response = await sendNow()
    }
    if (response.status < 500) openKeys.delete(requestKey)
    storeCsrfToken(response.headers.get('Csrf-Token'))
    if (response.status === 304 && known) return known.answer as never
    const answer = parseAnswer(response, await response.text())
    const tag = response.headers.get('ETag')
    if (tag) tagged.set(url, { tag, answer })
    return answer as never
  },
}

/** The path with its `:names` replaced, followed by the query; undefined values are omitted. */
export function urlOf(path: string, params: Record<string, string> = {}, query: Query = {}): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return search ? `${filled}?${search}` : filled
}

/**
 * Browsers refuse more than 64 KiB that outlive their page, of all requests together. A larger one is sent like any other
 * request, and is lost if the page is left meanwhile.
 */
const outlivingMaxBytes = 60 * 1024

const isSmall = (content = ''): boolean => new TextEncoder().encode(content).length <= outlivingMaxBytes

async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { credentials: 'same-origin', ...init })
  } catch (failure) {
    if (init.signal?.aborted) throw failure
    throw new ConnectionFailure('The server cannot be reached.')
  }
}

const secondTryMs = 1000
/** After this time, the user is informed of the failure. */
const longestWaitMs = 5000

/** Sends an idempotent request, and retries once if no answer arrives. */
async function requestTwice(url: string, init: RequestInit): Promise<Response> {
  const first = await request(url, init).catch((failure: Error) => failure)
  const waitMs = waitBeforeSecond(first)
  if (waitMs <= longestWaitMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return request(url, init)
  }
  if (first instanceof Error) throw first
  return first
}

/** In milliseconds; infinite or NaN for no second try. */
function waitBeforeSecond(first: Response | Error): number {
  if (first instanceof ConnectionFailure) return secondTryMs
  if (first instanceof Error || ![502, 503, 504].includes(first.status)) return Number.POSITIVE_INFINITY
  const seconds = first.headers.get('Retry-After')
  return seconds === null ? secondTryMs : Number(seconds) * 1000
}

/**
 * The server's answer, as JSON.
 *
 * @throws ApiFailure when it refused.
 */
export function parseAnswer(
  response: Pick<Response, 'ok' | 'status' | 'statusText'> & Partial<Pick<Response, 'headers'>>,
  text: string,
): unknown {
  const answer = parseJson(text)
  if (response.ok) return answer
  const { code, message } = fieldsOf(answer)
  throw new ApiFailure(
    {
      status: response.status,
      message: typeof message === 'string' ? message : response.statusText,
      ...(typeof code === 'string' && { code }),
    },
    { retryAfterSeconds: Number(response.headers?.get('Retry-After')) || null },
  )
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    // A proxy answers in HTML when the server is down.
    return null
  }
}
