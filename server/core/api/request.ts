import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import type { RateLimiter } from '../../platform/http/rateLimits.ts'
import type { Session } from '../sessions/session.ts'
import type { KeyedCall } from './idempotency.ts'

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
export const queryOf = ({ query }: FastifyRequest) => query as Record<string, string>
export const paramsOf = ({ params }: FastifyRequest) => params as Record<string, string>

/** The parameters that the contract names, as strings; unknown ones are dropped. */
export const queryTexts = ({ query }: Endpoint, given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(query?.properties ?? {}, name)))
