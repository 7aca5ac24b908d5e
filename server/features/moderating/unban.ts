import { sql } from 'kysely'
import type { Author } from '../../../contract/entities/user.ts'
import { errors } from '../../../contract/errors.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockModerated } from '../../core/permissions/moderation.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { authorColumns } from '../../core/users/columns.ts'
import { authorView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Lifts a ban, also of somebody who is not banned: then nothing changes.
 *
 * @returns the member.
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod`, `no_username` or `user_not_found`, in
 *   this order.
 */
export async function unbanFromCommunity(
  db: Db,
  viewer: Viewer,
  request: { communityId: string; username?: string },
): Promise<Author> {
  const communityId = parseId(request.communityId)
  return await db.transaction().execute(async (trx) => {
    const actedAs = await lockModerated(trx, viewer, communityId)
    const member = await getMember(trx, request.username)
    const lifted = await trx
      .deleteFrom('community_bans')
      .where('community_id', '=', communityId)
      .where('user_id', '=', member.id)
      .returning(sql<boolean>`is_ban_in_force(expires_at)`.as('wasInForce'))
      .executeTakeFirst()
    if (lifted?.wasInForce)
      await recordAction(trx, {
        action: 'unban_from_community',
        actor: viewer,
        actedAs,
        communityId,
        userId: member.id,
      })
    return authorView(member.id, member)
  })
}

/** @throws Refused with `no_username` or `user_not_found`. */
async function getMember(trx: Db, username: string | undefined) {
  if (username === undefined) throw new Refused(errors.noUsername)
  return await trx
    .selectFrom('users as author')
    .where('author.username_key', '=', username.trim().toLowerCase())
    .where('author.deleted_at', 'is', null)
    .select('author.id')
    .select(authorColumns)
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))
}
