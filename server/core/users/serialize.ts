import { createHmac } from 'node:crypto'
import type { User } from '../../../contract/entities/ownUser.ts'
import { nobodyId, zeroTime } from '../../../contract/entities/schema.ts'
import type { Author } from '../../../contract/entities/user.ts'
import { isLanguage } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import { cut } from '../../platform/http/text.ts'
import { copyUrl, imageView } from '../images/serialize.ts'
import type { AccountRow, AuthorName, AuthorRow } from './columns.ts'

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

/** The preferences that viewers other than the user and admins see. */
const defaultPreferences = {
  upvoteNotificationsOff: false,
  replyNotificationsOff: false,
  mentionNotificationsOff: false,
  homeFeed: 'all',
  rememberFeedSort: false,
  embedsOff: false,
  hideUserProfilePictures: false,
  requireAltText: false,
  notificationsNewCount: 0,
} as const

const cutAbout = (text: string | null) => text && cut(text, limits.authorAboutMaxLength)

/**
 * A user inside something else (author, moderator, muted member), the same for every viewer. A deleted account appears
 * as the ghost: without its id, its name, and numbers by which it could be recognized in several threads.
 */
export function authorView(id: string, row: AuthorRow): Author {
  const deleted = row.author_deleted_at !== null
  return {
    id: deleted ? nobodyId : id,
    username: deleted ? 'ghost' : row.author_username,
    email: null,
    emailConfirmedAt: null,
    aboutMe: deleted ? null : cutAbout(row.author_about_me),
    points: deleted ? 0 : row.author_points,
    isAdmin: row.author_is_admin,
    proPic: row.author_picture && imageView(row.author_picture, 'profile', { copies: true }),
    badges: deleted ? [] : (row.author_badges ?? []),
    noPosts: deleted ? 0 : row.author_post_count,
    noComments: deleted ? 0 : row.author_comment_count,
    lastSeenMonth: deleted ? '' : lastSeenMonth(row.author_last_seen_at),
    createdAt: deleted ? zeroTime : row.author_created_at.toISOString(),
    deleted,
    deletedAt: deleted ? zeroTime : null,
    ...defaultPreferences,
    bannedAt: row.author_banned_at?.toISOString() ?? null,
    isBanned: row.author_banned_at !== null,
    moddingList: null,
  }
}

/** What our own pages show beside the name of an author; keys without a value are missing. */
export const authorMarks = (row: AuthorName): { authorPicture?: string; authorBadges?: string[] } => ({
  ...(row.author_picture_id &&
    row.author_picture_secret && {
      authorPicture: copyUrl(
        { id: row.author_picture_id, secret: row.author_picture_secret, format: 'jpeg' },
        'profile',
        'tiny',
      ),
    }),
  ...(row.author_badges && { authorBadges: row.author_badges.map(({ type }) => type) }),
})

const ownFields = (row: AccountRow) => ({
  email: row.email,
  emailConfirmedAt: row.email_confirmed_at?.toISOString() ?? null,
  emailRefusedAt: row.email_refused_at?.toISOString() ?? null,
  upvoteNotificationsOff: row.upvote_notifications_off,
  replyNotificationsOff: row.reply_notifications_off,
  mentionNotificationsOff: row.mention_notifications_off,
  homeFeed: row.home_feed,
  rememberFeedSort: row.remember_feed_sort,
  commentSort: row.comment_sort,
  language: row.language !== null && isLanguage(row.language) ? row.language : null,
  embedsOff: row.embeds_off,
  hideUserProfilePictures: row.hide_user_profile_pictures,
  requireAltText: row.require_alt_text,
  hideBots: row.hide_bots,
  ...(row.is_bot_by_admin && { isBotByAdmin: true }),
  notificationsNewCount: row.notifications_new_count,
})

const adminFields = (row: AccountRow) => ({
  id: row.id,
  username: row.author_username,
  aboutMe: row.author_about_me,
  points: row.author_points,
  noPosts: row.author_post_count,
  noComments: row.author_comment_count,
  lastSeenMonth: lastSeenMonth(row.author_last_seen_at),
  createdAt: row.author_created_at.toISOString(),
  deletedAt: row.author_deleted_at?.toISOString() ?? null,
  lastSeen: row.author_last_seen_at.toISOString(),
  lastSeenIP: row.last_seen_ip,
  createdIP: row.created_ip,
  ...(row.votes_slowed_at && { votesSlowedAt: row.votes_slowed_at.toISOString() }),
})

/** Whom a bot names as its owner, without having asked them, is shown to them, to the bot and to admins only. */
function botOwnerFields(
  { id, bot_owner: owner }: AccountRow,
  viewer: { id: string; isAdmin: boolean } | null,
): Pick<User, 'botOwner' | 'botOwnerAsked'> {
  if (!owner) return {}
  if (owner.isConfirmed) return { botOwner: owner.username }
  const isShown = viewer !== null && (viewer.isAdmin || viewer.id === id || viewer.id === owner.id)
  return isShown ? { botOwnerAsked: owner.username } : {}
}

/**
 * A user as this viewer may see them: email and preferences only for the user and for admins; IP addresses and the
 * name of a deleted account only for admins.
 */
export function userView(row: AccountRow, viewer: { id: string; isAdmin: boolean } | null): User {
  return {
    ...authorView(row.id, row),
    aboutMe: row.author_deleted_at ? null : row.author_about_me,
    ...(row.author_deleted_at === null && botOwnerFields(row, viewer)),
    ...((viewer?.id === row.id || viewer?.isAdmin) && ownFields(row)),
    ...(viewer?.isAdmin && adminFields(row)),
  }
}

/** The answer of `login` and `signup`: the viewer's own account without the email address. */
export const newlySignedInView = (row: AccountRow): User => ({
  ...userView(row, { id: row.id, isAdmin: false }),
  email: null,
})

/**
 * Pseudonym of a deleted account inside one thread: the same for everything that the author wrote there, different in
 * other threads, and an HMAC, so that nobody without `key` can compute it. The built-in ghost stands for many authors,
 * so each of its items gets a pseudonym of its own.
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
