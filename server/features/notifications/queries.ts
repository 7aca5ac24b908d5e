import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Notification } from '../../../contract/entities/notification.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { notificationExcerptMaxLength } from '../../../contract/limitValues.ts'
import { kindOfNotification, type NotificationKind } from '../../../contract/notificationKinds.ts'
import { notificationTypes } from '../../../contract/words.ts'
import { type CacheServices, getLoneComments, noState } from '../../core/comments/items.ts'
import { unreadableCommunities } from '../../core/permissions/bans.ts'
import { getPosts } from '../../core/posts/items.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow, queryRows } from '../../platform/database/statement.ts'
import { parseKeysAndId } from '../../platform/http/cursor.ts'
import { parseIdOrNull } from '../../platform/http/ids.ts'
import { type Json, jsonList, jsonObject } from '../../platform/http/json.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { type NotificationPageRow, notificationPage } from './notificationPage.sql.ts'
import {
  type NotificationRow,
  type NotificationViewFor,
  notificationJson,
  type Subject,
} from './serialize.ts'

/** Why `member` may not see or change a notification, or null when it is theirs. */
function ownerRefusal(member: { id: string }, notification: { userId: string }): Refusal {
  return notification.userId === member.id ? null : errors.notOwner
}

/** The sort key of the first notification of a page (keyset pagination). */
interface PageStart {
  readonly isUnseen: boolean
  /** `updated_at` in microseconds since 1970, as decimal text. */
  readonly updatedUs: string
  readonly id: string
}

/** Formats an opaque cursor. */
const formatCursor = ({ isUnseen, updatedUs, id }: PageStart): string =>
  Buffer.from(`${isUnseen ? 1 : 0}.${updatedUs}.${id}`).toString('base64url')

/**
 * Parses a cursor of `formatCursor`.
 *
 * @param text as the client sent it; empty means the first page.
 * @throws Refused with `invalid_cursor` for any other form.
 */
function parseCursor(text: string | undefined): PageStart | null {
  if (!text) return null
  const { keys: [unseen = '', updatedUs = ''] = [], id = '' } =
    parseKeysAndId(Buffer.from(text, 'base64url').toString('latin1'), 2) ?? {}
  if (!/^[01]$/.test(unseen) || updatedUs.startsWith('-')) throw new Refused(errors.invalidCursor)
  return { isUnseen: unseen === '1', updatedUs, id }
}

const notificationsPerPage = 10

/** Markdown is longer than its plain text. */
const textLength = 4 * notificationExcerptMaxLength

const shownIn = ({ form, receiver }: NotificationViewFor) =>
  ({
    format: form === 'raw' ? 'source' : 'excerpt',
    textLength,
    unreadableIds: unreadableCommunities(receiver),
  }) as const

const typesOf = (kind: NotificationKind) =>
  notificationTypes.filter((type) => kindOfNotification[type] === kind)

/** A member without notifications gets one row with nulls. */
const hasNotification = (row: NotificationPageRow): row is NotificationRow => row.notification_id !== null

/** What each notification is about, as guests see it. */
async function getSubjects(
  services: CacheServices,
  rows: readonly NotificationRow[],
  { inside }: NotificationViewFor,
): Promise<Subject[]> {
  const [posts, comments] = await Promise.all([
    getPosts(
      services,
      rows.flatMap(({ post_id: id, post_version: version }) => (id === null ? [] : [{ id, version }])),
      { to: inside, stateOf: () => undefined },
    ),
    getLoneComments(
      services,
      rows.flatMap(({ notification_about_comment_id: id, about_comment_version: version }) =>
        id === null || version === null ? [] : [{ id, version }],
      ),
      { to: inside, stateOf: () => noState },
    ),
  ])
  return rows.map((row) => ({
    post: posts.get(row.post_id ?? '') ?? null,
    comment:
      row.about_comment_version === null
        ? null
        : (comments.get(row.notification_about_comment_id ?? '') ?? null),
  }))
}

async function serializeRows(
  services: CacheServices,
  rows: readonly NotificationRow[],
  to: NotificationViewFor,
): Promise<Json<Notification>[]> {
  const subjects = await getSubjects(services, rows, to)
  return rows.map((row, at) => notificationJson(row, to, subjects[at] ?? { post: null, comment: null }))
}

/**
 * A page of a member's notifications with both counts, in one round trip, and another for posts and comments that are not in memory.
 *
 * @param which.next a cursor, as the client sent it.
 * @param which.kind only these; the counts are of all kinds.
 * @throws Refused with `invalid_cursor`.
 */
export async function listNotifications(
  services: CacheServices,
  memberId: string,
  { next, kind }: { next: string | undefined; kind: NotificationKind | undefined },
  to: NotificationViewFor,
): Promise<Json<OutputOf<'listNotifications'>>> {
  const start = parseCursor(next)
  const size = notificationsPerPage
  const rows = await queryRows(services.db, notificationPage, {
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
  const following = notifications[size]
  return jsonObject<OutputOf<'listNotifications'>>({
    count: first.total,
    newCount: first.new_count,
    items: jsonList(await serializeRows(services, page, to)),
    next: following
      ? formatCursor({
          isUnseen: following.notification_seen_at === null,
          updatedUs: following.updated_us,
          id: following.notification_id,
        })
      : '',
  })
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
  services: CacheServices,
  { id, memberId }: OwnNotification,
  to: NotificationViewFor,
): Promise<Json<Notification>> {
  const row = await queryRow(services.db, notificationPage, {
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
  const [notification] = await serializeRows(services, [row], to)
  if (!notification) throw new Refused(errors.notificationNotFound)
  return notification
}
