import type { FastifyInstance } from 'fastify'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import { wireId } from '../../../contract/ids.ts'
import { limits } from '../../../contract/limits.ts'
import { serveCsv } from '../../core/api/csv.ts'
import type { Services } from '../../core/api/route.ts'
import { pageOfPost } from '../../core/atom/content.ts'
import { getLogPage } from './list.ts'

/** `GET /api/modlog.csv`: the newest entries of the moderation log as a file, with the filters and permissions of `GET /api/modlog`. */
export const serveModerationLogFile = (app: FastifyInstance, services: Services): void =>
  serveCsv(app, services, {
    path: '/api/modlog.csv',
    name: 'moderation-log',
    columns: [
      'time',
      'action',
      'as',
      'moderator',
      'community',
      'post',
      'address',
      'member',
      'rule',
      'reason',
      'details',
    ],
    async rows({ viewer, origin }, query) {
      const { items } = await getLogPage(services.db, viewer, query, limits.logFileRows)
      return items.map((entry) => rowOf(entry, origin))
    },
  })

function rowOf(entry: ModerationLogEntry, origin: string): (string | null)[] {
  const { community, post, comment, details } = entry
  const page =
    community && post && pageOfPost(origin, { communityName: community.name, publicId: post.publicId })
  const { rule = null, ...others } = details
  return [
    entry.createdAt,
    entry.action,
    entry.actedAs,
    entry.moderator?.username ?? null,
    community?.name ?? null,
    post?.title ?? null,
    page && comment ? `${page}/${wireId('comment', comment.id)}` : page,
    entry.user?.username ?? null,
    rule,
    entry.reason,
    Object.keys(others).length > 0 ? JSON.stringify(others) : null,
  ]
}
