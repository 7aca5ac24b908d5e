import { expressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { OutputOf } from '../../contract/endpoints/index.ts'
import type { Comment } from '../../contract/entities/comment.ts'
import type { Notification } from '../../contract/entities/notification.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { readCommentsById } from '../comments/read.ts'
import { communityColumns } from '../communities/view.ts'
import type { Db } from '../database/connection.ts'
import type { DB } from '../database/tables.ts'
import { parseId } from '../http/ids.ts'
import { enforce, Refused } from '../http/refused.ts'
import { imageJson } from '../images/view.ts'
import { overlayColumns, postColumns, postJoins } from '../posts/read.ts'
import { authorColumns } from '../users/view.ts'
import { encodePlace, readPlace } from './cursor.ts'
import { ownerRefusal } from './policy.ts'
import {
  type NotificationForm,
  type NotificationRow,
  type NotificationViewFor,
  notificationView,
} from './view.ts'

const nested = expressionBuilder<DB>()

const community = jsonObjectFrom(
  nested
    .selectFrom('communities')
    .where(
      'communities.id',
      '=',
      sql<string>`coalesce(told.community_id,
      case when told.type = 'announcement' then posts.community_id end)`,
    )
    .select(communityColumns),
)
const receiver = jsonObjectFrom(
  nested
    .selectFrom('users as author')
    .where('author.id', '=', sql<string>`told.user_id`)
    .select(sql<string>`author.id::text`.as('id'))
    .select(authorColumns),
)

/** The columns of `NotificationRow`, for a query that knows the notifications as `told`. */
const columns = (form: NotificationForm) => sql`
  told.id as told_id, told.type as told_type, told.user_id as told_user_id, told.happened as told_happened,
  told.created_at as told_created_at, told.updated_at as told_updated_at, told.seen_at as told_seen_at,
  told.comment_id as told_comment_id, told.about_comment_id as told_about_comment_id,
  told.deleted_as as told_deleted_as, told.badge_type as told_badge_type, told.body as told_body,
  actor.username as actor_username, actor.deleted_at is not null as actor_is_deleted,
  case when actor.picture_id is not null then (
    select ${imageJson('images')} from images where images.id = actor.picture_id) end as actor_picture,
  case when told.type in ('mod_add', 'welcome', 'announcement') then ${community} end as told_community,
  case when told.type = 'new_badge' then ${receiver} end as receiver,
  ${postColumns(form === 'raw' ? 'source' : 'excerpt')}, ${overlayColumns(null)}`

const joins = sql`
  left join (posts ${postJoins}) on posts.id = told.post_id
  left join users as actor on actor.id = told.actor_id`

/** The order of a member's notifications: unseen first, then the latest. An index serves it. */
const order = sql`(told.seen_at is null) desc, told.updated_at desc, told.id desc`

interface PageRow extends NotificationRow {
  total: number
  new_count: number
  updated_us: string
}

/** The comments that got votes, which the raw form shows whole; in words they are not needed. */
async function votedComments(
  db: Db,
  rows: readonly NotificationRow[],
  { form, inside }: NotificationViewFor,
): Promise<Map<string, Comment>> {
  const ids = rows.flatMap(({ told_type, told_about_comment_id: id }) =>
    told_type === 'new_votes' && id !== null ? [id] : [],
  )
  if (form !== 'raw' || ids.length === 0) return new Map()
  return new Map((await readCommentsById(db, ids, inside)).map((comment) => [comment.id, comment]))
}

const viewOf = (row: NotificationRow, to: NotificationViewFor, comments: Map<string, Comment>) =>
  notificationView(row, to, comments.get(row.told_about_comment_id ?? ''))

/**
 * A page of a member's notifications with both counts; worded, it takes one round trip.
 *
 * @param next where the page starts; untrusted.
 * @throws Refused with `invalid_cursor`.
 */
export async function listNotifications(
  db: Db,
  memberId: string,
  next: string | undefined,
  to: NotificationViewFor,
): Promise<OutputOf<'listNotifications'>> {
  const place = readPlace(next)
  const size = limits.notificationsPerPage
  const { rows } = await sql<PageRow | { told_id: null; total: number; new_count: number }>`
    with me as materialized (
      select id, notifications_new_count as new_count,
        (select count(*)::integer from notifications where user_id = users.id) as total
      from users where id = ${memberId})
    select me.new_count, me.total,
      (extract(epoch from told.updated_at) * 1000000)::bigint as updated_us, ${columns(to.form)}
    from me left join lateral (
      select * from notifications as told
      where told.user_id = me.id
        ${
          place
            ? sql`and (told.seen_at is null, told.updated_at, told.id) <= (${place.isUnseen}::boolean,
              'epoch'::timestamptz + ${place.updatedUs}::bigint * interval '1 microsecond', ${place.id}::bigint)`
            : sql``
        }
      order by ${order} limit ${sql.lit(size + 1)}) as told on true ${joins}
    order by ${order}`.execute(db)
  const [first] = rows
  if (!first) throw new Refused(errors.userNotFound)
  const told = rows.filter((row): row is PageRow => row.told_id !== null)
  const page = told.slice(0, size)
  const comments = await votedComments(db, page, to)
  const following = told[size]
  return {
    count: first.total,
    newCount: first.new_count,
    items: page.map((row) => viewOf(row, to, comments)),
    next: following
      ? encodePlace({
          isUnseen: following.told_seen_at === null,
          updatedUs: following.updated_us,
          id: following.told_id,
        })
      : '',
  }
}

/** Which notification, and whose: a pair that `requireOwn` found to belong together. */
export interface OwnNotification {
  readonly id: string
  readonly memberId: string
}

/**
 * Finds out whether a notification is this member's.
 *
 * @param text its id as it came.
 * @throws Refused when there is none, and when it is somebody else's.
 */
export async function requireOwn(db: Db, memberId: string, text: string): Promise<OwnNotification> {
  const id = parseId(text)
  if (id === null) throw new Refused(errors.notificationNotFound)
  const notification = await db
    .selectFrom('notifications')
    .where('id', '=', id)
    .select('user_id as userId')
    .executeTakeFirstOrThrow(() => new Refused(errors.notificationNotFound))
  enforce(ownerRefusal({ id: memberId }, notification))
  return { id, memberId }
}

/** One notification of a member. @throws Refused when it is not there any more. */
export async function getNotification(
  db: Db,
  { id, memberId }: OwnNotification,
  to: NotificationViewFor,
): Promise<Notification> {
  const { rows } = await sql<NotificationRow>`
    select ${columns(to.form)} from notifications as told ${joins}
    where told.id = ${id} and told.user_id = ${memberId}`.execute(db)
  const [row] = rows
  if (!row) throw new Refused(errors.notificationNotFound)
  return viewOf(row, to, await votedComments(db, rows, to))
}
