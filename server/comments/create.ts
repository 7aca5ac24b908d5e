import { sql } from 'kysely'
import type { Comment } from '../../contract/entities/comment.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'
import { isBannedNow } from '../moderation/bans.ts'
import { readRole } from '../moderation/roles.ts'
import { telling } from '../notifications/telling.ts'
import type { ViewFor } from '../posts/view.ts'
import { commentRefusal, replyRefusal } from './policy.ts'
import { getCommentRow } from './read.ts'
import { commentView } from './view.ts'

/** A comment as its author sends it. */
export interface NewComment {
  readonly publicId: string
  readonly userGroup?: string
  readonly parentCommentId?: string | null
  readonly body: string
}

interface Place {
  post_id: string
  community_id: string
  post_deleted: boolean
  post_locked: boolean
  parent_deleted: boolean | null
  parent_depth: number | null
  parent_ancestors: string[] | null
  parent_locked: boolean | null
}

/** Where a comment would go: the post, and the parent when it is one of that post. */
async function getPlace(db: Db, publicId: string, parentId: string | null): Promise<Place> {
  const { rows } = await sql<Place>`
    select posts.id as post_id, posts.community_id, posts.deleted_at is not null as post_deleted,
      posts.locked_at is not null as post_locked, parent.deleted_at is not null as parent_deleted,
      parent.depth as parent_depth, parent.ancestors as parent_ancestors,
      exists (select from comments as above where above.id = any(parent.ancestors || parent.id)
        and above.locked_at is not null) as parent_locked
    from posts left join comments as parent on parent.id = ${parentId} and parent.post_id = posts.id
    where posts.public_id = ${publicId}`.execute(db)
  if (!rows[0]) throw new Refused(errors.postNotFound)
  return rows[0]
}

/**
 * Adds a comment with its author's own upvote, and counts it for the post, its ancestors and its author.
 *
 * @throws Refused in the order of the API contract 4.5; nothing is stored then.
 */
export async function createComment(
  db: Db,
  author: Viewer,
  comment: NewComment,
  to: ViewFor,
): Promise<Comment> {
  const parentId = comment.parentCommentId ? readId(comment.parentCommentId) : null
  const place = await getPlace(db, comment.publicId, parentId)
  const role = readRole(comment.userGroup, 'normal')
  if (typeof role !== 'string') throw new Refused(role)
  enforce(
    commentRefusal(
      author,
      { communityId: place.community_id, isDeleted: place.post_deleted, isLocked: place.post_locked },
      role,
    ),
  )
  if (parentId !== null) {
    if (place.parent_depth === null) throw new Refused(errors.commentNotFound)
    enforce(
      replyRefusal({
        isDeleted: place.parent_deleted === true,
        depth: place.parent_depth,
        isLocked: place.parent_locked === true,
      }),
    )
  }
  const body = cut(comment.body.trim(), limits.bodyMaxLength)
  if (body === '') throw new Refused(errors.emptyComment)

  const id = await insertComment(db, {
    postId: place.post_id,
    parentId,
    ancestors: parentId === null ? [] : [...(place.parent_ancestors ?? []), parentId],
    authorId: author.id,
    role,
    body,
    bodyHtml: renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
  })
  return commentView(await getCommentRow(db, id, { viewerId: author.id, text: to.text }), to)
}

interface StoredComment {
  readonly postId: string
  readonly parentId: string | null
  readonly ancestors: readonly string[]
  readonly authorId: string
  readonly role: string
  readonly body: string
  readonly bodyHtml: string
}

interface Insertion {
  /** null: nothing was stored, for one of the other reasons. */
  id: string | null
  is_deleted: boolean
  is_locked: boolean
  is_banned: boolean
  is_parent_deleted: boolean
  is_parent_locked: boolean
}

const tellingThat = telling(['post_id', 'comment_id', 'about_comment_id', 'actor_id'])

