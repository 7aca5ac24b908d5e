import { type Selectable, sql } from 'kysely'
import type { Community } from '../../../contract/entities/community.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { communityColumns } from '../../core/communities/columns.ts'
import { dismissModerator } from '../../core/communities/dismissModerator.ts'
import { communityView } from '../../core/communities/serialize.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { enforceReading } from '../../core/permissions/bans.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Communities } from '../../platform/database/tables.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Joins a community; repeating it changes nothing. The counter changes only if a row was inserted. The community is
 * locked before the membership, which is the lock order for memberships and prevents deadlocks.
 *
 * @throws Refused with `banned_from_community`, `community/not-found` or `too-many-memberships`.
 */
export async function joinCommunity(db: Db, member: Viewer, communityId: string): Promise<Community> {
  enforceReading(member, communityId)
  const isFull = sql`((select count(*) from memberships where user_id = ${member.id}) >= ${sql.lit(limits.communitiesJoinedMax)})`
  const community = await db
    .with(
      (cte) => cte('locked').materialized(),
      (q) =>
        q
          .selectFrom('communities')
          .where('id', '=', communityId)
          .where('deleted_at', 'is', null)
          .select('id')
          .forNoKeyUpdate(),
    )
    .with('joined', (q) =>
      q
        .insertInto('memberships')
        .columns(['user_id', 'community_id'])
        .expression((eb) =>
          eb
            .selectFrom('locked')
            .select([sql<string>`${member.id}::bigint`.as('user_id'), 'id'])
            .where(sql<boolean>`not ${isFull}`),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id'),
    )
    .selectFrom('locked')
    .innerJoinLateral(
      () =>
        sql<Selectable<Communities>>`count_members(locked.id, (select count(*) from joined)::integer)`.as(
          'communities',
        ),
      (join) => join.onTrue(),
    )
    .select(communityColumns)
    .select(
      sql<boolean>`${isFull} and not exists (
      select from memberships where user_id = ${member.id} and community_id = communities.id)`.as(
        'isRefused',
      ),
    )
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  if (community.isRefused) throw new Refused(errors.tooManyMemberships)
  return communityView(community, { userJoined: true, userMod: member.moderates.has(community.id) })
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
