import type { FastifyRequest } from 'fastify'
import { type Endpoint, limitOfGuests } from '../../../contract/endpoints/endpoint.ts'
import type { EndpointName } from '../../../contract/endpoints/index.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
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
  const refusal = callerRefusal(endpoint, session.viewer, { isPrivate })
  // Not awaited: a refusal must not wait for the database.
  if (refusal === errors.notAdmin)
    session
      .note(db, 'admin_refused', { detail: name })
      .catch((error) => request.log.warn(error, 'could not store a security event'))
  enforce(refusal)
  enforce(notConfirmed)
  const key = endpoint.takesIdempotencyKey && parseIdempotencyKey(request.headers['idempotency-key'])
  if (key && session.viewer) {
    request.keyed = { userId: session.viewer.id, call: name, key }
    request.limiter = countingKeyOnce(request.limiter, request.keyed)
  }
  // The cached answer to the same URL needs no query. What guests read has the limit of pages, but is counted apart from them.
  const limit = session.viewer ? endpoint.limit : limitOfGuests(endpoint)
  if (limit && !isCached) await request.limiter.take(limit, clientOf(session.viewer, request.ip))
}

/** Why a guest or a member may not use a call, whatever it is asked for; null when they may. */
export function callerRefusal(
  endpoint: Endpoint,
  viewer: { readonly isAdmin: boolean } | null,
  { isPrivate }: { isPrivate: boolean },
): Refusal {
  if (!viewer && isForMembers(endpoint, { isPrivate })) return errors.notLoggedIn
  return endpoint.who === 'admin' && !viewer?.isAdmin ? errors.notAdmin : null
}

/** Whether guests may not use a call: it is for members, or the forum is private and the call is not open to guests there. */
export const isForMembers = (
  { who, openInPrivateForum }: Pick<Endpoint, 'who' | 'openInPrivateForum'>,
  { isPrivate }: { isPrivate: boolean },
): boolean => who !== 'all' || (isPrivate && !openInPrivateForum)
