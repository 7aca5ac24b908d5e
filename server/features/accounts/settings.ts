import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { getOwnAccount } from '../../core/accounts/getUser.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { accountColumns } from '../../core/users/columns.ts'
import { userView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'

type Settings = BodyOf<Endpoints['updateSettings']>

/**
 * Updates the profile and preferences of a member; a field that is missing in `settings` stays as it is.
 *
 * @throws Refused with `invalid-email`; nothing is saved then.
 */
export async function updateProfile(db: Db, member: Viewer, settings: Settings): Promise<User> {
  const { aboutMe, homeFeed } = settings
  const email = settings.email === undefined ? undefined : settings.email?.trim() || null
  // What is stored already was perhaps not checked, and clients send whole accounts back.
  if (email && emailRefusal(email) && (await getOwnAccount(db, member)).email !== email)
    throw new Refused(errors.invalidEmail)
  const changes = {
    ...(aboutMe !== undefined && {
      about_me: cut(aboutMe?.trim() ?? '', limits.aboutMeMaxLength) || null,
    }),
    ...(email !== undefined && {
      email,
      // A new address is not confirmed yet.
      email_confirmed_at: sql<Date | null>`case when email is not distinct from ${email} then email_confirmed_at end`,
    }),
    ...(homeFeed !== undefined && { home_feed: homeFeed }),
    ...preferencesOf(settings),
  }
  if (Object.keys(changes).length === 0) return getOwnAccount(db, member)
  const saved = await db
    .updateTable('users as author')
    .set(changes)
    .where('id', '=', member.id)
    .where('deleted_at', 'is', null)
    .returning(accountColumns)
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return userView(saved, member)
}

/** The column of each preference. */
const preferences = {
  upvoteNotificationsOff: 'upvote_notifications_off',
  replyNotificationsOff: 'reply_notifications_off',
  rememberFeedSort: 'remember_feed_sort',
  embedsOff: 'embeds_off',
  hideUserProfilePictures: 'hide_user_profile_pictures',
  requireAltText: 'require_alt_text',
} as const

/** The preferences in `settings`, by column. */
function preferencesOf(
  settings: Settings,
): Partial<Record<(typeof preferences)[keyof typeof preferences], boolean>> {
  const sent = Object.entries(preferences) as [keyof typeof preferences, string][]
  return Object.fromEntries(
    sent.flatMap(([key, column]) => (settings[key] === undefined ? [] : [[column, settings[key]]])),
  )
}
