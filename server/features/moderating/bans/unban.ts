import type { Author } from '../../../../contract/entities/user.ts'
import { errors } from '../../../../contract/errors.ts'
import { isPublicAction } from '../../../core/moderationLog/record.ts'
import { notAsModerator } from '../../../core/permissions/policy.ts'
import { rolesAtRequest } from '../../../core/permissions/roles.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import { hasWholeAuthor } from '../../../core/users/columns.ts'
import { authorView } from '../../../core/users/serialize.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { unbanFromCommunity as statement } from './unbanFromCommunity.sql.ts'

/**
 * Lifts a ban; does nothing for members who are not banned.
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
  const row = await queryRow(db, statement, {
    communityId: parseId(request.communityId),
    usernameKey: request.username?.trim().toLowerCase() ?? null,
    lifterId: viewer.id,
    isPublic: isPublicAction('unban_from_community'),
  })
  if (!row) throw new Refused(errors.communityNotFound)
  if (row.refusal === 'neitherAdminNorModerator')
    throw new Refused(
      notAsModerator(errors[row.refusal], rolesAtRequest(viewer, parseId(request.communityId), ['members'])),
    )
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  if (!hasWholeAuthor(row)) throw new Error('A member without an account.')
  return authorView(row.id, row)
}
