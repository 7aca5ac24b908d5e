import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import type { EndpointName } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { Pieces } from '../../../contract/pages.ts'
import type { Answers } from '../../platform/http/answers.ts'
import { joinBytes } from '../../platform/http/bytes.ts'
import { type Encoded, encodingFor, sendEncoded, sendPieces } from '../../platform/http/compress.ts'
import { dataPolicy } from '../../platform/http/headers.ts'
import { takeTurn } from '../../platform/http/overload.ts'
import { unlimited } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'
import { acceptUploads } from '../../platform/http/upload.ts'
import type { DiskSpace } from '../../platform/storage/diskSpace.ts'
import { findMissingAgreement } from '../access/agreements.ts'
import { confirmationRefusal } from '../access/policy.ts'
import { Session } from '../sessions/session.ts'
import { everyone, noteWrite, type Viewer } from '../sessions/viewer.ts'
import { noteActivity } from '../waves/noteActivity.ts'
import { admit, hasAdminKey, isForMembers } from './admission.ts'
import { keepPathsClean } from './paths.ts'
import { enqueuePurge } from './purge.ts'
import { paramsOf, queryOf, queryTexts } from './request.ts'
import type { Route, Services } from './route.ts'
import { byMethodAndPath, type ServedCall, selectedCall, servedCall } from './servedCall.ts'
import { allowSharing, isBehindCache } from './sharedCache.ts'

/** The limit of calls that need no login: more than the longest application to join. */
const guestBodyMaxBytes = 128 * 1024

/** Whether a call stores something new. Logging in, deleting and admins' repairs must work on a full disk. */
const needsSpace = ({ method }: Endpoint, name: EndpointName, { session }: FastifyRequest): boolean =>
  (method === 'POST' || method === 'PUT') && name !== 'login' && !session.viewer?.isAdmin

/** What anyone may do while the site is read-only; logging out is the same call. */
const worksReadOnly: readonly EndpointName[] = ['login']

/** Whether the site is read-only for this call. Admins can change everything, so that they can switch it off again. */
const isReadOnlyFor = (
  { method }: Endpoint,
  name: EndpointName,
  { session }: FastifyRequest,
  { readOnly }: Services['settings'],
): boolean => readOnly && method !== 'GET' && !worksReadOnly.includes(name) && !session.viewer?.isAdmin

/** @throws Refused with `agreement-needed`. Admins may always write, so that they can help. */
async function enforceAgreement({ db, settings }: Services, { id, isAdmin }: Viewer): Promise<void> {
  if (isAdmin) return
  const { terms, age } = await findMissingAgreement(db, id, settings)
  if (terms || age > 0) throw new Refused(errors.agreementNeeded)
}

/** Whether a request to this endpoint counts as one with an empty object where it has no body. */
function mayLackBody({ bodyOptional }: Endpoint, request: FastifyRequest): boolean {
  if (typeof bodyOptional !== 'object') return bodyOptional === true
  return Boolean(queryOf(request)[bodyOptional.given])
}

/** The public id of the post that an answer is; empty if it is none, and then the age of all cached answers is limited. */
const publicIdIn = (answered: Pieces): string =>
  /"publicId":"(\w+)"/.exec(joinBytes(answered).toString())?.[1] ?? ''

/**
 * The cache key of an answer for guests: the parameters of the contract in canonical form. It also contains whether the forum is
 * private, so that answers from before are not found.
 */
