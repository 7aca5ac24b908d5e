import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { User } from '../../contract/entities/ownUser.ts'
import { nobodyId, zeroTime } from '../../contract/entities/schema.ts'
import type { Author, Badge } from '../../contract/entities/user.ts'
import { copyAddress, type ImageRow, imageJson, imageView } from '../images/view.ts'

/** Pictures and badges are looked up for those alone who have some: a thread has hundreds of authors. */
const picture = sql<ImageRow | null>`case when author.picture_id is not null then (
  select ${imageJson('images')} from images where images.id = author.picture_id) end`
const pictureSecret = sql`case when author.picture_id is not null then (
  select images.secret from images where images.id = author.picture_id) end`
const badges = sql<Badge[] | null>`case when author.badge_count > 0 then (
  select json_agg(json_build_object('id', badges.id, 'type', badges.type) order by badges.id)
  from badges where badges.user_id = author.id) end`

const plainColumns = [
  'author.username as author_username',
  'author.about_me as author_about_me',
  'author.points as author_points',
  'author.is_admin as author_is_admin',
  'author.is_built_in as author_is_built_in',
  'author.post_count as author_post_count',
  'author.comment_count as author_comment_count',
  'author.created_at as author_created_at',
  'author.last_seen_at as author_last_seen_at',
  'author.deleted_at as author_deleted_at',
  'author.banned_at as author_banned_at',
] as const

/** A user's columns, to be selected under the table alias `author`. */
export const authorColumns = [
  ...plainColumns,
  picture.as('author_picture'),
  badges.as('author_badges'),
] as const

/** What our own pages show of an author: the name and what stands beside it. */
export interface AuthorName {
  author_username: string
  author_is_built_in: boolean
  author_deleted_at: Date | null
  /** null: none */
  author_badges: Badge[] | null
  /** Only without the whole author: what the address of the picture is made of. */
  author_picture_id?: string | null
  author_picture_secret?: string | null
}

const nameColumns = sql`author.username as author_username, author.is_built_in as author_is_built_in,
  author.deleted_at as author_deleted_at, author.picture_id as author_picture_id,
  ${pictureSecret} as author_picture_secret, ${badges} as author_badges`
const allColumns = sql`${sql.raw(plainColumns.join(', '))}, ${picture} as author_picture, ${badges} as author_badges`

/** The columns of an author, or of the name and what stands beside it, for statements that are written in SQL. */
export const selectedAuthor = (part: 'whole' | 'name') => (part === 'whole' ? allColumns : nameColumns)

/** Whether a row holds the whole author. */
export const hasWholeAuthor = <Row extends AuthorName>(row: Row): row is Row & AuthorRow =>
  'author_points' in row

export interface AuthorRow extends AuthorName {
  author_about_me: string | null
  author_points: number
  author_is_admin: boolean
  author_post_count: number
  author_comment_count: number
  author_created_at: Date
  author_last_seen_at: Date
  author_banned_at: Date | null
  author_picture: ImageRow | null
}

const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthNames = new Map<number, string>()

/** English month and year, as in `November 2024`. */
export function lastSeenMonth(at: Date): string {
  const month = at.getUTCFullYear() * 12 + at.getUTCMonth()
  const known = monthNames.get(month)
  if (known) return known
  const name = monthAndYear.format(at)
  monthNames.set(month, name)
  return name
}

/** What everybody but the user and admins gets in place of somebody's preferences. */
const defaultPreferences = {
  upvoteNotificationsOff: false,
  replyNotificationsOff: false,
  homeFeed: 'all',
  rememberFeedSort: false,
  embedsOff: false,
  hideUserProfilePictures: false,
  requireAltText: false,
  notificationsNewCount: 0,
} as const

/**
 * A user inside something else (author, moderator, muted member): the same for every viewer. A deleted
 * account is the ghost: nobody's id and name, its counters kept (API contract 2.1).
 */
export function authorView(id: string, row: AuthorRow): Author {
  const deleted = row.author_deleted_at !== null
  return {
    id: deleted ? nobodyId : id,
    username: deleted ? 'ghost' : row.author_username,
    email: null,
    emailConfirmedAt: null,
    aboutMe: deleted ? null : row.author_about_me,
    points: row.author_points,
    isAdmin: row.author_is_admin,
    proPic: row.author_picture && imageView(row.author_picture, 'profile', { copies: true }),
    badges: deleted ? [] : (row.author_badges ?? []),
    noPosts: row.author_post_count,
    noComments: row.author_comment_count,
    lastSeenMonth: lastSeenMonth(row.author_last_seen_at),
    createdAt: deleted ? zeroTime : row.author_created_at.toISOString(),
    deleted,
    deletedAt: deleted ? zeroTime : null,
    ...defaultPreferences,
    bannedAt: row.author_banned_at?.toISOString() ?? null,
    isBanned: row.author_banned_at !== null,
    moddingList: null,
  }
}

