import type { FastifyInstance } from 'fastify'
import type { Comment } from '../../../../contract/entities/comment.ts'
import { isPost } from '../../../../contract/entities/list.ts'
import type { Post } from '../../../../contract/entities/post.ts'
import type { QueueItem } from '../../../../contract/entities/queue.ts'
import { wireId } from '../../../../contract/ids.ts'
import { limits } from '../../../../contract/limits.ts'
import { inLanguage } from '../../../../contract/texts/language.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { Services } from '../../../core/api/route.ts'
import { siteOf } from '../../../core/api/site.ts'
import { viewAs } from '../../../core/api/viewAs.ts'
import { authorOf, forReaders, pageOfPost } from '../../../core/atom/content.ts'
import { refuse, refuseFor } from '../../../core/atom/serve.ts'
import { type AtomEntry, atomXml, escapeXml } from '../../../core/atom/xml.ts'
import { languageOfMember } from '../../../core/settings/language.ts'
import { takeTurn } from '../../../platform/http/overload.ts'
import { isolate } from '../../../platform/text/direction.ts'
import { listQueueItems } from '../queue/list.ts'
import { findFeedOwner } from './feed.ts'

/** Serves the queue of a moderator as an Atom feed at a secret URL. It is never cached. */
export function serveQueueFeed(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string } }>(
    '/modqueue/:token(^\\w+).atom',
    // The token identifies the viewer, also in a private forum.
    { config: { admits: 'decidesItself' } },
    async (request, reply) => {
      // Keeps the URL out of search engines and `Referer` headers.
      reply
        .header('Cache-Control', 'no-store')
        .header('X-Robots-Tag', 'noindex')
        .header('Referrer-Policy', 'no-referrer')
      try {
        await takeTurn(services.overload, request, 'guest')
        const xml = await queueXml(services, siteOf(services, request).origin, request.params.token)
        if (xml === null) return refuse(reply, 404, 'Not found')
        return reply.type('application/atom+xml; charset=utf-8').send(xml)
      } catch (error) {
        return refuseFor(error, request, reply)
      }
    },
  )
}

async function queueXml(services: Services, origin: string, token: string): Promise<string | null> {
  const owner = await findFeedOwner(services.db, token)
  if (!owner) return null
  const { items } = await listQueueItems(
    services.db,
    owner,
    { scope: owner.permissions.size > 0 ? 'moderating' : 'all' },
    {
      pageSize: limits.queueFeedEntries,
      target: viewAs({ ...services, viewer: null }, 'html'),
    },
  )
  return inLanguage(languageOfMember(services.settings, owner.language), () =>
    atomXml({
      title: `${t('Moderation queue')} · ${services.settings.siteName}`,
      // The URL is secret, so the feed does not contain it.
      self: `${origin}/modqueue`,
      alternate: `${origin}/modqueue`,
      entries: items.flatMap((item) => entryOf(item, origin) ?? []),
    }),
  )
}

function entryOf(item: QueueItem, origin: string): AtomEntry | null {
  const { target, firstReportedAt, lastReportedAt } = item
  if (!target || !firstReportedAt || !lastReportedAt) return null
  const { page, title, content } = isPost(target) ? ofPost(target, origin) : ofComment(target, origin)
  // Reporters are not named, because feed readers may be third-party services.
  const reports = item.reports.map(
    ({ reason, note }) => `<li>${escapeXml(note === null ? reason : `${reason}: ${note}`)}</li>`,
  )
  return {
    // A report after a decision makes a new entry.
    id: `${page}#reported-${Date.parse(firstReportedAt)}`,
    page,
    title: t('{count, plural, one {# report} other {# reports}}: {title}', {
      count: item.noReports,
      title: isolate(title),
    }),
    author: authorOf(origin, target),
    publishedAt: firstReportedAt,
    updatedAt: lastReportedAt,
    category: item.communityName,
    html: [
      `<p><a href="${origin}/${item.communityName}/modtools/reports">${escapeXml(t('Reports in {community}', { community: item.communityName }))}</a></p>`,
      `<ul>${reports.join('')}</ul>`,
      forReaders(content, { origin, page }),
    ].join(''),
  }
}

const ofPost = (post: Post, origin: string) => ({
  page: pageOfPost(origin, post),
  title: post.title,
  content: post.bodyHtml ?? '',
})

const ofComment = (comment: Comment, origin: string) => ({
  page: `${pageOfPost(origin, { communityName: comment.communityName, publicId: comment.postPublicId })}/${wireId('comment', comment.id)}`,
  title: comment.postTitle
    ? t('a comment on {post}', { post: isolate(comment.postTitle) })
    : t('a comment on a post'),
  content: comment.bodyHtml ?? '',
})
