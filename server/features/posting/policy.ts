import { sql } from 'kysely'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { activityRefusal } from '../../core/permissions/bans.ts'
import { staffRefusal } from '../../core/permissions/policy.ts'
import type { Roles } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { countVisible } from '../../platform/http/text.ts'

/** Why a title is invalid, or null. */
export function titleRefusal(title: string): Refusal {
  return countVisible(title) < limits.titleMinLength ? errors.titleTooShort : null
}

/** Why `member` may not change title or body of `post`, or null when they may. */
export function editRefusal(
  member: Pick<Viewer, 'id' | 'bans'>,
  post: { authorId: string; communityId: string; isRemoved: boolean },
): Refusal {
  if (post.authorId !== member.id) return errors.notAuthor
  if (post.isRemoved) return errors.postRemoved
  return activityRefusal(member, post.communityId, 'posting')
}

/** What of that can change before the edit is stored, for a row of `posts`. */
export const isEditable = sql<boolean>`coalesce(deleted_as, 'normal') = 'normal'
  and not is_forbidden(author_id, community_id, 'posting')`

/** Why `member` may not pin or unpin in a community or on the whole site, or null when they may. */
export function pinRefusal(member: Roles, { siteWide }: { siteWide: boolean }): Refusal {
  if (member.isAdmin) return null
  if (siteWide) return errors.notAdmin
  return staffRefusal('mods', member)
}

/** Why `member` may not announce a post, or null when they may. */
export function announceRefusal(member: { isAdmin: boolean }): Refusal {
  return member.isAdmin ? null : errors.notAdmin
}
