import type { ApiClient, EndpointName } from '../../contract/endpoints/index.ts'
import { addresses } from './addresses.ts'
import { csrfToken, keepCsrfToken } from './csrf.ts'
import { ApiFailure, ConnectionFailure } from './failure.ts'

interface Parts {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
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
    keepCsrfToken(response.headers.get('Csrf-Token'))
    if (response.status === 304 && known) return known.answer as never
    const answer = readAnswer(response, await response.text())
    const tag = response.headers.get('ETag')
    if (tag) tagged.set(address, { tag, answer })
    return answer as never
  },
}

async function findAddress(name: EndpointName): Promise<string> {
  if (isKnown(name)) return addresses[name]
  const { rareAddresses } = await import('./rareAddresses.ts').catch(() => {
    throw new ConnectionFailure('The server cannot be reached.')
  })
  return rareAddresses[name]
}

const isKnown = (name: EndpointName): name is keyof typeof addresses => name in addresses

/** The path with its `:names` filled in and the query behind it; what is undefined is left out. */
export function addressOf(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, string | undefined> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
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
export function readAnswer(response: Pick<Response, 'ok' | 'status' | 'statusText'>, text: string): unknown {
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
