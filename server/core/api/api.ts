import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import type { CachedResponse, GuestCache } from '../../platform/cache/guestCache.ts'
import type { Db } from '../../platform/database/connection.ts'
import { acceptsEncoding } from '../../platform/http/encoding.ts'
import { takeTurn } from '../../platform/http/overload.ts'
import { type RateLimiter, unlimited } from '../../platform/http/rateLimits.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { serializeByKey } from '../../platform/http/serializeByKey.ts'
import { errorBody } from '../../platform/http/server.ts'
import { removeUnstorable } from '../../platform/http/text.ts'
import { TextParts } from '../../platform/http/textParts.ts'
import { acceptUploads, withUpload } from '../../platform/http/upload.ts'
import type { DiskSpace } from '../../platform/storage/diskSpace.ts'
import { confirmationRefusal } from '../access/policy.ts'
import { Session } from '../sessions/session.ts'
import { isSecret } from '../sessions/sessionId.ts'
import { everybody, noteWrite, type Viewer } from '../sessions/viewer.ts'
import {
  answerInTurn,
  answerTogether,
  countingKeyOnce,
  type KeyedCall,
  type KeyedRequest,
  nameOf,
  parseIdempotencyKey,
} from './idempotency.ts'
import { storedIdsOf } from './ids.ts'
import { readMayBeOld } from './mayBeOld.ts'
import { enqueuePurge } from './purge.ts'
import { type BeforeBody, type Route, type Services, Tagged } from './route.ts'
import { serializerOf } from './serializer.ts'
import { allowSharing, isBehindCache } from './sharedCache.ts'
import { requestedFormat, viewAs } from './viewAs.ts'

const compress = promisify(gzip)
const worthCompressingBytes = 1024
/** Up to this size, compressing takes less time than a round trip to another thread. */
const compressedAtOnceBytes = 32 * 1024
const compression = { level: 1 }
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'] as const

declare module 'fastify' {
  interface FastifyRequest {
    session: Session
    limiter: RateLimiter
    /** A shared cache may keep the answer for guests. */
    mayBeShared: boolean
    /** Only for calls that take an idempotency key. */
    keyed: KeyedCall | null
  }
}

// Our query parser and the router give texts only.
const queryOf = ({ query }: FastifyRequest) => query as Record<string, string>
const paramsOf = ({ params }: FastifyRequest) => params as Record<string, string>

/** Whether a request has the operator's key, which skips the CSRF check and all rate limits. */
const hasAdminKey = ({ adminApiKey }: Config, request: FastifyRequest): boolean =>
  adminApiKey !== '' && isSecret(adminApiKey, queryOf(request).adminKey ?? '')

/**
 * Admits a request before its body is read: CSRF token, whether the call is switched off, login, role, confirmed e-mail address,
 * idempotency key, rate limit, in this order.
 */
async function admit(
  request: FastifyRequest,
  {
    name,
    endpoint,
    switchedOff,
    notConfirmed,
    isPrivate,
    isExempt,
    isCached,
  }: {
    name: EndpointName
    endpoint: Endpoint
    switchedOff: Refusal
    /** Why a member may not write yet, for calls that need a confirmed address. */
    notConfirmed: Refusal
    /** Whether guests may not read anything. */
    isPrivate: boolean
    isExempt: boolean
    isCached: boolean
  },
): Promise<void> {
  const { session } = request
  if (endpoint.method !== 'GET' && !isExempt && !session.carriesToken())
    throw new Refused(errors.unauthorized)
  enforce(switchedOff)
  if (!session.viewer && isForMembers(endpoint, { isPrivate })) throw new Refused(errors.notLoggedIn)
  if (endpoint.who === 'admin' && !session.viewer?.isAdmin) throw new Refused(errors.notAdmin)
  enforce(notConfirmed)
  const key = endpoint.takesIdempotencyKey && parseIdempotencyKey(request.headers['idempotency-key'])
  if (key && session.viewer) {
    request.keyed = { userId: session.viewer.id, call: name, key }
    request.limiter = countingKeyOnce(request.limiter, request.keyed)
  }
  // The cached answer to the same URL needs no query.
  if (endpoint.limit && !isCached)
    await request.limiter.take(endpoint.limit, {
      ip: request.ip,
      ...(session.viewer && { member: session.viewer.id }),
    })
}

/** Whether guests may not use a call: it is for members, or the forum is private and the call is not open to guests there. */
export const isForMembers = (
  { who, openInPrivateForum }: Pick<Endpoint, 'who' | 'openInPrivateForum'>,
  { isPrivate }: { isPrivate: boolean },
): boolean => who !== 'all' || (isPrivate && !openInPrivateForum)

