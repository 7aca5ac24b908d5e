import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { endpoints } from '../../contract/endpoints/index.ts'
import { errors } from '../../contract/errors.ts'
import { acceptsEncoding } from './encoding.ts'
import type { GuestCache, Shared } from './guestCache.ts'
import { Refused } from './refused.ts'
import type { Route, Services } from './route.ts'
import { errorBody } from './server.ts'
import { Session } from './session.ts'
import { isSecret } from './sessionId.ts'
import { storable } from './text.ts'

const compress = promisify(gzip)
const worthCompressingBytes = 1024
/** Up to here compressing takes less time than handing it to another thread and back. */
const compressedAtOnceBytes = 32 * 1024
const compression = { level: 1 }
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const

declare module 'fastify' {
  interface FastifyRequest {
    session: Session
  }
}

type Serializer = (data: unknown) => string

/** Writes answers by their schema, which also drops every key that the schema does not name; null is an empty body. */
export function serializerOf(endpoint: Endpoint): Serializer {
  const schema = endpoint.response as { anyOf?: object[] } | null
  if (schema === null) return () => ''
  const compile = (part: object): Serializer => {
    const write = fastJsonStringify(part as Parameters<typeof fastJsonStringify>[0])
    return (data) => (data === null ? '' : write(data))
  }
  if (!schema.anyOf) return compile(schema)
  const [object, array] = schema.anyOf.map(compile)
  if (!object || !array) throw new Error(`${endpoint.path}: expected an object and an array`)
  return (data) => (Array.isArray(data) ? array(data) : object(data))
}

/** Who may go on, decided before the body is read: CSRF, login, role, rate limit, in this order. */
async function admit(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { config, limiter } = services
  const hasAdminKey =
    config.adminApiKey !== '' &&
    isSecret(config.adminApiKey, (request.query as Record<string, string>).adminKey)
  const { session } = request
  if (endpoint.method !== 'GET' && !hasAdminKey && !session.carriesToken())
    throw new Refused(errors.unauthorized)
  if (endpoint.who !== 'all' && !session.viewer) throw new Refused(errors.notLoggedIn)
  if (endpoint.who === 'admin' && !session.viewer?.isAdmin) throw new Refused(errors.notAdmin)
  if (endpoint.limit && !hasAdminKey)
    await limiter.take(endpoint.limit, {
      ip: request.ip,
      ...(session.viewer && { member: session.viewer.id }),
    })
}

const bestEncoding = (request: FastifyRequest) => (acceptsEncoding(request, 'gzip') ? 'gzip' : 'identity')

function sendShared(reply: FastifyReply, { bytes, encoding }: Shared): FastifyReply {
  reply.header('Vary', 'Accept-Encoding')
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(bytes)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | Buffer,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding')
  const size = Buffer.byteLength(body)
  if (size < worthCompressingBytes || !acceptsEncoding(request, 'gzip')) return reply.send(body)
  reply.header('Content-Encoding', 'gzip')
  return reply.send(
    size <= compressedAtOnceBytes ? gzipSync(body, compression) : await compress(body, compression),
  )
}

/** Serves the given routes under their addresses, and refuses every other method there (API contract 1.8). */
export function registerApi(
  app: FastifyInstance,
  services: Services,
  options: { routes: readonly Route[]; guestCache: GuestCache },
): void {
  app.decorateRequest('session', null as unknown as Session)
  const known = new Map<string, Set<string>>()

  for (const { name, handler } of options.routes) {
    const endpoint: Endpoint = endpoints[name]
    const serialize = serializerOf(endpoint)
    known.set(endpoint.path, (known.get(endpoint.path) ?? new Set()).add(endpoint.method))
    const call = handler as (call: unknown) => Promise<unknown>
    const answer = async (request: FastifyRequest) =>
      serialize(
        await call({
          ...services,
          viewer: request.session.viewer,
          session: request.session,
          ip: request.ip,
          params: request.params,
          query: request.query,
          body: request.body,
        }),
      )

    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
      },
      onRequest: async (request, reply) => {
        reply.header('Content-Type', 'application/json; charset=UTF-8').header('Cache-Control', 'no-store')
        // A body is JSON whatever its type says, also where that is no type at all (API contract 1.1).
        if (endpoint.body && request.headers['content-type'] !== undefined)
          request.headers['content-type'] = 'application/json'
        request.session = await Session.open(services, request, reply)
        await admit(services, endpoint, request)
        if (!endpoint.sharedByGuests || request.session.viewer) return
        const shared = options.guestCache.peek(request.url, bestEncoding(request))
        // Before anything is looked at: the same address was answered just now.
        if (shared) return sendShared(reply, shared)
      },
      preValidation: async (request) => {
        const params = request.params as Record<string, string>
        for (const key of Object.keys(params)) params[key] = storable(params[key] ?? '')
        if (endpoint.body && request.body === undefined) {
          if (!endpoint.bodyOptional) throw new Refused(errors.invalidJson)
          request.body = {}
        }
      },
      handler: async (request, reply) => {
        if (endpoint.successStatus) reply.code(endpoint.successStatus)
        if (endpoint.sharedByGuests && !request.session.viewer) {
          const encoding = bestEncoding(request)
          return sendShared(reply, await options.guestCache.get(request.url, encoding, () => answer(request)))
        }
        const body = await answer(request)
        if (endpoint.changesWhatGuestsSee) {
          options.guestCache.clear()
          services.shared.clear()
        }
        return send(request, reply, body)
      },
    })
  }

  for (const [path, taken] of known)
    app.route({
      method: methods.filter((method) => !taken.has(method)),
      url: path,
      handler: async (_request, reply) => {
        reply
          .code(errors.wrongMethod.status)
          .header('Content-Type', 'application/json; charset=UTF-8')
          .header('Cache-Control', 'no-store')
        return JSON.stringify(errorBody(errors.wrongMethod))
      },
    })

  app.all('/api/*', async (_request, reply) => {
    reply
      .code(errors.endpointNotFound.status)
      .header('Content-Type', 'application/json; charset=UTF-8')
      .header('Cache-Control', 'no-store')
    return JSON.stringify(errorBody(errors.endpointNotFound))
  })
}
