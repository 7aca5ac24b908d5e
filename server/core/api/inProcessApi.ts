import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import type { ApiClient } from '../../../contract/endpoints/index.ts'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Language } from '../../../contract/languages.ts'
import { Json } from '../../platform/http/json.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import type { Session } from '../sessions/session.ts'
import { callerRefusal } from './admission.ts'
import { storedIdsOf } from './ids.ts'
import { readFromReplica } from './readFromReplica.ts'
import { Moved, type Route, type Services, Tagged } from './route.ts'
import { serializerOf } from './serializer.ts'
import { requestedFormat, viewAs } from './viewAs.ts'

type Ability = (call: unknown) => Promise<unknown>
type Query = Record<string, string | number | boolean | undefined>
type Parts = { params?: Record<string, string>; query?: Query; body?: unknown }

/**
 * The API for pages that the server renders: the same abilities, called without a network. Only calls with
 * `GET`, of which that of a post counts as a visit. As over HTTP, answers contain only what their schema names.
 *
 * @returns makes the API of one visitor.
 */
export function inProcessApi(services: Services, routes: readonly Route[]) {
  const known = new Map(routes.map((route) => [route.name, route]))

  return (visitor: { session: Session; ip: string; language: Language }): ApiClient => ({
    async call(name, input) {
      const endpoint: Endpoint = endpoints[name]
      const route = known.get(name)
      if (!route || endpoint.method !== 'GET') throw new Error(`Pages cannot be rendered with ${name}.`)
      const { viewer } = visitor.session
      const { params, query = {}, body } = input as Parts
      const format = requestedFormat(query)
      try {
        enforce(callerRefusal(endpoint, viewer, { isPrivate: services.settings.privateForum }))
        if (endpoint.limit)
          await services.limiter.take(endpoint.limit, { ...clientOf(viewer, visitor.ip), isPage: true })
        const call = {
          viewer,
          ...visitor,
          viewAs: viewAs({ viewer, ...services }, format),
          params: params && storedIdsOf(endpoint.params)({ ...params }),
          query: storedIdsOf(endpoint.query)(textsOf(query)),
          body,
          knownTags: [],
        }
        const ability = route.handler as Ability
        const answer = await readFromReplica(services, { ...route, viewer }, (from) =>
          // Not a literal, for the same reason as in servedCall.ts.
          ability(Object.assign({}, services, from, call)),
        )
        const answered = answer instanceof Tagged || answer instanceof Moved ? answer.answer : answer
        const json = answered instanceof Json ? answered : new Json(serializerOf(endpoint)(answered, format))
        return json.value as never
      } catch (error) {
        throw error instanceof Refused ? Object.assign(error, error.error) : error
      }
    },
  })
}

/** Strings, as in a query over HTTP. */
const textsOf = (query: Query) =>
  Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
