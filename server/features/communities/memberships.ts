import type { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { communityView } from '../../core/communities/serialize.ts'
import { enforceReading } from '../../core/permissions/bans.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { changeMemberships as statement } from './changeMemberships.sql.ts'

/**
 * Joins and leaves several communities at once. A community in both lists is joined; one that the member moderates is
 * not left, because that would end the role.
 *
 * @returns the existing ones, by name, after the change.
 * @throws Refused with `banned_from_community` or `too-many-memberships`; nothing is changed then.
 */
export async function changeMemberships(
  db: Db,
  member: Viewer,
  requested: { join: readonly string[]; leave: readonly string[] },
): Promise<Community[]> {
  const join = [...new Set(requested.join.map(parseId))]
  const leave = [...new Set(requested.leave.map(parseId))].filter((id) => !join.includes(id))
  if (join.length + leave.length === 0) return []
  for (const communityId of join) enforceReading(member, communityId)
  const rows = await queryRows(db, statement, {
    userId: member.id,
    join,
    leave,
    joinedMax: limits.communitiesJoinedMax,
  })
  if (rows.some((row) => row.isRefused)) throw new Refused(errors.tooManyMemberships)
  return rows.map((row) =>
    communityView(row, { userJoined: row.userJoined, userMod: member.permissions.has(row.id) }),
  )
}
