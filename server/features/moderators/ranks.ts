import { errors } from '../../../contract/errors.ts'
import type { ModeratorPermission } from '../../../contract/words.ts'
import type { LockedCommunity } from '../../core/permissions/lockCommunity.ts'
import type { Roles } from '../../core/permissions/roles.ts'
import { authorColumns } from '../../core/users/columns.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Ranked } from './policy.ts'

/**
 * A member, with rank and permissions of theirs and of the one who acts, among the moderators of a community. Null where they do not
 * moderate it; a rank of 0 is the highest.
 *
 * @throws Refused with `user_not_found`.
 */
export const getRankedTarget = (
  trx: Db,
  username: string,
  { community, actor }: { community: LockedCommunity; actor: { id: string } },
) =>
  trx
    .selectFrom('users as author')
    .leftJoin('moderators as own', (join) =>
      join.onRef('own.user_id', '=', 'author.id').on('own.community_id', '=', community.id),
    )
    .leftJoin('moderators as acting', (join) =>
      join.on('acting.user_id', '=', actor.id).on('acting.community_id', '=', community.id),
    )
    .where('author.username_key', '=', username.toLowerCase())
    .select('author.id as author_id')
    .select(authorColumns)
    .select([
      'own.position',
      'own.permissions',
      'acting.position as actor_position',
      'acting.permissions as actor_permissions',
    ])
    .executeTakeFirstOrThrow(() => new Refused(errors.userNotFound))

/** The member who acts, with current roles. */
export const rankedOf = (
  { isAdmin, isModerator }: Roles,
  row: { actor_position: number | null; actor_permissions: readonly string[] | null },
): Ranked => ({
  isAdmin,
  position: isModerator ? row.actor_position : null,
  permissions: (row.actor_permissions ?? []) as readonly ModeratorPermission[],
})
