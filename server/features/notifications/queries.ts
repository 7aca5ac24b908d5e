import { expressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { errors } from '../../../contract/errors.ts'
import { getCommentsById } from '../../core/comments/queries.ts'
import { communityColumns } from '../../core/communities/columns.ts'
import { imageJson } from '../../core/images/columns.ts'
import { overlayColumns, postColumns, postJoins } from '../../core/posts/queries.ts'
import { authorColumns } from '../../core/users/columns.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import { ownerRefusal } from './policy.ts'
import {
  type NotificationForm,
  type NotificationRow,
  type NotificationViewFor,
  notificationView,
} from './serialize.ts'

const notificationsPerPage = 10

const nested = expressionBuilder<DB>()

const community = jsonObjectFrom(
  nested
    .selectFrom('communities')
    .where(
      'communities.id',
      '=',
      sql<string>`coalesce(notification.community_id,
      case when notification.type = 'announcement' then posts.community_id end)`,
    )
    .select(communityColumns),
)
const receiver = jsonObjectFrom(
  nested
    .selectFrom('users as author')
    .where('author.id', '=', sql<string>`notification.user_id`)
    .select(sql<string>`author.id::text`.as('id'))
    .select(authorColumns),
)

/** The columns of `NotificationRow`, for a query that knows `notifications` as `notification`. */
const columns = (form: NotificationForm) => sql`
  notification.id as notification_id, notification.type as notification_type, notification.user_id as notification_user_id, notification.happened as notification_happened,
  notification.created_at as notification_created_at, notification.updated_at as notification_updated_at, notification.seen_at as notification_seen_at,
  notification.comment_id as notification_comment_id, notification.about_comment_id as notification_about_comment_id,
  notification.deleted_as as notification_deleted_as, notification.badge_type as notification_badge_type, notification.body as notification_body,
  actor.username as actor_username, actor.deleted_at is not null as actor_is_deleted,
  case when actor.picture_id is not null then (
    select ${imageJson} from images where images.id = actor.picture_id) end as actor_picture,
  case when notification.type in ('mod_add', 'welcome', 'announcement') then ${community} end as notification_community,
  case when notification.type = 'new_badge' then ${receiver} end as receiver,
  ${postColumns(form === 'raw' ? 'source' : 'excerpt')}, ${overlayColumns(null)}`

const joins = sql`
  left join (posts ${postJoins}) on posts.id = notification.post_id
  left join users as actor on actor.id = notification.actor_id`

/** Unseen first, then the latest. An index serves this order. */
const order = sql`(notification.seen_at is null) desc, notification.updated_at desc, notification.id desc`

interface PageRow extends NotificationRow {
  total: number
  new_count: number
  updated_us: string
}

/** The comments that got votes. Only the form `raw` shows them. */
async function votedComments(
  db: Db,
  rows: readonly NotificationRow[],
  { form, inside }: NotificationViewFor,
): Promise<Map<string, Comment>> {
  const ids = rows.flatMap(({ notification_type, notification_about_comment_id: id }) =>
    notification_type === 'new_votes' && id !== null ? [id] : [],
  )
  if (form !== 'raw' || ids.length === 0) return new Map()
  return new Map((await getCommentsById(db, ids, inside)).map((comment) => [comment.id, comment]))
}

const serializeRow = (row: NotificationRow, to: NotificationViewFor, comments: Map<string, Comment>) =>
  notificationView(row, to, comments.get(row.notification_about_comment_id ?? ''))

/**
 * A page of a member's notifications with both counts, in one round trip; the form `raw` takes another for comments.
 *
 * @param next a cursor, as the client sent it.
 * @throws Refused with `invalid_cursor`.
 */
export async function listNotifications(
  db: Db,
  memberId: string,
  next: string | undefined,
  to: NotificationViewFor,
): Promise<OutputOf<'listNotifications'>> {
  const start = parseCursor(next)
  const size = notificationsPerPage
  const { rows } = await sql<PageRow | { notification_id: null; total: number; new_count: number }>`
    with member as materialized (
      select id, notifications_new_count as new_count,
        (select count(*)::integer from notifications where user_id = users.id) as total
      from users where id = ${memberId})
    select member.new_count, member.total,
      (extract(epoch from notification.updated_at) * 1000000)::bigint as updated_us, ${columns(to.form)}
    from member left join lateral (
      select * from notifications as notification
      where notification.user_id = member.id
        ${
          start
            ? sql`and (notification.seen_at is null, notification.updated_at, notification.id) <= (${start.isUnseen}::boolean,
              'epoch'::timestamptz + ${start.updatedUs}::bigint * interval '1 microsecond', ${start.id}::bigint)`
            : sql``
        }
      order by ${order} limit ${sql.lit(size + 1)}) as notification on true ${joins}
    order by ${order}`.execute(db)
  const [first] = rows
  if (!first) throw new Refused(errors.userNotFound)
  const notifications = rows.filter((row): row is PageRow => row.notification_id !== null)
  const page = notifications.slice(0, size)
  const comments = await votedComments(db, page, to)
  const following = notifications[size]
  return {
    count: first.total,
    newCount: first.new_count,
    items: page.map((row) => serializeRow(row, to, comments)),
    next: following
      ? formatCursor({
          isUnseen: following.notification_seen_at === null,
          updatedUs: following.updated_us,
          id: following.notification_id,
        })
      : '',
  }
}

/** A notification and its member; `getOwnNotification` has checked that they belong together. */
export interface OwnNotification {
  readonly id: string
  readonly memberId: string
}

/**
 * Checks that a notification is this member's.
 *
 * @param text its id, as the client sent it.
 * @throws Refused with the error `notificationNotFound` or with `not_owner`.
 */
export async function getOwnNotification(db: Db, memberId: string, text: string): Promise<OwnNotification> {
  const id = parseIdOrNull(text)
  if (id === null) throw new Refused(errors.notificationNotFound)
  const notification = await db
    .selectFrom('notifications')
    .where('id', '=', id)
    .select('user_id as userId')
    .executeTakeFirstOrThrow(() => new Refused(errors.notificationNotFound))
  enforce(ownerRefusal({ id: memberId }, notification))
  return { id, memberId }
}

/** One notification of a member. @throws Refused with the error `notificationNotFound` when it was deleted meanwhile. */
export async function getNotification(
  db: Db,
  { id, memberId }: OwnNotification,
  to: NotificationViewFor,
): Promise<Notification> {
  const { rows } = await sql<NotificationRow>`
    select ${columns(to.form)} from notifications as notification ${joins}
    where notification.id = ${id} and notification.user_id = ${memberId}`.execute(db)
  const [row] = rows
  if (!row) throw new Refused(errors.notificationNotFound)
  return serializeRow(row, to, await votedComments(db, rows, to))
}