/**
 * Stores the comment, its first vote and the counters in one statement, unless a lock, a deletion or a ban
 * arrived since we looked. The lock on the post puts all comments of one thread in a row, and those above
 * are locked in the order of their ids, and so are the people it concerns, so that nobody waits for each other
 * crosswise. The author of the comment above is told of a reply, the author of the post of any other
 * comment (API contract 3.8).
 */
async function insertComment(db: Db, comment: StoredComment): Promise<string> {
  const parentAuthor = sql`(select author_id from above where id = ${comment.parentId})`
  const { rows } = await sql<Insertion>`
    with place as materialized (
      select id, author_id, community_id, deleted_at, locked_at from posts
      where id = ${comment.postId} for no key update),
    above as materialized (
      select comments.id, comments.author_id, comments.deleted_at, comments.locked_at
      from place join comments on comments.id = any(${comment.ancestors}::bigint[])
      order by comments.id for no key update of comments),
    state as materialized (
      select place.id, place.deleted_at is not null as is_deleted, place.locked_at is not null as is_locked,
        ${isBannedNow(comment.authorId, sql`place.community_id`)} as is_banned,
        exists (select from above where id = ${comment.parentId} and deleted_at is not null) as is_parent_deleted,
        exists (select from above where locked_at is not null) as is_parent_locked
      from place),
    post as (
      update posts set comment_count = comment_count + 1, last_activity_at = now(), activity = activity_stamp(now())
      from state
      where posts.id = state.id and not (is_deleted or is_locked or is_banned or is_parent_deleted or is_parent_locked)
      returning posts.id),
    counted_for_ancestors as (
      update comments set reply_count = reply_count + 1,
        direct_reply_count = direct_reply_count + (comments.id is not distinct from ${comment.parentId}::bigint)::integer
      where id = any(${comment.ancestors}::bigint[]) and exists (select from post)),
    created as (
      insert into comments (post_id, parent_id, ancestors, author_id, author_group, body, body_html, body_renderer,
        upvotes)
      select id, ${comment.parentId}, ${comment.ancestors}::bigint[], ${comment.authorId}, ${comment.role},
        ${comment.body}, ${comment.bodyHtml}, ${rendererVersion}, 1 from post
      returning id, post_id),
    own_vote as (
      insert into comment_votes (post_id, comment_id, user_id, up, moves_points)
      select post_id, id, ${comment.authorId}, true, false from created),
    people as materialized (
      select id, deleted_at, reply_notifications_off from users
      where exists (select from created) and id in (${comment.authorId}, (select author_id from place), ${parentAuthor})
      order by id for no key update),
    news as (
      select people.id as user_id, now() as at, created.post_id, created.id as comment_id,
        ${comment.authorId}::bigint as actor_id, gets_reply.*
      from people cross join created cross join lateral (
        select case when people.id = ${parentAuthor} then 'comment_reply' else 'new_comment' end as type,
          case when people.id = ${parentAuthor} then ${comment.parentId}::bigint end as about_comment_id) as gets_reply
      where people.id <> ${comment.authorId} and people.deleted_at is null and not people.reply_notifications_off
        and not exists (select from user_mutes
          where user_id = people.id and muted_user_id = ${comment.authorId})),
    ${tellingThat},
    counted_for_people as (
      update users set comment_count = comment_count + (users.id = ${comment.authorId})::integer,
        notifications_new_count = notifications_new_count + coalesce(change, 0)
      from people left join count_changes on count_changes.user_id = people.id
      where users.id = people.id)
    select created.id, state.is_deleted, state.is_locked, state.is_banned, state.is_parent_deleted,
      state.is_parent_locked
    from state left join created on true`.execute(db)
  const [outcome] = rows
  if (!outcome || outcome.is_deleted) throw new Refused(errors.postNotFound)
  if (outcome.is_locked) throw new Refused(errors.postLocked)
  if (outcome.is_banned) throw new Refused(errors.bannedFromCommunity)
  if (outcome.is_parent_deleted) throw new Refused(errors.replyToDeleted)
  if (outcome.id === null) throw new Refused(errors.commentLocked)
  return outcome.id
}
