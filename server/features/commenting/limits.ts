import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import { type CommentLimitChange, changeCommentLimits } from '../../core/content/commentLimits.ts'
import { lockOne } from '../../core/content/content.ts'
import { lockModerated } from '../../core/permissions/moderation.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import { staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { enforce } from '../../platform/http/refused.ts'

/**
 * Turns slow mode on or off for a post, and sets who may comment on it.
 *
 * @throws Refused with `post/not-found` or `not_admin_nor_mod`.
 */
export const limitComments = (
  db: Db,
  viewer: Viewer,
  publicId: string,
  change: CommentLimitChange,
): Promise<CommentLimits> =>
  db.transaction().execute(async (trx) => {
    const { roles, community_id: communityId, post_id: postId } = await lockOne(trx, viewer, { publicId })
    enforce(moderationRefusal(roles))
    const by = { actor: viewer, actedAs: staffRoleOf(roles) }
    return changeCommentLimits(trx, { communityId, postId }, change, by)
  })

/**
 * The same for every post of a community.
 *
 * @throws Refused with `invalid_id`, `community/not-found` or `not_admin_nor_mod`.
 */
export const limitCommentsInCommunity = (
  db: Db,
  viewer: Viewer,
  communityId: string,
  change: CommentLimitChange,
): Promise<CommentLimits> =>
  db.transaction().execute(async (trx) => {
    const id = parseId(communityId)
    const actedAs = await lockModerated(trx, viewer, id, ['settings'])
    return changeCommentLimits(trx, { communityId: id, postId: null }, change, { actor: viewer, actedAs })
  })