/** What our own pages show beside the name of an author; left out where there is nothing. */
export const authorMarks = (row: AuthorName): { authorPicture?: string; authorBadges?: string[] } => ({
  ...(row.author_picture_id &&
    row.author_picture_secret && {
      authorPicture: copyAddress(
        { id: row.author_picture_id, secret: row.author_picture_secret, format: 'jpeg' },
        'profile',
        'tiny',
      ),
    }),
  ...(row.author_badges && { authorBadges: row.author_badges.map(({ type }) => type) }),
})

/** A row that came as JSON, where moments are texts. */
export type AuthorJson = {
  [K in keyof AuthorRow]: Date extends AuthorRow[K] ? string | Exclude<AuthorRow[K], Date> : AuthorRow[K]
}

const moment = (text: string | null) => (text === null ? null : new Date(text))

/** The row of an author that was read as part of another row's JSON. */
export const authorRow = (json: AuthorJson): AuthorRow => ({
  ...json,
  author_created_at: new Date(json.author_created_at),
  author_last_seen_at: new Date(json.author_last_seen_at),
  author_deleted_at: moment(json.author_deleted_at),
  author_banned_at: moment(json.author_banned_at),
})

/** Everything about a user that anybody may ever see, to be selected under the table alias `author`. */
export const accountColumns = [
  ...authorColumns,
  'author.id',
  'author.email',
  'author.email_confirmed_at',
  'author.home_feed',
  'author.remember_feed_sort',
  'author.embeds_off',
  'author.hide_user_profile_pictures',
  'author.require_alt_text',
  'author.upvote_notifications_off',
  'author.reply_notifications_off',
  'author.notifications_new_count',
  'author.created_ip',
  'author.last_seen_ip',
] as const

export interface AccountRow extends AuthorRow {
  id: string
  email: string | null
  email_confirmed_at: Date | null
  home_feed: string
  remember_feed_sort: boolean
  embeds_off: boolean
  hide_user_profile_pictures: boolean
  require_alt_text: boolean
  upvote_notifications_off: boolean
  reply_notifications_off: boolean
  notifications_new_count: number
  created_ip: string | null
  last_seen_ip: string | null
}

const ownFields = (row: AccountRow) => ({
  email: row.email,
  emailConfirmedAt: row.email_confirmed_at?.toISOString() ?? null,
  upvoteNotificationsOff: row.upvote_notifications_off,
  replyNotificationsOff: row.reply_notifications_off,
  homeFeed: row.home_feed as User['homeFeed'],
  rememberFeedSort: row.remember_feed_sort,
  embedsOff: row.embeds_off,
  hideUserProfilePictures: row.hide_user_profile_pictures,
  requireAltText: row.require_alt_text,
  notificationsNewCount: row.notifications_new_count,
})

const adminFields = (row: AccountRow) => ({
  id: row.id,
  username: row.author_username,
  aboutMe: row.author_about_me,
  createdAt: row.author_created_at.toISOString(),
  deletedAt: row.author_deleted_at?.toISOString() ?? null,
  lastSeen: row.author_last_seen_at.toISOString(),
  lastSeenIP: row.last_seen_ip,
  createdIP: row.created_ip,
})

/**
 * A user as this viewer may see them: e-mail and preferences only for the user and for admins, addresses
 * and the truth about deleted accounts for admins alone (API contract 2.1).
 */
export function userView(row: AccountRow, viewer: { id: string; isAdmin: boolean } | null): User {
  return {
    ...authorView(row.id, row),
    ...((viewer?.id === row.id || viewer?.isAdmin) && ownFields(row)),
    ...(viewer?.isAdmin && adminFields(row)),
  }
}

/** The account that was just logged in or made, as the answer of that call shows it: without e-mail. */
export const newlySignedInView = (row: AccountRow): User => ({
  ...userView(row, { id: row.id, isAdmin: false }),
  email: null,
})

/**
 * How a deleted account is known inside one thread: equal for all that one author wrote there, different
 * between threads, and not to be computed without our key. What the built-in ghost wrote has many
 * authors, so there each piece stands alone.
 *
 * @returns 8 hexadecimal digits.
 */
export function ghostId(
  key: Buffer,
  wrote: { authorId: string; postId: string; itemId: string; isBuiltIn: boolean },
): string {
  const who = wrote.isBuiltIn ? `item ${wrote.itemId}` : `user ${wrote.authorId}`
  return createHmac('sha256', key).update(`${who} post ${wrote.postId}`).digest('hex').slice(0, 8)
}