const weakTag = (tag: string) => `W/"${tag}"`

/** Our tags in a header `If-None-Match`. */
const tagsIn = (header = ''): string[] => [...header.matchAll(/W\/"([\w-]+)"/g)].map(([, tag = '']) => tag)

const bestEncoding = (request: FastifyRequest) => (acceptsEncoding(request, 'gzip') ? 'gzip' : 'identity')

function sendShared(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, encoding }: CachedResponse,
): FastifyReply {
  reply.header('Vary', 'Accept-Encoding')
  if (request.mayBeShared) allowSharing(services, reply, request.session)
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
  return reply.send(bytes)
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string | TextParts,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding')
  if (body instanceof TextParts && body.hasShared && acceptsEncoding(request, 'gzip')) {
    reply.header('Content-Encoding', 'gzip')
    return reply.send(await body.gzip())
  }
  return sendOwn(request, reply, String(body))
}

async function sendOwn(request: FastifyRequest, reply: FastifyReply, body: string): Promise<FastifyReply> {
  const size = Buffer.byteLength(body)
  if (size < worthCompressingBytes || !acceptsEncoding(request, 'gzip')) return reply.send(body)
  reply.header('Content-Encoding', 'gzip')
  return reply.send(
    size <= compressedAtOnceBytes ? gzipSync(body, compression) : await compress(body, compression),
  )
}

/** The public id of the post that an answer is. */
const publicIdIn = (answered: string): string => /"publicId":"(\w+)"/.exec(answered)?.[1] ?? ''

/** Answers `wrong_method` to every method of a known path that has no endpoint. */
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

/** Whether a call stores something new. Logging in, deleting and admins' repairs must work on a full disk. */
const needsSpace = ({ method }: Endpoint, name: EndpointName, { session }: FastifyRequest): boolean =>
  (method === 'POST' || method === 'PUT') && name !== 'login' && !session.viewer?.isAdmin

/** A call of the contract with its handler. */
interface ServedCall {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly beforeBody: BeforeBody | undefined
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<string | TextParts>
}

function servedCall({ name, handler, beforeBody, keyed, mayBeOld }: Route, services: Services): ServedCall {
  const endpoint: Endpoint = endpoints[name]
  const serialize = serializerOf(endpoint)
  const storedIn = {
    params: storedIdsOf(endpoint.params),
    query: storedIdsOf(endpoint.query),
    body: storedIdsOf(endpoint.body),
  }
  const call = handler as (call: unknown) => Promise<unknown>
  const { config, settings } = services
  const perform = (
    request: FastifyRequest,
    { db, upload, signal }: { db?: Db; upload?: string | null; signal?: AbortSignal } = {},
  ) => {
    const { viewer } = request.session
    return readMayBeOld(services, { mayBeOld, viewer }, (from) =>
      call({
        ...services,
        ...from,
        ...(db && { db }),
        limiter: request.limiter,
        viewer,
        viewAs: viewAs({ ...services, viewer }, requestedFormat(queryOf(request))),
        session: request.session,
        ip: request.ip,
        params: storedIn.params(request.params),
        query: storedIn.query(queryTexts(endpoint, queryOf(request))),
        body: storedIn.body(request.body),
        knownTags: tagsIn(request.headers['if-none-match']),
        upload,
        signal,
      }),
    )
  }
  const performOnce = (request: FastifyRequest, keyedCall: KeyedCall): Promise<string> => {
    const { params, body } = request
    const keyedRequest: KeyedRequest = {
      keyed: keyedCall,
      sent: [params, queryTexts(endpoint, queryOf(request)), body],
      turn: keyed?.inTurn(paramsOf(request)) ?? null,
      perform: async (db) => serialize(await perform(request, { db })),
    }
    const answer = keyed?.mayShare(body) ? answerTogether : answerInTurn
    return serializeByKey(`idempotency key ${nameOf(keyedCall)}`, () => answer(services.db, keyedRequest))
  }
  return {
    name,
    endpoint,
    beforeBody,
    answer: async (request, reply) => {
      if (request.keyed) return performOnce(request, request.keyed)
      const answered = endpoint.upload
        ? await withUpload(
            request,
            { dataDir: config.dataDir, uploadMaxMib: settings.uploadMaxMib },
            (upload, signal) => perform(request, { upload, signal }),
          )
        : await perform(request)
      if (answered instanceof TextParts) return answered
      if (!(answered instanceof Tagged)) return serialize(answered)
      // Weak, because the same answer may be sent compressed or not.
      reply.header('ETag', weakTag(answered.tag))
      if (answered.answer !== undefined) return serialize(answered.answer)
      reply.code(304)
      return ''
    },
  }
}

