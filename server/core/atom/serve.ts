import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from '../../../contract/errors.ts'
import { isDatabaseDown } from '../../platform/database/connection.ts'
import { reportFailure } from '../../platform/http/failures.ts'
import { takeTurn } from '../../platform/http/overload.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Services } from '../api/route.ts'
import { siteOf } from '../api/site.ts'
import { unreadableCommunities } from '../permissions/bans.ts'
import { Session } from '../sessions/session.ts'
import { type AtomFeed, atomXml, updatedAt } from './xml.ts'

export const maxAgeSeconds = 300

const retryAfterSeconds = 2

/** The origin of the site, and the URL of the document with its query. */
export interface Place {
  readonly origin: string
  readonly self: string
}

/** Where a document is, and the names of the communities that its reader may not read. */
export interface Asked extends Place {
  readonly unreadable: ReadonlySet<string>
}

/** A document for programs, and the time of its last change; or its URL, where that is another one. */
export type Made = { readonly xml: string; readonly changedAt: Date | null } | { readonly movedTo: string }

/** @param sort the order that the query of the request asks for. Its other parameters are ignored. */
export function placeOf(services: Services, request: FastifyRequest, sort?: string): Place {
  const { origin } = siteOf(services, request)
  const [path = ''] = request.url.split('?')
  return { origin, self: origin + path + (sort ? `?${new URLSearchParams({ sort })}` : '') }
}

/**
 * Only in a private forum, where every reader is known; elsewhere feeds are what any guest gets.
 *
 * @returns the names of the communities that a reader may not read.
 */
async function unreadableFor(services: Services, request: FastifyRequest): Promise<Set<string>> {
  const { db, settings } = services
  const viewer = settings.privateForum ? await Session.findViewer(services, request) : null
  const ids = unreadableCommunities(viewer)
  const named =
    ids.length === 0 ? [] : await db.selectFrom('communities').where('id', 'in', ids).select('name').execute()
  return new Set(named.map(({ name }) => name))
}

/**
 * A feed as its reader gets it.
 *
 * @param community the name of the community that the feed is of, the path of the feed, and the path by which it was asked for: in another
 *   case, or with a former name, or of a post that was merged.
 * @throws Refused for the feed of a community, or of a post there, that its reader may not read.
 */
export function feedFor(
  { origin, self, unreadable }: Asked,
  feed: AtomFeed,
  community?: { readonly name: string; readonly path: string; readonly askedPath: string },
): Made {
  if (community && unreadable.has(community.name)) throw new Refused(errors.bannedFromCommunity)
  if (community && community.path.toLowerCase() !== community.askedPath.toLowerCase())
    return { movedTo: origin + community.path + new URL(self).search }
  const readable = { ...feed, entries: feed.entries.filter(({ category }) => !unreadable.has(category)) }
  return { xml: atomXml(readable), changedAt: new Date(updatedAt(readable)) }
}

/** Serves a document for programs, from memory if it was made a moment ago. @param make null: there is none. */
export async function serveDocument(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { type, sort }: { readonly type: 'application/atom+xml' | 'application/xml'; readonly sort?: string },
  make: (asked: Asked) => Promise<Made | null>,
) {
  try {
    const unreadable = await unreadableFor(services, request)
    const asked = { ...placeOf(services, request, sort), unreadable }
    const { document } = await services.orders.get(
      `document ${[asked.self, ...[...unreadable].sort()].join(' ')}`,
      {
        read: async () => {
          // What is kept costs nothing, so it does not count.
          await services.limiter.take('pages', { ip: request.ip })
          await takeTurn(services.overload, request, 'guest', { isShared: true })
          const document = await make(asked)
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
    return refuseFor(error, request, reply)
  }
}

/** Answers a program that a document could not be made, and why. */
export function refuseFor(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Refused && (error.retryAfterSeconds !== null || error.error.status === 503))
    reply.header('Retry-After', error.retryAfterSeconds ?? retryAfterSeconds)
  if (error instanceof Refused) return refuse(reply, error.error.status, error.error.message)
  const isDown = isDatabaseDown(error)
  if (isDown) reply.header('Retry-After', retryAfterSeconds)
  else reportFailure(request, error, 'a feed could not be made')
  return refuse(reply, isDown ? 503 : 500, isDown ? 'Service Unavailable' : 'Internal Server Error')
}

export const refuse = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send(text)

/** Whether the reader has this version: by its tag, or if they send none, by its date (RFC 9110, section 13.2.2). */
function isKnown({ headers }: FastifyRequest, tag: string, changedAt: Date | null): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((one) => one.trim() === tag || one.trim() === '*')
  const date = Date.parse(headers['if-modified-since'] ?? '')
  return changedAt !== null && Math.floor(changedAt.getTime() / 1000) * 1000 <= date
}
