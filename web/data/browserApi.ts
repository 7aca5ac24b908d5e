import frequent from 'virtual:calls/frequent'
import type { ApiClient, EndpointName } from '../../contract/endpoints/index.ts'
import { csrfToken, storeCsrfToken } from './csrf.ts'
import { ApiFailure, ConnectionFailure } from './failure.ts'

type Query = Record<string, string | number | boolean | undefined>

interface Parts {
  params?: Record<string, string>
  query?: Query
  body?: unknown
}

/** What came last under a tag, by address; while it is the same, the server does not send it again. */
const tagged = new Map<string, { tag: string; answer: unknown }>()

/** Keys of creations of which no answer told what became of them. Whoever sends the same again means the same. */
const openKeys = new Map<string, string>()

/**
 * The API over the network. Every call carries the CSRF token, and stores the one that comes back. Creations carry an
 * idempotency key; they, and other calls that may be repeated, are sent once more where no answer of the server came.
 */
export const browserApi: ApiClient = {
  async call(name, input, options = {}) {
    const [method = 'GET', path = '', takesKey] = (await findAddress(name)).split(' ')
    const { params, query, body } = input as Parts
    const address = addressOf(path, params, query)
    const known = tagged.get(address)
    const content = body === undefined ? undefined : JSON.stringify(body)
    const creation = `${address} ${content}`
    const key = takesKey && (openKeys.get(creation) ?? crypto.getRandomValues(new Uint32Array(4)).join('-'))
    if (key) openKeys.set(creation, key)
    const send = key || options.isRepeatable ? requestTwice : request
    const response = await send(address, {
      method,
      headers: {
        'X-Csrf-Token': csrfToken(),
        ...(known && { 'If-None-Match': known.tag }),
        ...(content !== undefined && { 'Content-Type': 'application/json' }),
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(content !== undefined && { body: content }),
      ...(options.signal && { signal: options.signal }),
    })
    if (response.status < 500) openKeys.delete(creation)
    storeCsrfToken(response.headers.get('Csrf-Token'))
    if (response.status === 304 && known) return known.answer as never
    const answer = parseAnswer(response, await response.text())
    const tag = response.headers.get('ETag')
    if (tag) tagged.set(address, { tag, answer })
    return answer as never
  },
}

async function findAddress(name: EndpointName): Promise<string> {
  if (isFrequent(name)) return frequent[name]
  const { default: rare } = await import('virtual:calls/rare').catch(() => {
    throw new ConnectionFailure('The server cannot be reached.')
  })
  return rare[name]
}

const isFrequent = (name: EndpointName): name is keyof typeof frequent => name in frequent

/** The path with its `:names` filled in and the query behind it; what is undefined is left out. */
export function addressOf(path: string, params: Record<string, string> = {}, query: Query = {}): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = new URLSearchParams(given).toString()
  return search ? `${filled}?${search}` : filled
}

async function request(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { credentials: 'same-origin', ...init })
  } catch (failure) {
    if (init.signal?.aborted) throw failure
    throw new ConnectionFailure('The server cannot be reached.')
  }
}

const secondTryMs = 1000
/** Nobody waits longer than this without being told. */
const longestWaitMs = 5000

/** Sends a request that does no harm twice, and once more when no answer of the server came. */
async function requestTwice(address: string, init: RequestInit): Promise<Response> {
  const first = await request(address, init).catch((failure: Error) => failure)
  const waitMs = waitBeforeSecond(first)
  if (waitMs <= longestWaitMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return request(address, init)
  }
  if (first instanceof Error) throw first
  return first
}

/** In milliseconds; infinite, or not a number, where there shall be no second try. */
function waitBeforeSecond(first: Response | Error): number {
  if (first instanceof ConnectionFailure) return secondTryMs
  if (first instanceof Error || ![502, 503, 504].includes(first.status)) return Number.POSITIVE_INFINITY
  const seconds = first.headers.get('Retry-After')
  return seconds === null ? secondTryMs : Number(seconds) * 1000
}

/**
 * What the server answered, as JSON.
 *
 * @throws ApiFailure when it refused.
 */
export function parseAnswer(response: Pick<Response, 'ok' | 'status' | 'statusText'>, text: string): unknown {
  const answer = parseJson(text)
  if (response.ok) return answer
  const { code, message } = (answer ?? {}) as { code?: string; message?: string }
  throw new ApiFailure({
    status: response.status,
    message: message ?? response.statusText,
    ...(code !== undefined && { code }),
  })
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    // A proxy between us and the server answers in HTML when the server is away.
    return null
  }
}
