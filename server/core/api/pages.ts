import type { FastifyInstance, FastifyRequest } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import type { PageAnswer, PageRequest, Renderer, Site } from '../../../contract/pages.ts'
import type { Config } from '../../config.ts'
import { createGuestCache, type Encoding, type GuestCache } from '../../platform/cache/guestCache.ts'
import { isDatabaseDown } from '../../platform/database/connection.ts'
import { acceptsEncoding } from '../../platform/http/encoding.ts'
import { plainPage } from '../../platform/http/plainPage.ts'
import { Refused } from '../../platform/http/refused.ts'
import { Session } from '../sessions/session.ts'
import { inProcessApi } from './inProcessApi.ts'
import type { Route, Services } from './route.ts'

const retryAfterSeconds = 2

/** What the server needs to show pages; beyond this it knows nothing about them. */
export interface Pages {
  readonly renderer: Renderer
  readonly assetsFor: PageRequest['assetsFor']
  /** The browser's build; null while a development server hands out the files. */
  readonly filesFolder: string | null
}

/** An answer that is not kept for other guests: a redirect, or a page that is not there. */
class NotShared extends Error {
  readonly answer: PageAnswer

  constructor(answer: PageAnswer) {
    super('Not shared')
    this.answer = answer
  }
}

/** Answers every address that is nothing else with a page: for guests from the cache, for members made for them. */
export function registerPages(
  app: FastifyInstance,
  services: Services,
  options: Pages & { routes: readonly Route[]; guestCache: GuestCache },
): void {
  const { renderer, assetsFor, guestCache } = options
  const apiOf = inProcessApi(services, options.routes)
  // Compresses as the guests' cache does, and keeps nothing.
  const notKept = createGuestCache({ seconds: 0 })

  // Browsers store it for when they cannot reach us.
  app.get('/offline', async (request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        renderer.renderFailure(
          { path: '/offline', search: '', site: siteOf(services.config, request), assetsFor },
          'offline',
        ),
      ),
  )

  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    async handler(request, reply) {
      reply
        .header('Cache-Control', 'no-store')
        .header('X-Service-Worker-Cache', 'no-store')
        .header('Vary', 'Accept-Encoding')
        .type('text/html; charset=utf-8')
      const { path, search } = splitAddress(request.url)
      const moved = movedTo(request, { path, search })
      if (moved) return reply.redirect(moved, 301)
      const site = siteOf(services.config, request)
      const page = { path, search, site, assetsFor }
      try {
        const session = await Session.open(services, request, reply)
        const cache = session.viewer ? notKept : guestCache
        const { bytes, encoding } = await cache.get(
          `page ${site.origin}${request.url}`,
          bestEncoding(request),
          async () => {
            if (!session.viewer) services.overload.admit('guest')
            const answer = await renderer.render({ ...page, api: apiOf({ session, ip: request.ip }) })
            if (answer.status !== 200) throw new NotShared(answer)
            return answer.html
          },
        )
        if (encoding !== 'identity') reply.header('Content-Encoding', encoding)
        return reply.send(bytes)
      } catch (error) {
        if (error instanceof NotShared) {
          const { answer } = error
          if ('location' in answer) return reply.redirect(answer.location, answer.status)
          return reply.code(answer.status).send(answer.html)
        }
        // Rendering a page that says so would cost as much as the page.
        if (error instanceof Refused && error.error === errors.serverBusy)
          return reply
            .code(503)
            .header('Retry-After', retryAfterSeconds)
            .send(plainPage({ title: site.name, sentence: errors.serverBusy.message }))
        const isDown = isDatabaseDown(error)
        if (isDown) reply.header('Retry-After', retryAfterSeconds)
        else request.log.error(error, 'a page could not be rendered')
        return reply
          .code(isDown ? 503 : 500)
          .send(renderer.renderFailure(page, isDown ? 'unavailable' : 'crashed'))
      }
    },
  })
}

function splitAddress(address: string): { path: string; search: string } {
  const start = address.indexOf('?')
  return start === -1
    ? { path: address, search: '' }
    : { path: address.slice(0, start), search: address.slice(start) }
}

/** The canonical URL of a page, without a trailing slash and without `www.`; null when the request used it. */
function movedTo(request: FastifyRequest, { path, search }: { path: string; search: string }): string | null {
  // More slashes at the beginning, or a backslash, would lead a browser to another host.
  const rightPath = `/${path.replaceAll('\\', '%5C').replace(/^\/+|\/+$/g, '')}`
  if (request.host.startsWith('www.'))
    return `${request.protocol}://${request.host.slice('www.'.length)}${rightPath}${search}`
  return rightPath === path ? null : rightPath + search
}

/** What pages and feeds say of the site; without SITE_URL its address is the one that was asked. */
export function siteOf(config: Config, request: FastifyRequest): Site {
  return {
    name: config.siteName,
    description: config.siteDescription,
    origin: config.siteUrl?.origin ?? `${request.protocol}://${request.host}`,
    contactEmail: config.contactEmail,
    sourceUrl: config.sourceUrl?.href ?? '',
    docsUrl: config.docsUrl?.href ?? '',
  }
}

function bestEncoding(request: FastifyRequest): Encoding {
  if (acceptsEncoding(request, 'br')) return 'br'
  return acceptsEncoding(request, 'gzip') ? 'gzip' : 'identity'
}
