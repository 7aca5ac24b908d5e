import { expressionBuilder, type InferResult, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Badge } from '../../../contract/entities/user.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { imageJson } from '../images/columns.ts'

const eb = expressionBuilder<DB & { author: DB['users'] }, 'author'>()

// `case` skips the subqueries of pictures and badges for users who have none: a thread has hundreds of authors.
const picture = eb
  .case()
  .when('author.picture_id', 'is not', null)
  .then(
    eb.selectFrom('images').whereRef('images.id', '=', 'author.picture_id').select(imageJson.as('picture')),
  )
  .end()
const badges = eb
  .case()
  .when('author.badge_count', '>', 0)
  .then(
    jsonArrayFrom(
      eb
        .selectFrom('badges')
        .whereRef('badges.user_id', '=', 'author.id')
        .orderBy('badges.id')
        .select(({ ref }) => ['badges.id', ref('badges.type').$castTo<string>().as('type')]),
    ),
  )
  .end()
const isBotByAdmin = eb.and([
  eb('author.badge_count', '>', 0),
  eb.exists(
    eb
      .selectFrom('badges')
      .whereRef('badges.user_id', '=', 'author.id')
      .where('badges.type', '=', 'bot')
      .where('badges.is_by_admin', '=', true),
  ),
])

/** Whom a bot names as its owner. */
const botOwner = sql<{
  id: string
  username: string
  isConfirmed: boolean
} | null>`case when author.badge_count > 0 then bot_owner(author.id) end`

/** Since when they can cast only a few votes an hour. */
const votesSlowedAt = eb
  .selectFrom('slow_voters')
  .whereRef('slow_voters.user_id', '=', 'author.id')
  .select('slow_voters.ordered_at')

/** The columns of a user inside something else, for a query that knows `users` as `author`. */
export const authorColumns = [
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
  picture.as('author_picture'),
  badges.as('author_badges'),
] as const

/** Every column of a user that some viewer may see, for a query that knows `users` as `author`. */
export const accountColumns = [
  ...authorColumns,
  'author.id',
  'author.email',
  'author.email_confirmed_at',
  'author.email_refused_at',
  'author.home_feed',
  'author.remember_feed_sort',
  'author.comment_sort',
  'author.language',
  'author.embeds_off',
  'author.hide_user_profile_pictures',
  'author.require_alt_text',
  'author.hide_bots',
  isBotByAdmin.$castTo<boolean>().as('is_bot_by_admin'),
  botOwner.as('bot_owner'),
  votesSlowedAt.as('votes_slowed_at'),
  'author.upvote_notifications_off',
  'author.reply_notifications_off',
  'author.mention_notifications_off',
  'author.notifications_new_count',
  'author.created_ip',
  'author.last_seen_ip',
] as const

/** Selects `AccountRow`s of all users, under the alias `author`; add a condition. */
export const selectAccounts = (db: Db) => db.selectFrom('users as author').select(accountColumns)

export type AccountRow = InferResult<ReturnType<typeof selectAccounts>>[number]

/** The columns for an author on our own pages: name, picture and badges. */
export interface AuthorName {
  author_username: string
  author_is_built_in: boolean
  author_deleted_at: Date | null
  /** Null for none. */
  author_badges: Badge[] | null
  /** Only in rows that are not an `AuthorRow`: the parts of the picture's URL. */
  author_picture_id?: string | null
  author_picture_secret?: string | null
}

export type AuthorRow = AuthorName & Pick<AccountRow, Extract<keyof AccountRow, `author_${string}`>>

/** Whether a row is an `AuthorRow` and not only an `AuthorName`. */
export const hasWholeAuthor = <Row extends AuthorName>(row: Row): row is Row & AuthorRow =>
  'author_points' in row && row.author_points != null

/** An `AuthorRow` inside the JSON of another row, where timestamps are strings. */
export type AuthorJson = {
  [K in keyof AuthorRow]: Date extends AuthorRow[K] ? string | Exclude<AuthorRow[K], Date> : AuthorRow[K]
}

const parseTimestamp = (text: string | null) => (text === null ? null : new Date(text))

/** Parses the timestamps of an author that came inside another row's JSON. */
export const parseAuthorJson = (json: AuthorJson): AuthorRow => ({
  ...json,
  author_created_at: new Date(json.author_created_at),
  author_last_seen_at: new Date(json.author_last_seen_at),
  author_deleted_at: parseTimestamp(json.author_deleted_at),
  author_banned_at: parseTimestamp(json.author_banned_at),
})
