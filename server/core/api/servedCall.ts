import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts'
import { type EndpointName, endpoints } from '../../../contract/endpoints/index.ts'
import type { Pieces } from '../../../contract/pages.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Json } from '../../platform/http/json.ts'
import { MovedPermanently } from '../../platform/http/refused.ts'
import { serializeByKey } from '../../platform/http/serializeByKey.ts'
import { withUpload } from '../../platform/http/upload.ts'
import { languageOf } from '../settings/language.ts'
import { answerOnce, type KeyedCall, nameOf } from './idempotency.ts'
import { storedIdsOf } from './ids.ts'
import { readFromReplica } from './readFromReplica.ts'
import { paramsOf, queryOf, queryTexts } from './request.ts'
import { type BeforeBody, Moved, type Route, type Services, Tagged } from './route.ts'
import { serializerOf } from './serializer.ts'
import { type BodyFormat, requestedFormat, viewAs } from './viewAs.ts'

const weakTag = (tag: string) => `W/"${tag}"`

/** Our tags in a header `If-None-Match`. */
const tagsIn = (header = ''): string[] => [...header.matchAll(/W\/"([\w-]+)"/g)].map(([, tag = '']) => tag)

/** A call of the contract with its handler. */
export interface ServedCall {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly beforeBody: BeforeBody | undefined
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => Promise<Pieces>
}

export function servedCall(
  { name, handler, beforeBody, keyed, fromReplica }: Route,
  services: Services,
): ServedCall {
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
    return readFromReplica(services, { name, fromReplica, viewer }, (from) =>
      call({
        // First, because V8 adds properties slowly to a copy; see "Copies of objects" in docs/performance.md.
        viewer,
        ...services,
        ...from,
        ...(db && { db }),
        limiter: request.limiter,
        viewAs: viewAs({ viewer, ...services }, requestedFormat(queryOf(request))),
        session: request.session,
        ip: request.ip,
        language: languageOf(settings, request, viewer),
        params: storedIn.params(request.params),
        query: storedIn.query(queryTexts(endpoint, queryOf(request))),
        body: storedIn.body(request.body),
        knownTags: tagsIn(request.headers['if-none-match']),
        upload,
        signal,
      }),
    )
  }
  const performOnce = (
    request: FastifyRequest,
    keyedCall: KeyedCall,
    format: BodyFormat,
  ): Promise<string> => {
    const sent = [request.params, queryTexts(endpoint, queryOf(request)), request.body]
    const answer = () =>
      answerOnce(services.db, keyedCall, sent, async (db) =>
        serialize(await perform(request, { db }), format),
      )
    // A request that waits takes no connection.
    const turn = keyed?.(paramsOf(request))
    return serializeByKey(`idempotency key ${nameOf(keyedCall)}`, () =>
      turn ? serializeByKey(turn, answer) : answer(),
    )
  }
  return {
    name,
    endpoint,
    beforeBody,
    answer: async (request, reply) => {
      const format = requestedFormat(queryOf(request))
      const bodyOf = (data: unknown) => (data instanceof Json ? data.pieces : serialize(data, format))
      if (request.keyed) return performOnce(request, request.keyed, format)
      const answered = endpoint.upload
        ? await withUpload(
            request,
            { dataDir: config.dataDir, uploadMaxMib: settings.uploadMaxMib },
            (upload, signal) => perform(request, { upload, signal }),
          )
        : await perform(request)
      if (answered instanceof Moved)
        throw new MovedPermanently(
          request.url.replace(`/${paramsOf(request).publicId}`, `/${answered.publicId}`),
        )
      if (!(answered instanceof Tagged)) return bodyOf(answered)
      // Weak, because the same answer may be sent compressed or not.
      reply.header('ETag', weakTag(answered.tag))
      if (answered.answer !== undefined) return bodyOf(answered.answer)
      reply.code(304)
      return ''
    },
  }
}

/** The calls under each method and path; those that a parameter of the query selects come first. */
export function byMethodAndPath(calls: readonly ServedCall[]): [ServedCall, ...ServedCall[]][] {
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
export function selectedCall(calls: readonly ServedCall[], request: FastifyRequest): ServedCall {
  const given = queryOf(request)
  const selected = calls.find(({ endpoint: { when } }) => !when || given[when.has])
  if (!selected)
    throw new Error(`${calls[0]?.endpoint.path}: no call is the default when no parameter selects one.`)
  return selected
}
