import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { wireId } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import { actionLabels } from '../../../contract/moderationActionLabels.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Services } from '../../core/api/route.ts'
import { siteOf } from '../../core/api/site.ts'
import { type AtomEntry, atomXml, escapeXml } from '../../core/atom/atom.ts'
import { authorOf, pageOfPost } from '../../core/atom/content.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import { isDatabaseDown } from '../../platform/database/connection.ts'
import { reportFailure } from '../../platform/http/failures.ts'
import { takeTurn } from '../../platform/http/overload.ts'
import { Refused } from '../../platform/http/refused.ts'
import { isolate } from '../../platform/text/direction.ts'
import { getLogPage } from './list.ts'

const maxAgeSeconds = 300

/** Serves the moderation log of a community as an Atom feed, as guests see it. */
export function serveLogFeed(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/:name(^[^]+)/modlog.atom',
    handler: async (request, reply) => {
      const { db, orders } = services
      try {
        const community = await db
          .selectFrom('communities')
          .where('id', '=', sql<string>`community_named(${request.params.name.toLowerCase()})`)
          .where('deleted_at', 'is', null)
          .select(['id', 'name'])
          .executeTakeFirst()
        if (!community) return refuse(reply, 404, 'Not found')
        const path = `/${community.name}/modlog.atom`
        if (community.name.toLowerCase() !== request.params.name.toLowerCase())
          return reply.header('Cache-Control', 'no-store').redirect(path, 301)
        const { origin } = siteOf(services, request)
        const { xml } = await orders.get(`log feed ${origin} ${community.id}`, {
          read: async () => {
            // What is kept costs nothing, so it does not count.
            await services.limiter.take('pages', { ip: request.ip })
            await takeTurn(services.overload, request, 'guest', { isShared: true })
            const text = await logXml(services, origin, community)
            return { xml: text, bytes: text.length }
          },
        })
        // Weak, because the same text is sent in several encodings.
        const tag = `W/"${createHash('sha256').update(xml).digest('base64url').slice(0, 22)}"`
        reply
          .header('Cache-Control', `public, max-age=${maxAgeSeconds}`)
          .header('ETag', tag)
          .type('application/atom+xml; charset=utf-8')
        return request.headers['if-none-match'] === tag ? reply.code(304).send('') : reply.send(xml)
      } catch (error) {
        if (error instanceof Refused) {
          if (error.retryAfterSeconds !== null) reply.header('Retry-After', error.retryAfterSeconds)
          return refuse(reply, error.error.status, error.error.message)
        }
        const isDown = isDatabaseDown(error)
        if (!isDown) reportFailure(request, error, 'the feed of a moderation log could not be made')
        return refuse(reply, isDown ? 503 : 500, isDown ? 'Service Unavailable' : 'Internal Server Error')
      }
    },
  })
}

const refuse = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send(text)

async function logXml(
  services: Services,
  origin: string,
  { id, name }: { id: string; name: string },
): Promise<string> {
  const { items } = await getLogPage(services.db, null, { communityId: id }, limits.logFeedEntries)
  const page = `${origin}/${name}/modlog`
  // Everyone gets the same feed, so it is in the default language of the site.
  return inLanguage(languageOfMember(services.settings, null), () =>
    atomXml({
      title: `${t('Moderation log of {community}', { community: isolate(name) })} · ${services.settings.siteName}`,
      self: `${page}.atom`,
      alternate: page,
      entries: items.map((entry) => entryOf(entry, { origin, page, name })),
    }),
  )
}

function entryOf(
  entry: ModerationLogEntry,
  { origin, page, name }: { origin: string; page: string; name: string },
): AtomEntry {
  const { post, comment, user, moderator, reason, details } = entry
  const label = actionLabels()[entry.action]
  const target = post?.title ?? (user && !user.userDeleted ? `@${user.username}` : null)
  const discussion = post && pageOfPost(origin, { communityName: name, publicId: post.publicId })
  const reasons = [
    details.rule === undefined ? null : t('Rule: {rule}', { rule: isolate(details.rule) }),
    reason === null ? null : t('Reason: {reason}', { reason: isolate(reason) }),
  ].filter((text) => text !== null)
  return {
    // A name of the community may change, a number of the log does not.
    id: `${origin}/modlog#${entry.id}`,
    page: discussion && comment ? `${discussion}/${wireId('comment', comment.id)}` : (discussion ?? page),
    title: target === null ? label : t('{action}: {target}', { action: label, target: isolate(target) }),
    author: moderator
      ? authorOf(origin, moderator)
      : { name: entry.actedAs === 'mods' ? t('A moderator') : t('An admin'), page: null },
    publishedAt: entry.createdAt,
    updatedAt: entry.createdAt,
    category: name,
    html: reasons.map((text) => `<p>${escapeXml(text)}</p>`).join(''),
  }
}
