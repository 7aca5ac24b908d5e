import { sql } from 'kysely'
import type { Community } from '../../contract/entities/community.ts'
import { errors } from '../../contract/errors.ts'
import type { Db } from '../database/connection.ts'
import { Refused } from '../http/refused.ts'
import type { Viewer } from '../http/viewer.ts'
import { communityColumns, communityView } from './view.ts'

/** Makes somebody a member, once however often they ask. The inserted row decides whether the number moves. */
export async function joinCommunity(db: Db, member: Viewer, communityId: string): Promise<Community> {
  const community = await db
    .with('joined', (q) =>
      q
        .insertInto('memberships')
        .columns(['user_id', 'community_id'])
        .expression((eb) =>
          eb
            .selectFrom('communities')
            .where('id', '=', communityId)
            .where('deleted_at', 'is', null)
            .select([sql<string>`${member.id}::bigint`.as('user_id'), 'id']),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('user_id'),
    )
    .updateTable('communities')
    .set({ member_count: sql<number>`member_count + (select count(*) from joined)::integer` })
    .where('id', '=', communityId)
    .where('deleted_at', 'is', null)
    .returning(communityColumns)
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  return communityView(community, { userJoined: true, userMod: member.moderates.has(community.id) })
}

/**
 * Ends a membership, and moderatorship with it: the moderators below move up, so that no place stays empty.
 * The community is locked first, because two moderators who leave at once would renumber one another.
 */
export async function leaveCommunity(db: Db, member: Viewer, communityId: string): Promise<Community> {
  const community = await db
    .with(
      (cte) => cte('locked').materialized(),
      (q) =>
        q
          .selectFrom('communities')
          .where('id', '=', communityId)
          .where('deleted_at', 'is', null)
          .select('id')
          .forUpdate(),
    )
    .with('departed', (q) =>
      q
        .deleteFrom('memberships')
        .using('locked')
        .whereRef('memberships.community_id', '=', 'locked.id')
        .where('memberships.user_id', '=', member.id)
        .returning('memberships.user_id'),
    )
    .with('resigned', (q) =>
      q
        .deleteFrom('moderators')
        .using('locked')
        .whereRef('moderators.community_id', '=', 'locked.id')
        .where('moderators.user_id', '=', member.id)
        .returning('moderators.position'),
    )
    .with('moved', (q) =>
      q
        .updateTable('moderators')
        .set((eb) => ({ position: eb('position', '-', 1) }))
        .where('community_id', '=', communityId)
        .where('position', '>', (eb) => eb.selectFrom('resigned').select('resigned.position')),
    )
    .updateTable('communities')
    .set({ member_count: sql<number>`member_count - (select count(*) from departed)::integer` })
    .where('id', '=', communityId)
    .where('deleted_at', 'is', null)
    .returning(communityColumns)
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  return communityView(community, { userJoined: false, userMod: false })
}
