import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Renderer } from '../../../../contract/pages.ts'
import { queryOf } from '../../../core/api/request.ts'
import type { Services } from '../../../core/api/route.ts'
import {
  type Asked,
  feedFor,
  type Made,
  maxAgeSeconds,
  placeOf,
  serveDocument,
} from '../../../core/atom/serve.ts'
import { aiCrawlers } from './aiCrawlers.ts'
import { communityFeed, memberFeed, siteFeed, threadFeed } from './feeds.ts'
import { sitemapIndex, sitemapOfPages, sitemapOfPosts } from './sitemap.ts'

/** Also what no community or member can be named, so that programs always get an answer for programs. */
const segment = '^[^]+'

/**
 * Serves what programs subscribe to and search engines read: Atom feeds of the site, of communities, members and
 * discussions as guests see them, the sitemap, and robots.txt.
 */
export function serveSyndication(
  app: FastifyInstance,
  services: Services,
  pages?: Pick<Renderer, 'unlistedPaths'>,
): void {
  const { db, settings } = services

  const sorted = (request: FastifyRequest): { sort?: string } => {
    const { sort } = queryOf(request)
    return sort ? { sort } : {}
  }

  const serveFeed = <Params extends Record<string, string>>(
    url: string,
    make: (params: Params, asked: Asked, sort: string | undefined) => Promise<Made>,
  ) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        const query = sorted(request)
        return serveDocument(services, request, reply, { type: 'application/atom+xml', ...query }, (asked) =>
          make(request.params as Params, asked, query.sort),
        )
      },
    })

  serveFeed<{ name: string }>(`/:name(${segment}).atom`, async ({ name }, asked, sort) => {
    if (name === 'all') return feedFor(asked, await siteFeed(services, asked, sort))
    const { community, feed } = await communityFeed(services, asked, { name, sort })
    return feedFor(asked, feed, { name: community, path: `/${community}.atom`, askedPath: `/${name}.atom` })
  })
  serveFeed<{ username: string }>(`/@:username(${segment}).atom`, async ({ username }, asked) =>
    feedFor(asked, await memberFeed(services, asked, username)),
  )
  serveFeed<{ name: string; publicId: string }>(
    `/:name(${segment})/post/:publicId(${segment}).atom`,
    async ({ name, publicId }, asked) => {
      const { community, feed, ofPost } = await threadFeed(services, asked, publicId)
      return feedFor(asked, feed, {
        name: community,
        path: `/${community}/post/${ofPost}.atom`,
        askedPath: `/${name}/post/${publicId}.atom`,
      })
    },
  )

  const type = 'application/xml'
  app.get('/sitemap.xml', (request, reply) =>
    serveDocument(services, request, reply, { type }, async ({ origin }) => ({
      xml: await sitemapIndex(db, origin),
      changedAt: null,
    })),
  )
  app.get('/sitemap-pages.xml', (request, reply) =>
    serveDocument(services, request, reply, { type }, async ({ origin }) => ({
      xml: await sitemapOfPages(db, origin),
      changedAt: null,
    })),
  )
  app.get<{ Params: { file: string } }>('/sitemap-posts-:file(^\\d+).xml', (request, reply) =>
    serveDocument(services, request, reply, { type }, async ({ origin }) => {
      const xml = await sitemapOfPosts(db, origin, Number(request.params.file))
      return xml === null ? null : { xml, changedAt: latestIn(xml) }
    }),
  )

  app.get('/robots.txt', { config: { admits: 'everyone' } }, async (request, reply) =>
    reply
      .header('Cache-Control', `public, max-age=${maxAgeSeconds}`)
      .type('text/plain; charset=utf-8')
      .send(
        [
          ...(settings.aiCrawlers || settings.privateForum ? [] : withoutAiCrawlers),
          'User-agent: *',
          ...(settings.privateForum
            ? ['Disallow: /']
            : indexed(placeOf(services, request).origin, (await pages?.unlistedPaths()) ?? [])),
          '',
        ].join('\n'),
      ),
  )
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
