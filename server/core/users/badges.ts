import { sql, type UpdateObject } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Badges, DB } from '../../platform/database/tables.ts'
import { Refused } from '../../platform/http/refused.ts'

export type BadgeType = Badges['type']

/** Identifies a badge of a member: by its type, of which they have at most one, or by its id. */
export type BadgeKey = { readonly type: BadgeType } | { readonly id: number }

/**
 * Adds a badge to a member, whose row the caller has locked, and counts it.
 *
 * @param options.isByAdmin whether an admin gives it, so that the member cannot take it away.
 * @returns false if they have it already; nothing is changed then.
 */
export async function addBadge(
  trx: Db,
  memberId: string,
  type: BadgeType,
  { isByAdmin }: { readonly isByAdmin: boolean },
): Promise<boolean> {
  const changed = await trx
    .with('inserted_badge', (q) =>
      q
        .insertInto('badges')
        .values({ user_id: memberId, type, is_by_admin: isByAdmin })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    )
    .updateTable('users')
    .from('inserted_badge')
    .set((eb) => ({ badge_count: eb('badge_count', '+', 1) }))
    .where('users.id', '=', memberId)
    .returning('users.id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Stores who runs a bot. The caller has locked the account. Those whom it names itself have to confirm that, see `answerBotOwner`.
 *
 * @param owner their username, as it was typed; empty for none.
 * @param options.isByAdmin whether an admin names them, so that it is shown at once.
 * @throws Refused with `bot-owner-not-found` if there is no other member of this name, and with `not-a-bot`.
 */
export async function setBotOwner(
  trx: Db,
  botId: string,
  owner: string,
  { isByAdmin }: { readonly isByAdmin: boolean },
): Promise<void> {
  const name = owner.trim().replace(/^@/, '').toLowerCase()
  const found =
    name === ''
      ? { id: null }
      : await trx
          .selectFrom('users')
          .where('username_key', '=', name)
          .where('deleted_at', 'is', null)
          .where('is_built_in', '=', false)
          .where('id', '<>', botId)
          .select('id')
          .executeTakeFirstOrThrow(() => new Refused(errors.botOwnerNotFound))
  const isStored = await storeOwner(trx, botId, {
    owner_id: found.id,
    is_owner_confirmed: sql<boolean>`${isByAdmin} or (is_owner_confirmed and owner_id is not distinct from ${found.id}::bigint)`,
  })
  if (!isStored && found.id !== null) throw new Refused(errors.notBot)
}

/**
 * Stores what the member whom a bot names as its owner says about that. The caller has locked the account of the bot.
 *
 * @param isMine whether they run it; otherwise it names them no longer.
 */
export const confirmBotOwner = (trx: Db, botId: string, isMine: boolean): Promise<boolean> =>
  storeOwner(
    trx,
    botId,
    isMine ? { is_owner_confirmed: true } : { owner_id: null, is_owner_confirmed: false },
  )

/** @returns false if the account is not a bot. */
async function storeOwner(trx: Db, botId: string, changes: UpdateObject<DB, 'badges'>): Promise<boolean> {
  const changed = await trx
    .with('changed', (q) =>
      q
        .updateTable('badges')
        .set(changes)
        .where('user_id', '=', botId)
        .where('type', '=', 'bot')
        .returning('id'),
    )
    // So that clients that poll the account see that it is not as it was.
    .updateTable('users')
    .from('changed')
    .set((eb) => ({ badge_count: eb.ref('badge_count') }))
    .where('users.id', '=', botId)
    .returning('users.id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Makes a badge that a member gave themselves one that an admin gave. @returns false if they have no such badge. */
export async function takeOverBadge(trx: Db, memberId: string, type: BadgeType): Promise<boolean> {
  const changed = await trx
    .updateTable('badges')
    .set({ is_by_admin: true })
    .where('user_id', '=', memberId)
    .where('type', '=', type)
    .where('is_by_admin', '=', false)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Removes a badge from a member, whose row the caller has locked, and updates the count.
 *
 * @returns the type of the badge; null if they did not have it, and nothing is changed then.
 */
export async function removeBadge(trx: Db, memberId: string, badge: BadgeKey): Promise<BadgeType | null> {
  const deleted = await trx
    .with('deleted_badge', (q) =>
      q
        .deleteFrom('badges')
        .where('user_id', '=', memberId)
        .where((eb) => ('id' in badge ? eb('id', '=', badge.id) : eb('type', '=', badge.type)))
        .returning('type'),
    )
    .updateTable('users')
    .from('deleted_badge')
    .set((eb) => ({ badge_count: eb('badge_count', '-', 1) }))
    .where('users.id', '=', memberId)
    .returning('deleted_badge.type')
    .executeTakeFirst()
  return deleted?.type ?? null
}