/** The calls under each method and path; those that a parameter of the query selects come first. */
function byMethodAndPath(calls: readonly ServedCall[]): [ServedCall, ...ServedCall[]][] {
  const groups = new Map<string, [ServedCall, ...ServedCall[]]>()
  for (const call of calls) {
    const { method, path, when } = call.endpoint
    const key = `${method} ${path}`
    const others = groups.get(key)
    if (!others) groups.set(key, [call])
    else if (when) others.unshift(call)
    else others.push(call)
  }
  return [...groups.values()]
}

/** The call that the query selects among those with the same method and path. */
function selectedCall(calls: readonly ServedCall[], request: FastifyRequest): ServedCall {
  const given = queryOf(request)
  const selected = calls.find(({ endpoint: { when } }) => !when || given[when.has])
  if (!selected)
    throw new Error(`${calls[0]?.endpoint.path}: no call is the default when no parameter selects one.`)
  return selected
}

/** Whether a request to this endpoint counts as one with an empty object where it has no body. */
function mayLackBody({ bodyOptional }: Endpoint, request: FastifyRequest): boolean {
  if (typeof bodyOptional !== 'object') return bodyOptional === true
  return Boolean(queryOf(request)[bodyOptional.given])
}

/** The parameters that the contract names, as strings; unknown ones are dropped. */
const queryTexts = ({ query }: Endpoint, given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(query?.properties ?? {}, name)))

/**
 * The cache key of an answer for guests: the parameters of the contract in canonical form. It also contains whether the forum is
 * private, so that answers from before are not found.
 */
const sharedKey = (
  name: EndpointName,
  endpoint: Endpoint,
  request: FastifyRequest,
  { isPrivate }: { isPrivate: boolean },
): string => {
  const query = queryOf(request)
  const { render = '' } = query
  const known = Object.entries(queryTexts(endpoint, query))
  return `${isPrivate ? 'private ' : ''}call ${name} ${JSON.stringify([request.params, render, known.sort(([one], [other]) => (one < other ? -1 : 1))])}`
}

/** Whether a path has empty or dot segments, so that it is not in its canonical form (RFC 3986, section 5.2.4). */
const isUnclean = (path: string): boolean => /\/(?:\/|\.{1,2}(?:\/|$))/.test(path)

/** A path in its canonical form; never a URL of another host. */
const cleanPath = (path: string): string =>
  new URL(path.replaceAll('\\', '%5C').replaceAll(/\/{2,}/g, '/'), 'http://localhost').pathname

/**
 * Redirects paths to their canonical form, and refuses those with a slash at the end, which the router would take for an
 * empty parameter.
 */
function keepPathsClean(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    const [path = '', ...query] = request.url.split('?')
    if (isUnclean(path)) {
      reply.header('Cache-Control', 'no-store')
      return reply.redirect([cleanPath(path), ...query].join('?'), 301)
    }
    if (path.endsWith('/')) throw new Refused(errors.endpointNotFound)
  })
}

/**
 * Serves the given routes, and refuses every other method on their paths.
 *
 * @param options.switchedOff calls that the operator has disabled, with their errors.
 */
