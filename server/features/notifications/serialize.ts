import { Type } from 'typebox'
import type { Comment } from '../../../contract/entities/comment.ts'
import {
  Notification,
  type NotificationActor,
  NotificationFacts,
  type NotificationType,
} from '../../../contract/entities/notification.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { Language } from '../../../contract/languages.ts'
import { notificationExcerptMaxLength } from '../../../contract/limitValues.ts'
import { kindOfNotification } from '../../../contract/notificationKinds.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { serializerOf } from '../../core/api/serializer.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { asForGuests, communityView } from '../../core/communities/serialize.ts'
import { copyUrl } from '../../core/images/serialize.ts'
import { isUnreadable } from '../../core/permissions/bans.ts'
import { titleView, withoutContent } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { parseAuthorJson } from '../../core/users/columns.ts'
import { authorView } from '../../core/users/serialize.ts'
import { Json, jsonObject, withFields } from '../../platform/http/json.ts'
import { excerptOf } from '../../platform/markdown/excerpt.ts'
import type { NotificationPageRow } from './notificationPage.sql.ts'
import { renderNotification, urlElsewhere } from './render.ts'

/** A notification; the columns of its post are null without one. */
export type NotificationRow = NotificationPageRow & { notification_id: string }

/** `raw`: the facts for clients that write the text themselves; otherwise the text, plain or as HTML. */
export type NotificationForm = 'raw' | 'plain' | 'html'

export interface NotificationViewFor {
  readonly form: NotificationForm
  /** Whether it is shown by our own pages, or by another interface, which has the pages of the reference. */
  readonly hasOwnPages: boolean
  readonly siteName: string
  /** The language of the text on our own pages; other interfaces get it in English, as from the reference. */
  readonly language: Language
  /** The receiver, who may see the titles of their own and of some removed posts. */
  readonly receiver: Viewer
  /** For the posts and comments inside, which appear as guests see them. */
  readonly inside: ViewAs
}

/** The details that the causing statement stored. */
const detailsOf = (row: NotificationRow) => row.notification_details as Details
type Details = Pick<
  NotificationFacts,
  | 'rule'
  | 'reason'
  | 'note'
  | 'outcome'
  | 'act'
  | 'appealOutcome'
  | 'isReversed'
  | 'isErased'
  | 'basis'
  | 'ruleName'
  | 'noPosts'
  | 'noComments'
  | 'noticeNumber'
  | 'noticeSubject'
  | 'noticeCause'
  | 'noticeStep'
  | 'answer'
  | 'banKind'
  | 'expiresAt'
  | 'isChange'
  | 'heldKind'
  | 'heldOutcome'
  | 'isOverdue'
  | 'heldCount'
  | 'conversationId'
  | 'subject'
  | 'isWarning'
  | 'cause'
  | 'noReports'
  | 'noTargets'
  | 'hours'
  | 'permissions'
  | 'from'
  | 'to'
  | 'formerName'
  | 'newName'
>

const typeOf = (row: NotificationRow) => row.notification_type as NotificationType
const deletedAsOf = (row: NotificationRow) => row.notification_deleted_as as 'mods' | 'admins'

/** Whether the program's account caused it: where someone wrote, that was in the name of the community. */
const isProgram = (actor: {
  readonly username: string | null
  readonly isDeleted: boolean | null
}): boolean => actor.isDeleted === true && actor.username === 'nobody'
const writingTypes: ReadonlySet<string> = new Set(['new_comment', 'comment_reply', 'mention'])

/** Who caused a notification: the name of a member or community, or of the ghost. */
function actorOf(row: NotificationRow, communityName: string | null): string | null {
  const actor = { username: row.actor_username, isDeleted: row.actor_is_deleted }
  if (communityName !== null && writingTypes.has(row.notification_type) && isProgram(actor))
    return communityName
  return actor.isDeleted ? 'ghost' : actor.username
}

const inBrackets = (name: string | null) => name && `[${name}]`

/** What a notification is about. */
export interface Subject {
  readonly post: Json<Post> | null
  /** The comment that got votes; only for the form `raw`. */
  readonly comment: Json<Comment> | null
}

