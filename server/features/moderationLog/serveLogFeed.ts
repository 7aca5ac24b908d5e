import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { wireId } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import { actionLabels } from '../../../contract/moderationActionLabels.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Services } from '../../core/api/route.ts'
import { authorOf, pageOfPost } from '../../core/atom/content.ts'
import { feedFor, serveDocument } from '../../core/atom/serve.ts'
import { type AtomEntry, type AtomFeed, escapeXml } from '../../core/atom/xml.ts'
import { languageOfMember } from '../../core/settings/language.ts'
import { isolate } from '../../platform/text/direction.ts'
import { getLogPage } from './list.ts'

/** Serves the moderation log of a community as an Atom feed, as guests see it. */
export function serveLogFeed(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/:name(^[^]+)/modlog.atom',
    handler: (request, reply) =>
      serveDocument(services, request, reply, { type: 'application/atom+xml' }, async (asked) => {
        const community = await services.db
          .selectFrom('communities')
          .where('id', '=', sql<string>`community_named(${request.params.name.toLowerCase()})`)
          .where('deleted_at', 'is', null)
          .select(['id', 'name'])
          .executeTakeFirst()
        if (!community) return null
        const { name } = community
        const feed = await logFeed(services, asked.origin, community)
        return feedFor(asked, feed, {
          name,
          path: `/${name}/modlog.atom`,
          askedPath: `/${request.params.name}/modlog.atom`,
        })
      }),
  })
}

async function logFeed(
  services: Services,
  origin: string,
  { id, name }: { id: string; name: string },
): Promise<AtomFeed> {
  const { items } = await getLogPage(services.db, null, { communityId: id }, limits.logFeedEntries)
  const page = `${origin}/${name}/modlog`
  // Everyone gets the same feed, so it is in the default language of the site.
  return inLanguage(languageOfMember(services.settings, null), () => ({
    title: `${t('Moderation log of {community}', { community: isolate(name) })} · ${services.settings.siteName}`,
    self: `${page}.atom`,
    alternate: page,
    entries: items.map((entry) => entryOf(entry, { origin, page, name })),
  }))
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
