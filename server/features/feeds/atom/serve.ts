import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '../../../../contract/errors.ts'
import type { Renderer } from '../../../../contract/pages.ts'
import { queryOf } from '../../../core/api/request.ts'
import type { Services } from '../../../core/api/route.ts'
import { siteOf } from '../../../core/api/site.ts'
import { type AtomFeed, atomXml, updatedAt } from '../../../core/atom/atom.ts'
import { unreadableCommunities } from '../../../core/permissions/bans.ts'
import { Session } from '../../../core/sessions/session.ts'
import { isDatabaseDown } from '../../../platform/database/connection.ts'
import { reportFailure } from '../../../platform/http/failures.ts'
import { takeTurn } from '../../../platform/http/overload.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { aiCrawlers } from './aiCrawlers.ts'
import { communityFeed, memberFeed, type Place, siteFeed, threadFeed } from './feeds.ts'
import { sitemapIndex, sitemapOfPages, sitemapOfPosts } from './sitemap.ts'

const maxAgeSeconds = 300

/** Also what no community or member can be named, so that programs always get an answer for programs. */
const segment = '^[^]+'
const retryAfterSeconds = 2

/** A document for programs, and the time of its last change; or its URL, where that is another one. */
type Made = { readonly xml: string; readonly changedAt: Date | null } | { readonly movedTo: string }

interface ForReader {
  readonly unreadable: ReadonlySet<string>
}

/**
 * @param community the name of the community that the feed is of, the one by which it was asked for, and the path of the feed.
 * @throws Refused for the feed of a community, or of a post there, that its reader may not read.
 */
function made(
  feed: AtomFeed,
  { origin, self, unreadable }: Place & ForReader,
  community?: { readonly name: string; readonly asked: string; readonly path: string },
): Made {
  if (community && unreadable.has(community.name)) throw new Refused(errors.bannedFromCommunity)
  if (community && community.name.toLowerCase() !== community.asked.toLowerCase())
    return { movedTo: origin + community.path + new URL(self).search }
  const readable = { ...feed, entries: feed.entries.filter(({ category }) => !unreadable.has(category)) }
  return { xml: atomXml(readable), changedAt: new Date(updatedAt(readable)) }
}

/**
 * Serves what programs subscribe to and search engines read: Atom feeds of the site, of communities, members and
 * discussions as guests see them, the sitemap, and robots.txt.
 */
