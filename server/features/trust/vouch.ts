import { sql } from 'kysely'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { trustToVouch } from '../../../contract/trust.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { getMemberId } from './view.ts'

/** Why a member may not vouch for others, or null when they may. */
export const vouchingRefusal = (member: Pick<Viewer, 'trust' | 'bans'>): Refusal =>
  member.trust < trustToVouch || member.bans.length > 0 ? errors.mayNotVouch : null

export async function getVouching(
  db: Db,
  viewer: { id: string },
  username: string,
): Promise<{ vouched: boolean }> {
  const id = await getMemberId(db, username)
  const found = await db
    .selectFrom('vouches')
    .where('user_id', '=', id)
    .where('voucher_id', '=', viewer.id)
    .select('user_id')
    .executeTakeFirst()
  return { vouched: found !== undefined }
}

/**
 * Vouches for a member, whose trust level is 1 at least from then on.
 *
 * @throws Refused with `may_not_vouch`, `vouch_for_yourself`, `user_not_found` or `user-deleted`.
 */
export async function vouch(db: Db, viewer: Viewer, username: string): Promise<{ vouched: true }> {
  enforce(vouchingRefusal(viewer))
  const id = await getMemberId(db, username)
  if (id === viewer.id) throw new Refused(errors.vouchForYourself)
  await db.transaction().execute(async (trx) => {
    const member = await trx
      .selectFrom('users')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('is_built_in', '=', false)
      .select(['trust_level', 'is_trust_pinned'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!member) throw new Refused(errors.userDeleted)
    await trx
      .insertInto('vouches')
      .values({ user_id: id, voucher_id: viewer.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    if (member.trust_level === 0 && !member.is_trust_pinned)
      await sql`select set_trust_level(${id}, 1) from users where id = ${viewer.id} and may_vouch(users)`.execute(
        trx,
      )
  })
  return { vouched: true }
}

/** The level of the member stays until the grace period is over, unless they have earned it. */
export async function stopVouching(
  db: Db,
  viewer: { id: string },
  username: string,
): Promise<{ vouched: false }> {
  const id = await getMemberId(db, username)
  await db.deleteFrom('vouches').where('user_id', '=', id).where('voucher_id', '=', viewer.id).execute()
  return { vouched: false }
}
