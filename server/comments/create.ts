import { sql } from 'kysely'
import type { Comment } from '../../contract/entities/comment.ts'
import type { UserGroup } from '../../contract/entities/schema.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { compileOnce, onceFor } from '../database/compileOnce.ts'
import type { Db } from '../database/connection.ts'
import { readId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'
import { readRole } from '../moderation/roles.ts'
import { hasRole, isBarred } from '../moderation/standing.ts'
import { telling } from '../notifications/telling.ts'
import type { TextForm, ViewFor } from '../posts/view.ts'
import { commentRefusal, replyRefusal } from './policy.ts'
import { commentColumns } from './read.ts'
import { type CommentRow, commentView } from './view.ts'

/** A comment as its author sends it. */
export interface NewComment {
  readonly publicId: string
  readonly userGroup?: string
  readonly parentCommentId?: string | null
  readonly body: string
}

/** What the statement is filled in with. */
interface Values {
  readonly publicId: string
  /** null: a comment on the post itself. */
  readonly parentId: string | null
  readonly authorId: string
  readonly role: UserGroup
  /** Empty: nothing is stored. */
  readonly body: string
  readonly bodyHtml: string
}

/** The state of the place as it holds for this comment, and the comment, if it was stored. */
interface Outcome extends Omit<CommentRow, 'id'> {
  id: string | null
  post_deleted: boolean
  post_locked: boolean
  is_banned: boolean
  may_speak: boolean
  /** null: there is no such comment under this post. */
  parent_depth: number | null
  parent_deleted: boolean | null
  is_above_locked: boolean
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
  const role = readRole(comment.userGroup, 'normal')
  const body = typeof role === 'string' ? cut(comment.body.trim(), limits.bodyMaxLength) : ''
  const [outcome] = await inserting(parentId === null ? `${to.text} comment` : `${to.text} reply`)(db, {
    publicId: comment.publicId,
    parentId,
    authorId: author.id,
    role: typeof role === 'string' ? role : 'normal',
    body,
    bodyHtml: body === '' ? '' : renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
  })
  if (!outcome) throw new Refused(errors.postNotFound)
  if (typeof role !== 'string') throw new Refused(role)
  enforce(
    commentRefusal(
      {
        isPostDeleted: outcome.post_deleted,
        isPostLocked: outcome.post_locked,
        isBanned: outcome.is_banned,
        maySpeak: outcome.may_speak,
      },
      role,
    ),
  )
  if (parentId !== null) {
    if (outcome.parent_depth === null) throw new Refused(errors.commentNotFound)
    enforce(
      replyRefusal({
        isDeleted: outcome.parent_deleted === true,
        depth: outcome.parent_depth,
        isLocked: outcome.is_above_locked,
      }),
    )
  }
  if (outcome.id === null) throw new Refused(errors.emptyComment)
  return commentView({ ...outcome, id: outcome.id }, to)
}

/** What only a reply has: the comment above and all above that one, which are locked and counted. */
const above = (comment: Values) => ({
  parts: sql`
    parent as materialized (
      select comments.id, comments.depth, comments.ancestors || comments.id as path
      from place join comments on comments.post_id = place.id where comments.id = ${comment.parentId}),
    above as materialized (
      select comments.id, comments.author_id, comments.deleted_at, comments.locked_at
      from parent join comments on comments.id = any(parent.path)
      order by comments.id for no key update of comments),`,
  counting: sql`
    counted_for_ancestors as (
      update comments set reply_count = comments.reply_count + 1,
        direct_reply_count = comments.direct_reply_count + (above.id = ${comment.parentId}::bigint)::integer
      from above, post where comments.id = above.id),`,
  state: sql`
    (select depth from parent) as parent_depth,
    (select deleted_at is not null from above where id = ${comment.parentId}) as parent_deleted,
    exists (select from above where locked_at is not null) as is_above_locked`,
  isAllowed: sql`parent_depth < ${sql.lit(limits.commentMaxDepth)} and not parent_deleted and not is_above_locked`,
  path: sql`(select path from parent)`,
  parentAuthor: sql`(select author_id from above where id = ${comment.parentId})`,
})

const aboveNothing: ReturnType<typeof above> = {
  parts: sql``,
  counting: sql``,
  state: sql`null::smallint as parent_depth, null::boolean as parent_deleted, false as is_above_locked`,
  isAllowed: sql`true`,
  path: sql`'{}'::bigint[]`,
  parentAuthor: sql`null::bigint`,
}

const tellingThat = telling(['post_id', 'comment_id', 'about_comment_id', 'actor_id'])

/**
 * Looks at the place, stores the comment, its first vote and the counters, and gives the comment as it is then, all in one
 * statement, so that no lock, deletion or ban comes in between. The lock on the post puts all comments of one
 * thread in a row, and those above are locked in the order of their ids, and so are the people it concerns, so that
 * nobody waits for each other crosswise. The author of the comment above is told of a reply, the author of the
 * post of any other comment (API contract 3.8).
 */
const inserting = onceFor((variant: `${TextForm} ${'comment' | 'reply'}`) =>
  compileOnce((_db, comment: Values) => {
    const [text, kind] = variant.split(' ') as [TextForm, 'comment' | 'reply']
    const { parts, counting, state, isAllowed, path, parentAuthor } =
      kind === 'reply' ? above(comment) : aboveNothing
    return sql<Outcome>`
    with place as materialized (
      select id, public_id, author_id, community_id, deleted_at is not null as post_deleted,
        locked_at is not null as post_locked, ${isBarred(comment.authorId, sql`community_id`)} as is_banned,
        ${hasRole(comment.authorId, sql`community_id`, comment.role)} as may_speak
      from posts where public_id = ${comment.publicId} for no key update),
    ${parts}
    state as materialized (
      select place.*, ${state} from place),
    post as (
      update posts set comment_count = comment_count + 1, last_activity_at = now(), activity = activity_stamp(now())
      from state
      where posts.id = state.id and not (post_deleted or post_locked or is_banned) and may_speak
        and ${isAllowed} and ${comment.body}::text <> ''
      returning posts.id),
    ${counting}
    created as (
      insert into comments (post_id, parent_id, ancestors, author_id, author_group, body, body_html, body_renderer,
        upvotes)
      select id, ${comment.parentId}, ${path}, ${comment.authorId}, ${comment.role}, ${comment.body},
        ${comment.bodyHtml}, ${sql.lit(rendererVersion)}, 1 from post
      returning *),
    own_vote as (
      insert into comment_votes (post_id, comment_id, user_id, up, moves_points)
      select post_id, id, author_id, true, false from created),
    people as materialized (
      select id, deleted_at, reply_notifications_off from users
      where exists (select from created) and id in (${comment.authorId}, (select author_id from place), ${parentAuthor})
      order by id for no key update),
    news as (
      select people.id as user_id, now() as at, created.post_id, created.id as comment_id,
        created.author_id as actor_id, gets_reply.*
      from people cross join created cross join lateral (
        select case when people.id = ${parentAuthor} then 'comment_reply' else 'new_comment' end as type,
          case when people.id = ${parentAuthor} then created.parent_id end as about_comment_id) as gets_reply
      where people.id <> created.author_id and people.deleted_at is null and not people.reply_notifications_off
        and not exists (select from user_mutes
          where user_id = people.id and muted_user_id = created.author_id)),
    ${tellingThat},
    counted_for_people as (
      update users set comment_count = comment_count + (users.id = ${comment.authorId})::integer,
        notifications_new_count = notifications_new_count + coalesce(change, 0)
      from people left join count_changes on count_changes.user_id = people.id
      where users.id = people.id
      returning users.*)
    select ${commentColumns(text)}, true as my_vote, false as author_is_muted, state.post_deleted, state.post_locked,
      state.is_banned, state.may_speak, state.parent_depth, state.parent_deleted, state.is_above_locked
    from state left join (created as comments
      join (select place.id, place.public_id, place.community_id, communities.name as community_name
        from place join communities on communities.id = place.community_id) as thread on thread.id = comments.post_id
      join counted_for_people as author on author.id = comments.author_id) on true`
  }),
)
