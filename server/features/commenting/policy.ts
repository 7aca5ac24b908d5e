import { errors, type Refusal } from '../../../contract/errors.ts'
import { activityRefusal } from '../../core/permissions/bans.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'

/** Why `member` may not change the text of a comment, or null when they may. */
export function editRefusal(
  member: Pick<Viewer, 'id' | 'bans'>,
  comment: { authorId: string; communityId: string; isDeleted: boolean },
): Refusal {
  if (comment.isDeleted) return errors.commentDeleted
  if (comment.authorId !== member.id) return errors.notAuthor
  return activityRefusal(member, comment.communityId, 'commenting')
}
