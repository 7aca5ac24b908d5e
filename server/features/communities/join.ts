import { sql } from 'kysely'
import type { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { communityColumns } from '../../core/communities/columns.ts'
import { dismissModerator } from '../../core/communities/dismissModerator.ts'
import { communityView } from '../../core/communities/serialize.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { changeMemberships } from './memberships.ts'

/**
 * Joins a community; repeating it changes nothing.
 *
 * @throws Refused with `banned_from_community`, `community/not-found` or `too-many-memberships`.
 */
export async function joinCommunity(db: Db, member: Viewer, communityId: string): Promise<Community> {
  const [community] = await changeMemberships(db, member, { join: [communityId], leave: [] })
  if (!community) throw new Refused(errors.communityNotFound)
  return community
}

/**
 * Leaves a community, which also ends the role of a moderator. The community is locked in a separate statement, so
 * that the next one sees the latest moderators.
 */
export function leaveCommunity(db: Db, member: Viewer, communityId: string): Promise<Community> {
  return db.transaction().execute(async (trx) => {
    const { id } = await lockCommunity(trx, { id: communityId })
    const community = await trx
      .with('departed', (q) =>
        q
          .deleteFrom('memberships')
          .where('community_id', '=', id)
          .where('user_id', '=', member.id)
          .returning('user_id'),
      )
      .updateTable('communities')
      .set({ member_count: sql<number>`member_count - (select count(*) from departed)::integer` })
      .where('id', '=', id)
      .returning(communityColumns)
      .executeTakeFirstOrThrow()
    if (await dismissModerator(trx, member.id, id))
      await recordAction(trx, {
        action: 'remove_moderator',
        actor: member,
        actedAs: 'mods',
        communityId: id,
        userId: member.id,
      })
    return communityView(community, { userJoined: false, userMod: false })
  })
}
