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

/** The API over the network. Every call carries the CSRF token, and stores the one that comes back. */
export const browserApi: ApiClient = {
  async call(name, input, options = {}) {
    const [method = 'GET', path = ''] = (await findAddress(name)).split(' ')
    const { params, query, body } = input as Parts
    const address = addressOf(path, params, query)
    const known = tagged.get(address)
    const response = await request(address, {
      method,
      headers: {
        'X-Csrf-Token': csrfToken(),
        ...(known && { 'If-None-Match': known.tag }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    })
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