type Facts = Omit<NotificationFacts, 'post' | 'comment'>

/** The facts of one type besides post and comment; null if something in it no longer exists. */
function factsOf(row: NotificationRow, hasComment: boolean, communityName: string | null): Facts | null {
  const post = row.post_id === null ? null : { id: row.post_id }
  // In brackets, as in the comment itself.
  const actor = actorOf(row, inBrackets(row.notification_speaker ?? communityName))
  const community = row.notification_community && communityView(row.notification_community, asForGuests)
  const { notification_comment_id: commentId, notification_about_comment_id: aboutCommentId } = row
  switch (typeOf(row)) {
    case 'new_comment':
    case 'comment_reply':
      if (!post || commentId === null || actor === null) return null
      return {
        postId: post.id,
        ...(aboutCommentId !== null && { parentCommentId: aboutCommentId }),
        commentId,
        noComments: row.notification_happened,
        commentAuthor: actor,
        firstCreatedAt: row.notification_created_at.toISOString(),
      }
    case 'mention':
      return post && actor !== null
        ? { postId: post.id, ...(commentId && { commentId }), mentionedBy: actor }
        : null
    case 'new_votes':
      if (!post || (aboutCommentId !== null && !hasComment)) return null
      return {
        targetType: aboutCommentId === null ? 'post' : 'comment',
        targetId: aboutCommentId ?? post.id,
        noVotes: row.notification_happened,
      }
    case 'deleted_post':
    case 'deleted_comment':
    case 'locked':
    case 'restored':
      return (
        post && {
          targetType: aboutCommentId === null ? 'post' : 'comment',
          targetId: aboutCommentId ?? post.id,
          deletedAs: deletedAsOf(row),
          ...detailsOf(row),
        }
      )
    case 'report_handled':
      return (
        post && {
          targetType: aboutCommentId === null ? 'post' : 'comment',
          targetId: aboutCommentId ?? post.id,
          ...detailsOf(row),
        }
      )
    case 'reported':
    case 'appeal_filed':
    case 'appeal_answered':
    case 'banned':
    case 'community_renamed':
    case 'held_waiting':
    case 'held_decided':
    case 'automation':
    case 'mod_permissions':
    case 'move_proposed':
    case 'post_moved':
      return {
        ...detailsOf(row),
        ...(post && {
          targetType: aboutCommentId === null ? ('post' as const) : ('comment' as const),
          targetId: aboutCommentId ?? post.id,
        }),
        ...(community && { communityName: community.name, community }),
      }
    case 'modmail':
      return community && { ...detailsOf(row), communityName: community.name, community }
    case 'mod_add':
      return community && actor !== null ? { communityName: community.name, addedBy: actor, community } : null
    case 'new_badge':
      return (
        row.receiver && {
          badgeType: row.notification_badge_type ?? '',
          user: authorView(row.receiver.id, parseAuthorJson(row.receiver)),
        }
      )
    case 'welcome':
      return community && { communityName: community.name, community }
    case 'announcement':
      return post && community && { postId: post.id, community }
    case 'denied_comm':
    case 'backup_failed':
      return { body: row.notification_body ?? '' }
    case 'notice':
    case 'own_notice':
      return detailsOf(row)
    case 'approved':
    case 'wave':
      return {}
  }
}

const tinyCopy = (post: Post) =>
  (post.image ?? post.link?.image)?.copies.find(({ name }) => name === 'tiny')?.url ?? null

const wordsOf = (row: NotificationRow, post: Post | null, to: NotificationViewFor) =>
  inLanguage(to.hasOwnPages ? to.language : 'en', () => wordsIn(row, post, to))

const wordsIn = (row: NotificationRow, post: Post | null, { form, siteName }: NotificationViewFor) =>
  renderNotification(
    {
      type: typeOf(row),
      happened: row.notification_happened,
      actor: actorOf(row, row.notification_speaker ?? post?.communityName ?? null),
      actorPicture:
        row.actor_picture && !row.actor_is_deleted ? copyUrl(row.actor_picture, 'profile', 'small') : null,
      post: post && { ...post, picture: tinyCopy(post) },
      commentId: row.notification_comment_id,
      aboutCommentId: row.notification_about_comment_id,
      deletedAs: deletedAsOf(row),
      communityName: row.notification_community?.name ?? null,
      receiver: row.receiver?.author_username ?? null,
      badgeType: row.notification_badge_type,
      body: row.notification_body,
      details: detailsOf(row),
      createdAt: row.notification_created_at,
      updatedAt: row.notification_updated_at,
    },
    { siteName, html: form === 'html' },
  )

