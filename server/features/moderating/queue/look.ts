import { endpoints } from '../../../../contract/endpoints/index.ts'
import type { QueueOthers } from '../../../../contract/entities/queue.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { parseChoice } from '../../../platform/http/parameters.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { look } from './look.sql.ts'

const subjectOf = ({ post, comment }: { post: string; comment: string | null }) => ({
  type: comment === null ? ('post' as const) : ('comment' as const),
  targetId: comment ?? post,
})

/**
 * Records which post or comment a moderator has open, in the communities that they moderate; other moderators see that for half
 * a minute. Members who moderate nothing get an empty answer.
 */
export async function lookAtQueueItem(
  db: Db,
  viewer: Viewer,
  given: { type?: string; targetId?: string },
): Promise<QueueOthers> {
  const type = parseChoice(endpoints.lookAtQueueItem.body.properties.type, given.type)
  if (given.targetId && !type) throw new Refused(errors.invalidReportType)
  const targetId = given.targetId ? parseId(given.targetId) : null
  const row = await queryRow(db, look, {
    viewerId: viewer.id,
    postId: type === 'post' ? targetId : null,
    commentId: type === 'comment' ? targetId : null,
    lookerSeconds: limits.queueLookerSeconds,
    recentSeconds: limits.queueRecentSeconds,
    shownMax: limits.queueOthersShown,
  })
  if (!row) throw new Error('The statement returned no row.')
  return {
    lookers: row.lookers.map(({ username, ...subject }) => ({ ...subjectOf(subject), username })),
    decisions: row.decisions.map(({ post, comment, outcome, by, at }) => ({
      ...subjectOf({ post, comment }),
      outcome,
      by,
      at: new Date(at).toISOString(),
    })),
  }
}
