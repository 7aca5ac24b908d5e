import { sql } from 'kysely'
import type { Badge } from '../../contract/entities/user.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { recordAct } from '../moderation/log.ts'
import { tellMember } from '../notifications/tell.ts'
import { badgeRefusal } from './policy.ts'

const badgeTypes = ['supporter']

/** The user of this name, locked so that their badges and the number of these stay together. */
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
 * Gives a user a badge and tells them; giving it again changes nothing.
 *
 * @returns all badges of the user.
 * @throws Refused with `not_admin`, `user_not_found`, `user-deleted` or `badge_type_not_found`.
 */
export async function giveBadge(
  db: Db,
  giver: { id: string; isAdmin: boolean },
  { username, type }: { username: string; type: string },
): Promise<Badge[]> {
  if (!giver.isAdmin) throw new Refused(errors.userNotAdmin)
  return await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, username)
    enforce(badgeRefusal(user, { isKnown: badgeTypes.includes(type) }))
    const { rows } = await sql`
      with given as (
        insert into badges (user_id, type) values (${user.id}, ${type}) on conflict do nothing returning id)
      update users set badge_count = badge_count + 1 from given where users.id = ${user.id}
      returning users.id`.execute(trx)
    if (rows.length > 0) {
      await tellMember(trx, user.id, { type: 'new_badge', badgeType: type })
      await recordAct(trx, { ...actOn(user, giver), action: 'give_badge', details: { badgeType: type } })
    }
    return await trx
      .selectFrom('badges')
      .where('user_id', '=', user.id)
      .select(['id', 'type'])
      .orderBy('id')
      .execute()
  })
}

/**
 * Takes a badge from a user; one that they do not have is fine.
 *
 * @param badge.type of this type, if there is such a type; otherwise the one of this `id`, as it came.
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
    enforce(badgeRefusal(user, { isKnown: !('type' in badge) || badgeTypes.includes(badge.type) }))
    const condition = 'id' in badge ? sql`id = ${badge.id}` : sql`type = ${badge.type}`
    const { rows } = await sql<{ type: string }>`
      with taken as (delete from badges where user_id = ${user.id} and ${condition} returning type)
      update users set badge_count = badge_count - 1 from taken where users.id = ${user.id}
      returning taken.type`.execute(trx)
    const badgeType = rows[0]?.type
    if (badgeType !== undefined)
      await recordAct(trx, { ...actOn(user, taker), action: 'take_badge', details: { badgeType } })
  })
  return { success: true }
}

const actOn = (user: { id: string }, admin: { id: string }) =>
  ({ actor: admin, actedAs: 'admins', communityId: null, userId: user.id }) as const

/** Whether a text can be the number of a badge; PostgreSQL keeps it in 32 bits. */
const isBadgeId = (text: string) => /^\d{1,9}$/.test(text)