/** The beginning of what it is about, as Markdown or plain text. */
const shownText = (row: NotificationRow, post: Post | null) =>
  row.notification_type === 'mention' && row.notification_comment_id === null
    ? post && !post.deleted && post.excerpt
    : row.notification_text

type StoredActor = NonNullable<NotificationRow['notification_actors']>[number]

function actorView(actor: StoredActor, row: NotificationRow, communityName: string): NotificationActor {
  const { id, username, isDeleted, picture } = actor
  if (writingTypes.has(row.notification_type) && isProgram(actor))
    return { id: null, username: row.notification_speaker ?? communityName, picture: null }
  return isDeleted
    ? { id: null, username: 'ghost', picture: null }
    : { id, username, picture: picture && copyUrl(picture, 'profile', 'small') }
}

const writeNotification = serializerOf({ response: Notification })
const writeFacts = serializerOf({ response: Type.Omit(NotificationFacts, ['post', 'comment']) })

/** A post as the receiver may see it: with the title of a removed one, and without what a ban withholds from them. */
function postFor({ receiver }: NotificationViewFor, row: NotificationRow, post: Json<Post>): Json<Post> {
  const facts = {
    title: row.post_title ?? '',
    author_id: row.post_author_id ?? '',
    community_id: row.post_community_id ?? '',
    deleted_as: row.post_deleted_as,
  }
  const isWithheld = isUnreadable(receiver, facts)
  if (row.post_deleted_as === null && !isWithheld) return post
  const shown = isWithheld ? withoutContent(post.value) : post.value
  return Json.of({ ...shown, title: titleView(facts, receiver) })
}

/** A notification for its receiver; its post has the title that they may see. */
export function notificationJson(
  row: NotificationRow,
  to: NotificationViewFor,
  { post, comment }: Subject,
): Json<Notification> {
  const common = {
    id: Number(row.notification_id),
    type: typeOf(row),
    seen: row.notification_seen_at !== null,
    seenAt: row.notification_seen_at?.toISOString() ?? null,
    createdAt: row.notification_created_at.toISOString(),
  }
  const own = post && postFor(to, row, post)
  const format = to.hasOwnPages ? 'html' : 'source'
  if (to.form === 'raw') {
    const facts = factsOf(row, comment !== null, own?.value.communityName ?? null)
    // A comment has the title of its post.
    const about =
      comment && own && own !== post ? Json.of({ ...comment.value, postTitle: own.value.title }) : comment
    const notif =
      facts === null
        ? {}
        : withFields<NotificationFacts>(
            new Json(writeFacts(facts, format)),
            jsonObject({ ...(own && { post: own }), ...(about && { comment: about }) }),
          )
    return withFields(new Json(writeNotification(common, format)), jsonObject({ notif }))
  }
  const seen = own?.value ?? null
  const { title: words, body = '', toURL, icon } = wordsOf(row, seen, to)
  const communityName = seen?.communityName ?? row.notification_community?.name ?? ''
  return new Json(
    writeNotification(
      {
        version: 1,
        ...common,
        textFormat: to.form === 'html' ? 'html' : '',
        title: words,
        body,
        icons: [icon],
        toURL: to.hasOwnPages ? toURL : urlElsewhere(toURL, communityName),
        updatedAt: row.notification_updated_at.toISOString(),
        kind: kindOfNotification[common.type],
        actors: (row.notification_actors ?? []).map((actor) => actorView(actor, row, communityName)),
        actorCount: row.notification_actor_count,
        times: row.notification_happened,
        excerpt: excerptOf(shownText(row, seen) || '', notificationExcerptMaxLength),
        postTitle: seen?.title ?? '',
        communityName,
        communityId: row.post_community_id ?? row.notification_community?.id ?? null,
      },
      format,
    ),
  )
}
