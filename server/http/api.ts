import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint } from '../../contract/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '../../contract/endpoints/index.ts'
import { type ApiError, errors } from '../../contract/errors.ts'
import type { Config } from '../config.ts'
import { acceptsEncoding } from './encoding.ts'
import type { GuestCache, Shared } from './guestCache.ts'
import { createRateLimiter, type RateLimiter } from './rateLimits.ts'
import { Refused } from './refused.ts'
import { type Route, type Services, Tagged } from './route.ts'
import { errorBody } from './server.ts'
import { Session } from './session.ts'
import { isSecret } from './sessionId.ts'
import { storable } from './text.ts'
import { acceptUploads, withUpload } from './upload.ts'

const compress = promisify(gzip)
const worthCompressingBytes = 1024
/** Up to here compressing takes less time than handing it to another thread and back. */
const compressedAtOnceBytes = 32 * 1024
const compression = { level: 1 }
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const

declare module 'fastify' {
  interface FastifyRequest {
    session: Session
    limiter: RateLimiter
  }
}

type Serializer = (data: unknown) => string

/** Writes answers by their schema, which also drops every key that the schema does not name; null is an empty body. */
export function serializerOf(endpoint: Endpoint): Serializer {
  const schema = endpoint.response as { anyOf?: object[] } | null
  if (schema === null) return () => ''
  const compile = (part: object): Serializer => {
    // Only when it is asked for: all of them at once would hold up the start.
    let write: Serializer | undefined
    return (data) => {
      if (data === null) return ''
      write ??= fastJsonStringify(part as Parameters<typeof fastJsonStringify>[0]) as Serializer
      return write(data)
    }
  }
  if (!schema.anyOf) return compile(schema)
  const [object, array] = schema.anyOf.map(compile)
  if (!object || !array) throw new Error(`${endpoint.path}: expected an object and an array`)
  return (data) => (Array.isArray(data) ? array(data) : object(data))
}

/** Whether a request names the key of the operator, which lifts the check against forgery and all rate limits. */
const hasAdminKey = ({ adminApiKey }: Config, request: FastifyRequest): boolean =>
  adminApiKey !== '' && isSecret(adminApiKey, (request.query as Record<string, string>).adminKey)

const unlimited = createRateLimiter({ enabled: false })

/** Who may go on, decided before the body is read: CSRF, whether the call is there at all, login, role, rate limit, in this order. */
async function admit(
  request: FastifyRequest,
  {
    endpoint,
    switchedOff,
    isExempt,
  }: { endpoint: Endpoint; switchedOff: ApiError | undefined; isExempt: boolean },
): Promise<void> {
  const { session } = request
  if (endpoint.method !== 'GET' && !isExempt && !session.carriesToken())
    throw new Refused(errors.unauthorized)
  if (switchedOff) throw new Refused(switchedOff)
  if (endpoint.who !== 'all' && !session.viewer) throw new Refused(errors.notLoggedIn)
  if (endpoint.who === 'admin' && !session.viewer?.isAdmin) throw new Refused(errors.notAdmin)
  if (endpoint.limit)
    await request.limiter.take(endpoint.limit, {
      ip: request.ip,
      ...(session.viewer && { member: session.viewer.id }),
    })
}

const weakTag = (tag: string) => `W/"${tag}"`

/** The tags of ours that a header `If-None-Match` names. */
const tagsIn = (header = ''): string[] => [...header.matchAll(/W\/"([\w-]+)"/g)].map(([, tag = '']) => tag)

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

/** Answers every method of a known address but those that are taken (API contract 1.8). */
export function refuseOtherMethods(app: FastifyInstance, path: string, taken: ReadonlySet<string>): void {
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
}

/**
 * Serves the given routes under their addresses, and refuses every other method there (API contract 1.8).
 *
 * @param options.switchedOff calls that the operator does not want, with what they answer.
 */
export function registerApi(
  app: FastifyInstance,
  services: Services,
  options: {
    routes: readonly Route[]
    guestCache: GuestCache
    switchedOff: Partial<Record<EndpointName, ApiError>>
  },
): void {
  app.decorateRequest('session', null as unknown as Session)
  app.decorateRequest('limiter', null as unknown as RateLimiter)
  const known = new Map<string, Set<string>>()

  for (const { name, handler } of options.routes) {
    const endpoint: Endpoint = endpoints[name]
    const serialize = serializerOf(endpoint)
    known.set(endpoint.path, (known.get(endpoint.path) ?? new Set()).add(endpoint.method))
    const call = handler as (call: unknown) => Promise<unknown>
    const perform = (request: FastifyRequest, upload?: string | null) =>
      call({
        ...services,
        limiter: request.limiter,
        viewer: request.session.viewer,
        session: request.session,
        ip: request.ip,
        params: request.params,
        query: request.query,
        body: request.body,
        knownTags: tagsIn(request.headers['if-none-match']),
        upload,
      })
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const answered = endpoint.upload
        ? await withUpload(request, services.config, (file) => perform(request, file))
        : await perform(request)
      if (!(answered instanceof Tagged)) return serialize(answered)
      // Weak, because the same answer may be sent compressed or not.
      reply.header('ETag', weakTag(answered.tag))
      if (answered.answer !== undefined) return serialize(answered.answer)
      reply.code(304)
      return ''
    }

    const definition: RouteOptions = {
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
        const isExempt = hasAdminKey(services.config, request)
        request.limiter = isExempt ? unlimited : services.limiter
        await admit(request, { endpoint, switchedOff: options.switchedOff[name], isExempt })
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
          return sendShared(
            reply,
            await options.guestCache.get(request.url, encoding, () => answer(request, reply)),
          )
        }
        const body = await answer(request, reply)
        if (endpoint.changesWhatGuestsSee) {
          options.guestCache.clear()
          services.shared.clear()
        }
        return send(request, reply, body)
      },
    }
    if (endpoint.upload)
      app.register(async (scope) => {
        await acceptUploads(scope)
        scope.route({ ...definition, config: { takesLong: true } })
      })
    else app.route(definition)
  }

  for (const [path, taken] of known) refuseOtherMethods(app, path, taken)

  app.all('/api/*', async (_request, reply) => {
    reply
      .code(errors.endpointNotFound.status)
      .header('Content-Type', 'application/json; charset=UTF-8')
      .header('Cache-Control', 'no-store')
    return JSON.stringify(errorBody(errors.endpointNotFound))
  })
}
