import type { ModerationActionDetails } from '../../../contract/entities/moderationAction.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import { titleView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { LogPageRow } from './logPage.sql.ts'

/** The name of a member; that of a deleted account is for admins only. */
const nameView = (viewer: Viewer | null, user: { username: string; isDeleted: boolean }) => ({
  username: user.isDeleted && !viewer?.isAdmin ? 'ghost' : user.username,
  userDeleted: user.isDeleted,
})

/** The title of a post; null if it is deleted. */
const titleOf = (row: LogPageRow, viewer: Viewer | null): string | null =>
  row.post_title === null
    ? null
    : titleView(
        {
          title: row.post_title,
          author_id: row.post_author_id ?? '',
          community_id: row.post_community_id ?? '',
          deleted_as: null,
        },
        viewer,
      )

/** Which settings of the site changed, such as those of its security, is for admins only. */
function detailsView({ action, details }: LogPageRow, viewer: Viewer | null): ModerationActionDetails {
  const { changed, ...others } = details as ModerationActionDetails
  const hidesNames = action === 'change_site_settings' && !viewer?.isAdmin
  return hidesNames || changed === undefined ? others : { ...others, changed }
}

/** A community may hide the names of its moderators. Who wrote in its name is for its moderators only. */
const mayName = ({ action, community_id, names_shown }: LogPageRow, viewer: Viewer | null): boolean =>
  action === 'comment_as_community'
    ? community_id !== null && viewer?.moderates.has(community_id) === true
    : names_shown !== false

/** An entry as this viewer may see it. */
export function moderationLogView(row: LogPageRow, viewer: Viewer | null): ModerationLogEntry {
  const showsName = (viewer?.isAdmin || mayName(row, viewer)) && !row.actor_is_built_in
  const actor = { username: row.actor_username, isDeleted: row.actor_is_deleted }
  return {
    id: row.id,
    action: row.action as ModerationAction,
    actedAs: row.acted_as,
    moderator: showsName ? nameView(viewer, actor) : null,
    community: row.community_id === null ? null : { id: row.community_id, name: row.community_name ?? '' },
    post: row.post_public_id === null ? null : { publicId: row.post_public_id, title: titleOf(row, viewer) },
    comment: row.comment_id === null ? null : { id: row.comment_id },
    user:
      row.user_username === null
        ? null
        : nameView(viewer, { username: row.user_username, isDeleted: row.user_is_deleted }),
    reason: row.reason,
    details: detailsView(row, viewer),
    createdAt: row.created_at.toISOString(),
  }
}
