import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoints/endpoint.ts'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { entriesOf } from '../../../contract/objects.ts'
import { mailDomainRefusal } from '../../core/access/policy.ts'
import { getOwnAccount } from '../../core/accounts/getUser.ts'
import { emailRefusal } from '../../core/accounts/policy.ts'
import type { Call } from '../../core/api/route.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { addBadge, removeBadge, setBotOwner } from '../../core/users/badges.ts'
import { accountColumns } from '../../core/users/columns.ts'
import { userView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { enqueueAccountNotice } from './accountNotice.ts'

type Settings = BodyOf<Endpoints['updateSettings']>

/**
 * Updates the profile and preferences of a member; a field that is missing in the body stays as it is. A new
 * email address needs a recent password, because links that replace a forgotten one are sent there; the previous address
 * is notified.
 *
 * @throws Refused with `invalid-email`, `email-needed`, `mail-domain-refused`, `password_needed`, `bot-by-admin`, `bot-owner-not-found` or
 * `not-a-bot`; nothing is saved then.
 */
export async function updateProfile(call: Call<Endpoints['updateSettings']>): Promise<User> {
  const { db, viewer: member, session, config, body: settings } = call
  const { aboutMe, homeFeed, commentSort, language } = settings
  const email = settings.email === undefined ? undefined : settings.email?.trim() || null
  // Clients send back all fields of the account, and an address that is already stored may be older than this check.
  const refusal = email === undefined ? null : newEmailRefusal(email, call.settings)
  if (refusal && (await getOwnAccount(db, member)).email !== email) throw new Refused(refusal)
  const changes = {
    ...(aboutMe !== undefined && {
      about_me: parseText(aboutMe ?? '', limits.aboutMeMaxLength) || null,
    }),
    ...(email !== undefined && {
      email,
      // A new address is not confirmed yet.
      email_confirmed_at: sql<Date | null>`case when email is not distinct from ${email} then email_confirmed_at end`,
      email_refused_at: sql<Date | null>`case when email is not distinct from ${email} then email_refused_at end`,
    }),
    ...(homeFeed !== undefined && { home_feed: homeFeed }),
    ...(commentSort !== undefined && { comment_sort: commentSort }),
    ...(language !== undefined && { language }),
    ...preferencesOf(settings),
  }
  const save = async (trx: Db) => {
    if (Object.keys(changes).length === 0) return getOwnAccount(trx, member)
    const row = await trx
      .updateTable('users as author')
      .set(changes)
      .where('id', '=', member.id)
      .where('deleted_at', 'is', null)
      .returning(accountColumns)
      .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
    return userView(row, member)
  }
  const { isBot, botOwner } = settings
  if (email === undefined && isBot === undefined && botOwner === undefined) return save(db)
  return db.transaction().execute(async (trx) => {
    const before = await lockAccount(trx, member.id)
    if (email !== undefined && before.email !== email) {
      await session.requireRecentPassword(trx)
      // An unconfirmed address may belong to someone else.
      if (before.email && before.isConfirmed && sendsMail(config))
        await enqueueAccountNotice(trx, 'address', member.id)
      await session.note(trx, 'email_changed')
    }
    if (isBot !== undefined) await markAsBot(trx, member.id, isBot)
    if (botOwner !== undefined) await changeOwner(trx, member, botOwner ?? '')
    return save(trx)
  })
}

/** Clients send back all fields of the account, so an owner that stays is fine for everyone. */
async function changeOwner(trx: Db, member: Viewer, owner: string): Promise<void> {
  const { botOwner, botOwnerAsked } = await getOwnAccount(trx, member)
  if ((botOwner ?? botOwnerAsked ?? '') === owner) return
  if (await isBotByAdmin(trx, member.id)) throw new Refused(errors.botByAdmin)
  await setBotOwner(trx, member.id, owner, { isByAdmin: false })
}

/** Marks one's own account, which the caller has locked, as that of a program, or no longer. */
async function markAsBot(trx: Db, userId: string, isBot: boolean): Promise<void> {
  if (isBot) {
    await addBadge(trx, userId, 'bot', { isByAdmin: false })
    return
  }
  if (await isBotByAdmin(trx, userId)) throw new Refused(errors.botByAdmin)
  await removeBadge(trx, userId, { type: 'bot' })
}

async function isBotByAdmin(trx: Db, userId: string): Promise<boolean> {
  const given = await trx
    .selectFrom('badges')
    .where('user_id', '=', userId)
    .where('type', '=', 'bot')
    .where('is_by_admin', '=', true)
    .select('id')
    .executeTakeFirst()
  return given !== undefined
}

/** Why a member cannot change their address to this one, null for none, or null when they can. */
const newEmailRefusal = (
  email: string | null,
  settings: Call<Endpoints['updateSettings']>['settings'],
): Refusal => (email && emailRefusal(email)) || mailDomainRefusal(email, settings)

const lockAccount = (trx: Db, userId: string) =>
  trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', sql<boolean>`email_confirmed_at is not null`.as('isConfirmed')])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))

/** Preferences of the API, with their columns. */
const preferences = {
  upvoteNotificationsOff: 'upvote_notifications_off',
  replyNotificationsOff: 'reply_notifications_off',
  mentionNotificationsOff: 'mention_notifications_off',
  rememberFeedSort: 'remember_feed_sort',
  embedsOff: 'embeds_off',
  hideUserProfilePictures: 'hide_user_profile_pictures',
  requireAltText: 'require_alt_text',
  hideBots: 'hide_bots',
} as const

/** The preferences in `settings`, by column. */
function preferencesOf(
  settings: Settings,
): Partial<Record<(typeof preferences)[keyof typeof preferences], boolean>> {
  return Object.fromEntries(
    entriesOf(preferences).flatMap(([key, column]) =>
      settings[key] === undefined ? [] : [[column, settings[key]]],
    ),
  )
}