const guestKey = (
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
    answers: Answers
    diskSpace: Pick<DiskSpace, 'isShort'>
    switchedOff: Partial<Record<EndpointName, () => Refusal>>
  },
): void {
  app.decorateRequest('session')
  app.decorateRequest('limiter')
  app.decorateRequest('keyed', null)
  app.decorateRequest('mayBeShared', false)
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
    if (!services.orders.isOn && services.replicas.count === 0) return
    await noteWrite(services.db, changesWhatGuestsSee === true ? everyone : member.id).catch((error) =>
      log.warn(error, 'could not store the time of a write'),
    )
  }

  /** Invalidates cached results that a write has changed. Members see their own writes in any case (`noteWrite`). */
  const forgetChanged = (request: FastifyRequest, { changesWhatGuestsSee }: Endpoint, answered: Pieces) => {
    if (changesWhatGuestsSee === true) for (const each of [options.answers, services.orders]) each.clear()
    if (changesWhatGuestsSee !== 'itsPost') return
    const { publicId = publicIdIn(answered) } = paramsOf(request)
    const { username = '' } = request.session.viewer ?? {}
    options.answers.limitAge([publicId, `@${username}`, `"${username}"`])
  }

  /** The cached answer to a guest. */
  const cachedFor = ({ name, endpoint }: ServedCall, request: FastifyRequest) =>
    endpoint.sharedByGuests
      ? options.answers.peek(
          guestKey(name, endpoint, request, { isPrivate: services.settings.privateForum }),
          encodingFor(request),
        )
      : undefined

  const sendToGuest = (request: FastifyRequest, reply: FastifyReply, encoded: Encoded): FastifyReply => {
    if (request.mayBeShared) allowSharing(services, reply, request.session)
    return sendEncoded(reply, encoded)
  }

  /** What comes before the body of a request. @throws Refused. */
  const begin = async (
    call: ServedCall,
    session: Session | Promise<Session>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> => {
    const { name, endpoint, beforeBody } = call
    request.session = await session
    const isExempt = hasAdminKey(services.config, request)
    request.limiter = isExempt ? unlimited : services.limiter
    const { viewer } = request.session
    const cached = viewer ? undefined : cachedFor(call, request)
    // Logins get the priority of members, because one may be an admin who comes to help.
    if (!viewer && !cached) await takeTurn(services.overload, request, name === 'login' ? 'member' : 'guest')
    // Files take minutes to arrive, and then wait in a queue of their own.
    if (endpoint.upload) request.endTurn?.()
    await admit(request, {
      db: services.db,
      name,
      endpoint,
      switchedOff: options.switchedOff[name]?.() ?? null,
      notConfirmed:
        endpoint.needsConfirmedEmail && viewer
          ? confirmationRefusal(viewer, services.settings, services.config)
          : null,
      isPrivate: services.settings.privateForum,
      isExempt,
      isCached: cached !== undefined,
    })
    if (endpoint.limit === 'posts' || endpoint.limit === 'comments')
      noteActivity(services.db, services.settings)
    if (isReadOnlyFor(endpoint, name, request, services.settings)) throw new Refused(errors.readOnly)
    if (endpoint.needsAgreement && viewer) await enforceAgreement(services, viewer)
    await beforeBody?.({ ...services, viewer })
    if (needsSpace(endpoint, name, request) && options.diskSpace.isShort()) throw new Refused(errors.diskFull)
    if (cached) sendToGuest(request, reply, cached)
  }

  for (const calls of byMethodAndPath(options.routes.map((route) => servedCall(route, services)))) {
    // Shared by all calls with this path.
    const { endpoint: shared } = calls[0]

    const definition: RouteOptions = {
      method: shared.method,
      url: shared.path,
      config: { admits: 'decidesItself' },
      // The body of a member is parsed after the session is known; that of anyone else must be cheap.
      ...(shared.who === 'all' && !shared.upload && { bodyLimit: guestBodyMaxBytes }),
      schema: {
        ...(shared.params && { params: shared.params }),
        ...(shared.body && { body: shared.body }),
      },
      onRequest: (request, reply, done) => {
        const call = selectedCall(calls, request)
        const { name, endpoint } = call
        reply
          .header('Content-Type', 'application/json; charset=UTF-8')
          .header('Cache-Control', 'no-store')
          .header('Content-Security-Policy', dataPolicy)
        // The body is parsed as JSON regardless of its content type, because clients send none or a wrong one.
        if (endpoint.body && request.headers['content-type'] !== undefined)
          request.headers['content-type'] = 'application/json'
        request.mayBeShared =
          isBehindCache(services) && name !== 'getInitial' && endpoint.sharedByGuests === true
        const session = Session.open(services, request, reply, { isSharedByGuests: request.mayBeShared })
        const isPrivate = services.settings.privateForum
        // Without a promise, which would cost more than everything else here.
        if (session instanceof Session && !isForMembers(endpoint, { isPrivate })) {
          const cached = cachedFor(call, request)
          request.session = session
          if (cached) {
            sendToGuest(request, reply, cached)
            return
          }
        }
        begin(call, session, request, reply).then(() => done(), done)
      },
      preValidation: (request, _reply, done) => {
        const lacksBody = shared.body && request.body === undefined
        if (lacksBody) request.body = {}
        done(lacksBody && !mayLackBody(shared, request) ? new Refused(errors.invalidJson) : undefined)
      },
      handler: async (request, reply) => {
        const { name, endpoint, answer } = selectedCall(calls, request)
        if (endpoint.successStatus) reply.code(endpoint.successStatus)
        if (endpoint.sharedByGuests && !request.session.viewer) {
          const made = await options.answers.get(
            guestKey(name, endpoint, request, { isPrivate: services.settings.privateForum }),
            encodingFor(request),
            () => answer(request, reply),
          )
          return sendToGuest(request, reply, made)
        }
        const writer = endpoint.method === 'GET' ? null : request.session.viewer
        let body: Pieces
        try {
          body = await answer(request, reply)
          forgetChanged(request, endpoint, body)
        } finally {
          // Parts of a failed call may have been stored.
          if (writer) await noteWriteOf(request, endpoint, writer)
        }
        // An empty text is not JSON.
        if (body === '') reply.removeHeader('Content-Type')
        return sendPieces(request, reply, body)
      },
    }
    if (shared.upload)
      app.register(async (scope) => {
        await acceptUploads(scope)
        scope.route({ ...definition, config: { ...definition.config, takesLong: true } })
      })
    else app.route(definition)
  }

  app.all('/api/*', {
    // Before the body, which nobody reads.
    preParsing: (_request, _reply, payload, done) => done(new Refused(errors.endpointNotFound), payload),
    handler: () => {},
  })
}