export function serveSyndication(
  app: FastifyInstance,
  services: Services,
  pages?: Pick<Renderer, 'unlistedPaths'>,
): void {
  const { db, settings, orders } = services

  const sortOf = (request: FastifyRequest): string | undefined => {
    const { sort } = queryOf(request)
    return sort || undefined
  }

  /**
   * The names of the communities that a reader may not read. Only in a private forum, where every reader is known; elsewhere feeds are
   * what any guest gets.
   */
  const unreadableFor = async (request: FastifyRequest): Promise<Set<string>> => {
    const viewer = settings.privateForum ? await Session.findViewer(services, request) : null
    const ids = unreadableCommunities(viewer)
    const named =
      ids.length === 0
        ? []
        : await db.selectFrom('communities').where('id', 'in', ids).select('name').execute()
    return new Set(named.map(({ name }) => name))
  }

  const placeOf = (request: FastifyRequest): Place => {
    const { origin } = siteOf(services, request)
    const [path = ''] = request.url.split('?')
    const sort = sortOf(request)
    // Other parameters of the query are ignored.
    return { origin, self: origin + path + (sort ? `?${new URLSearchParams({ sort })}` : '') }
  }

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: 'application/atom+xml' | 'application/xml',
    make: (place: Place & ForReader) => Promise<Made | null>,
  ) => {
    try {
      const unreadable = await unreadableFor(request)
      const place = { ...placeOf(request), unreadable }
      const { document } = await orders.get(
        `syndication ${[place.self, ...[...unreadable].sort()].join(' ')}`,
        {
          read: async () => {
            // What is kept costs nothing, so it does not count.
            await services.limiter.take('pages', { ip: request.ip })
            await takeTurn(services.overload, request, 'guest', { isShared: true })
            const document = await make(place)
            return { document, bytes: document && 'xml' in document ? document.xml.length : 0 }
          },
        },
      )
      if (!document) return refuse(reply, 404, 'Not found')
      if ('movedTo' in document)
        return reply.header('Cache-Control', 'no-store').redirect(document.movedTo, 301)
      const { xml, changedAt } = document
      // Weak, because the same text is sent in several encodings.
      const tag = `W/"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`
      reply
        .header('Cache-Control', `public, max-age=${maxAgeSeconds}`)
        .header('ETag', tag)
        .type(`${type}; charset=utf-8`)
      if (changedAt) reply.header('Last-Modified', changedAt.toUTCString())
      return isKnown(request, tag, changedAt) ? reply.code(304).send('') : reply.send(xml)
    } catch (error) {
      if (error instanceof Refused && (error.retryAfterSeconds !== null || error.error.status === 503))
        reply.header('Retry-After', error.retryAfterSeconds ?? retryAfterSeconds)
      if (error instanceof Refused) return refuse(reply, error.error.status, error.error.message)
      const isDown = isDatabaseDown(error)
      if (isDown) reply.header('Retry-After', retryAfterSeconds)
      else reportFailure(request, error, 'a feed could not be made')
      return refuse(reply, isDown ? 503 : 500, isDown ? 'Service Unavailable' : 'Internal Server Error')
    }
  }

  const refuse = (reply: FastifyReply, status: number, text: string) =>
    reply.code(status).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send(text)

  const serveFeed = <Params extends Record<string, string>>(
    url: string,
    make: (params: Params, place: Place & ForReader, sort: string | undefined) => Promise<Made>,
  ) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) =>
        send(request, reply, 'application/atom+xml', (place) =>
          make(request.params as Params, place, sortOf(request)),
        ),
    })

  serveFeed<{ name: string }>(`/:name(${segment}).atom`, async ({ name }, place, sort) => {
    if (name === 'all') return made(await siteFeed(services, place, sort), place)
    const { community, feed } = await communityFeed(services, place, { name, sort })
    return made(feed, place, { name: community, asked: name, path: `/${community}.atom` })
  })
  serveFeed<{ username: string }>(`/@:username(${segment}).atom`, async ({ username }, place) =>
    made(await memberFeed(services, place, username), place),
  )
  serveFeed<{ name: string; publicId: string }>(
    `/:name(${segment})/post/:publicId(${segment}).atom`,
    async ({ name, publicId }, place) => {
      const { community, feed } = await threadFeed(services, place, publicId)
      return made(feed, place, {
        name: community,
        asked: name,
        path: `/${community}/post/${publicId}.atom`,
      })
    },
  )

  app.get('/sitemap.xml', (request, reply) =>
    send(request, reply, 'application/xml', async ({ origin }) => ({
      xml: await sitemapIndex(db, origin),
      changedAt: null,
    })),
  )
  app.get('/sitemap-pages.xml', (request, reply) =>
    send(request, reply, 'application/xml', async ({ origin }) => ({
      xml: await sitemapOfPages(db, origin),
      changedAt: null,
    })),
  )
  app.get<{ Params: { file: string } }>('/sitemap-posts-:file(^\\d+).xml', (request, reply) =>
    send(request, reply, 'application/xml', async ({ origin }) => {
      const xml = await sitemapOfPosts(db, origin, Number(request.params.file))
      return xml === null ? null : { xml, changedAt: latestIn(xml) }
    }),
  )

  app.get('/robots.txt', { config: { admits: 'everybody' } }, async (request, reply) =>
    reply
      .header('Cache-Control', `public, max-age=${maxAgeSeconds}`)
      .type('text/plain; charset=utf-8')
      .send(
        [
          ...(settings.aiCrawlers || settings.privateForum ? [] : withoutAiCrawlers),
          'User-agent: *',
          ...(settings.privateForum
            ? ['Disallow: /']
            : indexed(placeOf(request).origin, (await pages?.unlistedPaths()) ?? [])),
          '',
        ].join('\n'),
      ),
  )
}

/** Whether the reader has this version: by its tag, or if they send none, by its date (RFC 9110, section 13.2.2). */
function isKnown({ headers }: FastifyRequest, tag: string, changedAt: Date | null): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((one) => one.trim() === tag || one.trim() === '*')
  const date = Date.parse(headers['if-modified-since'] ?? '')
  return changedAt !== null && Math.floor(changedAt.getTime() / 1000) * 1000 <= date
}

/** The latest change in a sitemap; null if it names none. */
function latestIn(sitemap: string): Date | null {
  const times = [...sitemap.matchAll(/<lastmod>([^<]+)/g)].map(([, time = '']) => Date.parse(time))
  return times.length > 0 ? new Date(times.reduce((latest, time) => Math.max(latest, time))) : null
}

/** A group of their own, because a crawler obeys only the one that names it (RFC 9309, section 2.2.1). */
const withoutAiCrawlers = [...aiCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /', '']

/** What search engines may read of a forum that is open to all (RFC 9309). @param unlisted patterns of pages. */
const indexed = (origin: string, unlisted: readonly string[]) => [
  'Allow: /api/docs',
  'Disallow: /api/',
  // Forms without scripts, and the honeypot.
  'Disallow: /-/',
  ...[...new Set(unlisted.flatMap(rulesFor))].map((rule) => `Disallow: ${rule}`),
  `Sitemap: ${origin}/sitemap.xml`,
]

/**
 * A rule is a prefix, so one for `/new` would also be for the community `newsroom`. Pages within a community have none: a rule with a
 * wildcard would be for more than them.
 */
function rulesFor(pattern: string): string[] {
  const [fixed = '', isLonger] = pattern.split(/(?=[:*])/)
  if (isLonger) return fixed.length > 1 && fixed.endsWith('/') ? [fixed] : []
  return [`${pattern}$`, `${pattern}?`]
}
