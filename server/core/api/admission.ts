import type { FastifyRequest } from 'fastify'
import { type Endpoint, limitOfGuests } from '../../../contract/endpoints/endpoint.ts'
import type { EndpointName } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { isSecret } from '../sessions/sessionId.ts'
import { countingKeyOnce, parseIdempotencyKey } from './idempotency.ts'
import { queryOf } from './request.ts'

/** Whether a request has the operator's key, which skips the CSRF check and all rate limits. */
export const hasAdminKey = ({ adminApiKey }: Config, request: FastifyRequest): boolean =>
  adminApiKey !== '' && isSecret(adminApiKey, queryOf(request).adminKey ?? '')

/**
 * Admits a request before its body is read: CSRF token, whether the call is switched off, login, role, confirmed email address,
 * idempotency key, rate limit, in this order.
 */
export async function admit(
  request: FastifyRequest,
  {
    db,
    name,
    endpoint,
    switchedOff,
    notConfirmed,
    isPrivate,
    isExempt,
    isCached,
  }: {
    db: Db
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
  if (endpoint.who === 'admin' && !session.viewer?.isAdmin) {
    // Not awaited: a refusal must not wait for the database.
    session
      .note(db, 'admin_refused', { detail: name })
      .catch((error) => request.log.warn(error, 'could not store a security event'))
    throw new Refused(errors.notAdmin)
  }
  enforce(notConfirmed)
  const key = endpoint.takesIdempotencyKey && parseIdempotencyKey(request.headers['idempotency-key'])
  if (key && session.viewer) {
    request.keyed = { userId: session.viewer.id, call: name, key }
    request.limiter = countingKeyOnce(request.limiter, request.keyed)
  }
  // The cached answer to the same URL needs no query. What guests read has the limit of pages, but is counted apart from them.
  const limit = session.viewer ? endpoint.limit : limitOfGuests(endpoint)
  if (limit && !isCached)
    await request.limiter.take(limit, {
      ip: request.ip,
      ...(session.viewer && { member: session.viewer.id, isNew: session.viewer.trust === 0 }),
    })
}

/** Whether guests may not use a call: it is for members, or the forum is private and the call is not open to guests there. */
export const isForMembers = (
  { who, openInPrivateForum }: Pick<Endpoint, 'who' | 'openInPrivateForum'>,
  { isPrivate }: { isPrivate: boolean },
): boolean => who !== 'all' || (isPrivate && !openInPrivateForum)