export function registerApi(
  app: FastifyInstance,
  services: Services,
  options: {
    routes: readonly Route[]
    guestCache: GuestCache
    diskSpace: Pick<DiskSpace, 'isShort'>
    switchedOff: Partial<Record<EndpointName, () => Refusal>>
  },
): void {
  app.decorateRequest('session')
  app.decorateRequest('limiter')
  app.decorateRequest('keyed', null)
  app.decorateRequest('mayBeShared', false)
  const known = new Map<string, Set<string>>()
  keepPathsClean(app)

  /** Before the answer, so that the member's next read shows the write in every process. */
  const noteWriteOf = async (
    { log }: FastifyRequest,
    { changesWhatGuestsSee, method }: Endpoint,
    member: Viewer,
  ) => {
    if (changesWhatGuestsSee === true || (changesWhatGuestsSee && method === 'DELETE'))
      await enqueuePurge(services.db, services.config).catch((error) =>
        log.warn(error, 'could not purge the shared cache'),
      )
    if (!services.reads.isOn && services.replicas.count === 0) return
    await noteWrite(services.db, changesWhatGuestsSee === true ? everybody : member.id).catch((error) =>
      log.warn(error, 'could not store the time of a write'),
    )
  }

  /** Invalidates cached results that a write has changed. Members see their own writes in any case (`noteWrite`). */
  const forgetChanged = (request: FastifyRequest, { changesWhatGuestsSee }: Endpoint, answered: string) => {
    if (changesWhatGuestsSee === true) for (const each of [options.guestCache, services.reads]) each.clear()
    if (changesWhatGuestsSee !== 'itsPost') return
    const { publicId = publicIdIn(answered) } = paramsOf(request)
    const { username = '' } = request.session.viewer ?? {}
    options.guestCache.limitAge([publicId, `@${username}`, `"${username}"`])
  }

  for (const calls of byMethodAndPath(options.routes.map((route) => servedCall(route, services)))) {
    // Shared by all calls with this path.
    const { endpoint: shared } = calls[0]
    known.set(shared.path, (known.get(shared.path) ?? new Set()).add(shared.method))

    const definition: RouteOptions = {
      method: shared.method,
      url: shared.path,
      config: { admits: 'whomItKnows' },
      schema: {
        ...(shared.params && { params: shared.params }),
        ...(shared.body && { body: shared.body }),
      },
      onRequest: async (request, reply) => {
        const { name, endpoint, beforeBody } = selectedCall(calls, request)
        reply.header('Content-Type', 'application/json; charset=UTF-8').header('Cache-Control', 'no-store')
        // The body is parsed as JSON regardless of its content type, because clients send none or a wrong one.
        if (endpoint.body && request.headers['content-type'] !== undefined)
          request.headers['content-type'] = 'application/json'
        const isSharedByGuests =
          isBehindCache(services) && name !== 'getInitial' && endpoint.sharedByGuests === true
        request.session = await Session.open(services, request, reply, { isSharedByGuests })
        const isExempt = hasAdminKey(services.config, request)
        request.limiter = isExempt ? unlimited : services.limiter
        const { viewer } = request.session
        const isPrivate = services.settings.privateForum
        const isShared = endpoint.sharedByGuests && !viewer
        const cached = isShared
          ? options.guestCache.peek(sharedKey(name, endpoint, request, { isPrivate }), bestEncoding(request))
          : undefined
        // Logins get the priority of members, because one may be an admin who comes to help.
        if (!viewer && !cached)
          await takeTurn(services.overload, request, name === 'login' ? 'member' : 'guest')
        // Files take minutes to arrive, and then wait in a queue of their own.
        if (endpoint.upload) request.endTurn?.()
        await admit(request, {
          name,
          endpoint,
          switchedOff: options.switchedOff[name]?.() ?? null,
          notConfirmed:
            endpoint.needsConfirmedEmail && viewer
              ? confirmationRefusal(viewer, services.settings, services.config)
              : null,
          isPrivate,
          isExempt,
          isCached: cached !== undefined,
        })
        await beforeBody?.({ ...services, viewer })
        if (needsSpace(endpoint, name, request) && options.diskSpace.isShort())
          throw new Refused(errors.diskFull)
        if (isSharedByGuests) request.mayBeShared = true
        if (cached) return sendShared(services, request, reply, cached)
      },
      preValidation: async (request) => {
        const params = paramsOf(request)
        for (const key of Object.keys(params)) params[key] = removeUnstorable(params[key] ?? '')
        if (shared.body && request.body === undefined) {
          if (!mayLackBody(shared, request)) throw new Refused(errors.invalidJson)
          request.body = {}
        }
      },
      handler: async (request, reply) => {
        const { name, endpoint, answer } = selectedCall(calls, request)
        if (endpoint.successStatus) reply.code(endpoint.successStatus)
        if (endpoint.sharedByGuests && !request.session.viewer) {
          const encoding = bestEncoding(request)
          return sendShared(
            services,
            request,
            reply,
            await options.guestCache.get(
              sharedKey(name, endpoint, request, { isPrivate: services.settings.privateForum }),
              encoding,
              async () => String(await answer(request, reply)),
            ),
          )
        }
        const writer = endpoint.method === 'GET' ? null : request.session.viewer
        let body: string | TextParts
        try {
          body = await answer(request, reply)
          forgetChanged(request, endpoint, String(endpoint.changesWhatGuestsSee ? body : ''))
        } finally {
          // Parts of a failed call may have been stored.
          if (writer) await noteWriteOf(request, endpoint, writer)
        }
        return send(request, reply, body)
      },
    }
    if (shared.upload)
      app.register(async (scope) => {
        await acceptUploads(scope)
        scope.route({ ...definition, config: { ...definition.config, takesLong: true } })
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
