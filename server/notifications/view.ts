import type { Comment } from '../../contract/entities/comment.ts'
import type {
  Notification,
  NotificationFacts,
  NotificationType,
} from '../../contract/entities/notification.ts'
import type { Post } from '../../contract/entities/post.ts'
import { asForGuests, type CommunityRow, communityView } from '../communities/view.ts'
import { copyAddress, type ImageRow } from '../images/view.ts'
import { type PostRow, postView, type ViewFor } from '../posts/view.ts'
import { type AuthorJson, authorRow, authorView } from '../users/view.ts'
import { renderNotification } from './render.ts'

/** A notification; the columns without `told_` are those of the post it is about, all null without one. */
export interface NotificationRow extends Partial<PostRow> {
  told_id: string
  told_type: string
  told_user_id: string
  told_happened: number
  told_created_at: Date
  told_updated_at: Date
  told_seen_at: Date | null
  told_comment_id: string | null
  told_about_comment_id: string | null
  told_deleted_as: string | null
  told_badge_type: string | null
  told_body: string | null
  actor_username: string | null
  actor_is_deleted: boolean | null
  actor_picture: ImageRow | null
  told_community: CommunityRow | null
  receiver: (AuthorJson & { id: string }) | null
}

/** How notifications go out: raw, or worded as plain text or HTML. */
export type NotificationForm = 'raw' | 'plain' | 'html'

export interface NotificationViewFor {
  readonly form: NotificationForm
  readonly siteName: string
  /** For whom the things inside are made: a guest (API contract 2.7). */
  readonly inside: ViewFor
}

const hasPost = (row: NotificationRow): row is NotificationRow & PostRow =>
  row.id !== null && row.id !== undefined

const actorOf = (row: NotificationRow) => (row.actor_is_deleted ? 'ghost' : row.actor_username)

/** What one kind tells; null when something of it is not there any more. */
function factsOf(
  row: NotificationRow,
  found: { post: Post | null; comment: Comment | undefined },
): NotificationFacts | null {
  const { post, comment } = found
  const actor = actorOf(row)
  const community = row.told_community && communityView(row.told_community, asForGuests)
  const { told_comment_id: commentId, told_about_comment_id: aboutCommentId } = row
  switch (row.told_type as NotificationType) {
    case 'new_comment':
    case 'comment_reply':
      if (!post || commentId === null || actor === null) return null
      return {
        postId: post.id,
        ...(aboutCommentId !== null && { parentCommentId: aboutCommentId }),
        commentId,
        noComments: row.told_happened,
        commentAuthor: actor,
        firstCreatedAt: row.told_created_at.toISOString(),
        post,
      }
    case 'new_votes':
      if (!post || (aboutCommentId !== null && !comment)) return null
      return {
        targetType: aboutCommentId === null ? 'post' : 'comment',
        targetId: aboutCommentId ?? post.id,
        noVotes: row.told_happened,
        post,
        ...(comment && { comment }),
      }
    case 'deleted_post':
      return (
        post && {
          targetType: 'post',
          targetId: post.id,
          deletedAs: row.told_deleted_as as 'mods' | 'admins',
          post,
        }
      )
    case 'mod_add':
      return community && actor !== null ? { communityName: community.name, addedBy: actor, community } : null
    case 'new_badge':
      return (
        row.receiver && {
          badgeType: row.told_badge_type ?? '',
          user: authorView(row.receiver.id, authorRow(row.receiver)),
        }
      )
    case 'welcome':
      return community && { communityName: community.name, community }
    case 'announcement':
      return post && community && { postId: post.id, post, community }
    case 'denied_comm':
      return { body: row.told_body ?? '' }
  }
}

const tinyCopy = (post: Post) =>
  (post.image ?? post.link?.image)?.copies.find(({ name }) => name === 'tiny')?.url ?? null

const wordsOf = (row: NotificationRow, post: Post | null, { form, siteName }: NotificationViewFor) =>
  renderNotification(
    {
      type: row.told_type as NotificationType,
      happened: row.told_happened,
      actor: actorOf(row),
      actorPicture:
        row.actor_picture && !row.actor_is_deleted
          ? copyAddress(row.actor_picture, 'profile', 'small')
          : null,
      post: post && { ...post, picture: tinyCopy(post) },
      commentId: row.told_comment_id,
      aboutCommentId: row.told_about_comment_id,
      deletedAs: row.told_deleted_as,
      communityName: row.told_community?.name ?? null,
      receiver: row.receiver?.author_username ?? null,
      badgeType: row.told_badge_type,
      body: row.told_body,
      createdAt: row.told_created_at,
      updatedAt: row.told_updated_at,
    },
    { siteName, html: form === 'html' },
  )

/**
 * A notification as its receiver sees it (API contract 2.7 and 2.8).
 *
 * @param comment the one that got votes; only for the raw form.
 */
export function notificationView(
  row: NotificationRow,
  to: NotificationViewFor,
  comment?: Comment,
): Notification {
  const post = hasPost(row) ? postView(row, to.inside) : null
  const common = {
    id: Number(row.told_id),
    type: row.told_type as NotificationType,
    seen: row.told_seen_at !== null,
    seenAt: row.told_seen_at?.toISOString() ?? null,
    createdAt: row.told_created_at.toISOString(),
  }
  if (to.form === 'raw') return { ...common, notif: factsOf(row, { post, comment }) }
  const { title, toURL, icon } = wordsOf(row, post, to)
  return {
    ...common,
    version: 1,
    textFormat: to.form === 'html' ? 'html' : '',
    title,
    body: '',
    icons: [icon],
    toURL,
    updatedAt: row.told_updated_at.toISOString(),
  }
}
