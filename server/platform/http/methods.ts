import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { ApiError } from '../../../contract/errors.ts'
import { Refused } from './refused.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods of each URL pattern that has a route. */
    methodsOf: Map<string, Set<HTTPMethods>>
  }
}

/** The answer for paths outside the API. */
export const methodNotAllowed: ApiError = { status: 405, message: 'HTTP method not allowed' }

/** The answer to methods that HTTP does not know (RFC 9110, section 9.1). */
export const unknownMethod: ApiError = { status: 501, message: 'HTTP method not known' }

const routedMethods: ReadonlySet<unknown> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
])

/**
 * Lets a method of another protocol over HTTP, such as PROPFIND of WebDAV, be answered like TRACE, which no path has: the router knows no
 * others, and would say that there is no such path.
 */
export function takeOtherMethods(request: IncomingMessage): void {
  if (!routedMethods.has(request.method)) request.method = 'TRACE'
}

/** Answers HEAD wherever GET is answered, with the same headers and no body (RFC 9110, section 9.3.2). Applies to the routes after it. */
export function answerHead(app: FastifyInstance): void {
  app.decorate('methodsOf', new Map())
  app.addHook('onRoute', (route) => {
    const methods = [route.method].flat() as HTTPMethods[]
    if (methods.includes('GET') && !methods.includes('HEAD')) route.method = [...methods, 'HEAD']
    app.methodsOf.set(
      route.url,
      new Set([
        ...(app.methodsOf.get(route.url) ?? []),
        ...methods,
        ...([route.method].flat() as HTTPMethods[]),
      ]),
    )
  })
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (request.method !== 'HEAD') return done(null, payload)
    // A stream states its size in its headers, and its file does not have to be read.
    if (isStream(payload)) payload.destroy()
    else if (reply.statusCode !== 304 && !reply.hasHeader('Content-Length'))
      reply.header('Content-Length', Buffer.byteLength((payload ?? '') as string | Buffer))
    done(null, null)
  })
}

const isStream = (payload: unknown): payload is { destroy(): void } =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload

/**
 * Answers all other methods of each path that has a route: OPTIONS with the methods that it has, and the others with an error,
 * both in `Allow` (RFC 9110, sections 9.3.7 and 15.5.6). Register it after all routes.
 *
 * @param options.errorFor the error for wrong methods of a URL pattern.
 */
export function answerOtherMethods(
  app: FastifyInstance,
  { errorFor }: { errorFor: (url: string) => ApiError },
): void {
  app.register(async (others) => {
    for (const [url, taken] of [...others.methodsOf]) {
      const method = others.supportedMethods.filter((one) => !taken.has(one as HTTPMethods)) as HTTPMethods[]
      if (method.length === 0) continue
      const allow = [...new Set([...taken, 'OPTIONS'])].sort().join(', ')
      others.route({
        method,
        url,
        // Before the body, which nobody reads.
        onRequest: (request: FastifyRequest, reply: FastifyReply, done) => {
          reply.header('Allow', allow).header('Cache-Control', 'no-store')
          if (request.method !== 'OPTIONS') return done(new Refused(errorFor(url)))
          reply.code(204).send()
        },
        handler: () => {},
      })
    }
  })
}
