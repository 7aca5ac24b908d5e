import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { type EndpointName, endpoints, type InputOf } from '../../../contract/endpoints/index.ts'
import { type ApiError, errors } from '../../../contract/errors.ts'

/** A call of the API that a form stands for. */
export interface FormCall {
  readonly method: Endpoint['method']
  readonly url: string
  readonly body: unknown
  /** Creates something, and is sent with the key of the form. */
  readonly takesKey: boolean
}

/** A call of the contract. Its input is what people typed, so the API validates it as any other. */
export function formCall<N extends EndpointName>(name: N, input: InputOf<N>): FormCall {
  const { method, path, takesIdempotencyKey }: Endpoint = endpoints[name]
  const {
    params = {},
    query = {},
    body,
  } = input as {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: unknown
  }
  const filled = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
  const search = new URLSearchParams(query).toString()
  return {
    method,
    url: search ? `${filled}?${search}` : filled,
    body,
    takesKey: takesIdempotencyKey === true,
  }
}

export type FormAnswer =
  | { readonly isDone: true; readonly body: unknown; readonly cookies: readonly string[] }
  | { readonly isDone: false; readonly error: ApiError; readonly retryAfter: string | undefined }

/** What is about the form itself, not about its call. */
const ownHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'if-none-match',
  'idempotency-key',
  'transfer-encoding',
  'x-csrf-token',
])

/**
 * Sends a call to the API within the process, as if the browser had: with its cookies, its address and what proxies say about it. So
 * validation, permissions, limits and everything else are those of the call.
 */
export async function sendCall(
  app: FastifyInstance,
  request: FastifyRequest,
  call: FormCall,
  given: { token: string; key: string | undefined; cookie?: string },
): Promise<FormAnswer> {
  const kept = Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name))
  const { cookie = request.headers.cookie, key } = given
  const answer = await app.inject({
    method: call.method,
    url: call.url,
    remoteAddress: request.socket.remoteAddress ?? '',
    headers: {
      ...Object.fromEntries(kept),
      ...(cookie !== undefined && { cookie }),
      'x-csrf-token': given.token,
      ...(call.takesKey && key && { 'idempotency-key': key }),
    },
    ...(call.body !== undefined && { payload: JSON.stringify(call.body) }),
  })
  // A redirect is of a path that no form has, such as one with an id of `..`; it has no body.
  if (answer.statusCode >= 300 && answer.statusCode < 400)
    return { isDone: false, error: errors.badRequest, retryAfter: undefined }
  const body: unknown = answer.body === '' ? null : JSON.parse(answer.body)
  if (answer.statusCode < 300)
    return { isDone: true, body, cookies: [answer.headers['set-cookie'] ?? []].flat() }
  const retryAfter = answer.headers['retry-after']
  return {
    isDone: false,
    error: body as ApiError,
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
  }
}
