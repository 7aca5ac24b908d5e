import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { errors } from '../../../contract/errors.ts'
import { notificationExcerptMaxLength } from '../../../contract/limitValues.ts'
import { kindOfNotification, type NotificationKind } from '../../../contract/notificationKinds.ts'
import { notificationTypes } from '../../../contract/words.ts'
import { getCommentsById } from '../../core/comments/queries.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import { type NotificationPageRow, notificationPage } from './notificationPage.sql.ts'
import { ownerRefusal } from './policy.ts'
import { type NotificationRow, type NotificationViewFor, notificationView } from './serialize.ts'

const notificationsPerPage = 10

/** Markdown is longer than its plain text. */
const textLength = 4 * notificationExcerptMaxLength

const shownIn = ({ form }: NotificationViewFor) =>
  ({ format: form === 'raw' ? 'source' : 'excerpt', renderer: rendererVersion, textLength }) as const

const typesOf = (kind: NotificationKind) =>
  notificationTypes.filter((type) => kindOfNotification[type] === kind)

/** A member without notifications gets one row with nulls. */
const hasNotification = (row: NotificationPageRow): row is NotificationRow => row.notification_id !== null

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
 * @param which.next a cursor, as the client sent it.
 * @param which.kind only these; the counts are of all kinds.
 * @throws Refused with `invalid_cursor`.
 */
export async function listNotifications(
  db: Db,
  memberId: string,
  { next, kind }: { next: string | undefined; kind: NotificationKind | undefined },
  to: NotificationViewFor,
): Promise<OutputOf<'listNotifications'>> {
  const start = parseCursor(next)
  const size = notificationsPerPage
  const rows = await queryRows(db, notificationPage, {
    memberId,
    isOne: false,
    id: null,
    types: kind ? typesOf(kind) : null,
    hasCursor: start !== null,
    cursorIsUnseen: start?.isUnseen ?? null,
    cursorUs: start?.updatedUs ?? null,
    cursorId: start?.id ?? null,
    limit: size + 1,
    ...shownIn(to),
  })
  const [first] = rows
  if (!first) throw new Refused(errors.userNotFound)
  const notifications = rows.filter(hasNotification)
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
  const row = await queryRow(db, notificationPage, {
    memberId,
    isOne: true,
    id,
    types: null,
    hasCursor: false,
    cursorIsUnseen: null,
    cursorUs: null,
    cursorId: null,
    limit: 1,
    ...shownIn(to),
  })
  if (!row || !hasNotification(row)) throw new Refused(errors.notificationNotFound)
  return serializeRow(row, to, await votedComments(db, [row], to))
}
