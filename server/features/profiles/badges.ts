import type { Badge } from '../../../contract/entities/user.ts'
import { errors } from '../../../contract/errors.ts'
import { badgeTypes } from '../../../contract/words.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { notifyMember } from '../../core/notifications/notify.ts'
import {
  addBadge,
  type BadgeType,
  confirmBotOwner,
  removeBadge,
  setBotOwner,
  takeOverBadge,
} from '../../core/users/badges.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { badgeRefusal } from './policy.ts'

/** @throws Refused with `badge_type_not_found`. */
function parseBadgeType(text: string): BadgeType {
  const type = badgeTypes.find((known) => known === text)
  if (!type) throw new Refused(errors.badgeTypeNotFound)
  return type
}

/** Finds and locks the user of this name, so that `badge_count` stays equal to the number of their badges. */
async function lockUser(trx: Db, username: string): Promise<{ id: string; isDeleted: boolean }> {
  const { id, deletedAt } = await trx
    .selectFrom('users')
    .where('username_key', '=', username.toLowerCase())
    .select(['id', 'deleted_at as deletedAt'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
  return { id, isDeleted: deletedAt !== null }
}

/**
 * Gives a user a badge and notifies them, except of the one that marks bots. Does nothing when they have it already, except that members
 * cannot take back the mark of bots from then on.
 *
 * @returns all badges of the user.
 * @throws Refused with `not_admin`, `user_not_found`, `user-deleted`, `badge_type_not_found` or `bot-owner-not-found`.
 */
export async function giveBadge(
  db: Db,
  giver: { id: string; isAdmin: boolean },
  given: { username: string; type: string; owner?: string | null },
): Promise<Badge[]> {
  if (!giver.isAdmin) throw new Refused(errors.userNotAdmin)
  return await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, given.username)
    enforce(badgeRefusal(user))
    const type = parseBadgeType(given.type)
    const isNew = await addBadge(trx, user.id, type, { isByAdmin: true })
    if (isNew && type !== 'bot') await notifyMember(trx, user.id, { type: 'new_badge', badgeType: type })
    if (isNew || (type === 'bot' && (await takeOverBadge(trx, user.id, type))))
      await recordAction(trx, {
        ...logEntry(user, giver),
        action: 'give_badge',
        details: { badgeType: type },
      })
    if (type === 'bot' && given.owner !== undefined)
      await setBotOwner(trx, user.id, given.owner ?? '', { isByAdmin: true })
    return await trx
      .selectFrom('badges')
      .where('user_id', '=', user.id)
      .select(['id', 'type'])
      .orderBy('id')
      .execute()
  })
}

/**
 * Takes a badge from a user. Does nothing when they do not have it.
 *
 * @param badge its `type`, or its `id` as the client sent it.
 * @throws Refused with `not_admin`, `user_not_found`, `bad_badge_id`, `user-deleted` or `badge_type_not_found`.
 */
export async function takeBadge(
  db: Db,
  taker: { id: string; isAdmin: boolean },
  { username, ...badge }: { username: string } & ({ type: string } | { id: string }),
): Promise<{ success: true }> {
  if (!taker.isAdmin) throw new Refused(errors.badgeNotAdmin)
  await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, username)
    if ('id' in badge && !isBadgeId(badge.id)) throw new Refused(errors.invalidBadgeId)
    enforce(badgeRefusal(user))
    const removedType = await removeBadge(
      trx,
      user.id,
      'id' in badge ? { id: Number(badge.id) } : { type: parseBadgeType(badge.type) },
    )
    if (removedType !== null)
      await recordAction(trx, {
        ...logEntry(user, taker),
        action: 'take_badge',
        details: { badgeType: removedType },
      })
  })
  return { success: true }
}

/**
 * Lets the member whom a bot names as its owner confirm that, or takes their name away. That of a bot which an admin labeled stays once it
 * is shown: the admin vouches for it.
 *
 * @throws Refused with `user_not_found`, `not-bot-owner` or `bot-by-admin`.
 */
export async function answerBotOwner(
  db: Db,
  member: { id: string },
  { username, isMine }: { username: string; isMine: boolean },
): Promise<{ success: true }> {
  await db.transaction().execute(async (trx) => {
    const bot = await lockUser(trx, username)
    const badge = await trx
      .selectFrom('badges')
      .where('user_id', '=', bot.id)
      .where('type', '=', 'bot')
      .where('owner_id', '=', member.id)
      .select(['is_by_admin', 'is_owner_confirmed'])
      .executeTakeFirstOrThrow(() => new Refused(errors.notBotOwner))
    if (!isMine && badge.is_by_admin && badge.is_owner_confirmed) throw new Refused(errors.botByAdmin)
    await confirmBotOwner(trx, bot.id, isMine)
  })
  return { success: true }
}

const logEntry = (user: { id: string }, admin: { id: string }) =>
  ({ actor: admin, actedAs: 'admins', communityId: null, userId: user.id }) as const

/** Ids of badges are PostgreSQL integers of 32 bits. */
const isBadgeId = (text: string) => /^\d{1,9}$/.test(text)
