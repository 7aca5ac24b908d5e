import { sql } from 'kysely'
import type { CommunityRequest } from '../../../contract/entities/communityRequest.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../platform/database/connection.ts'

/** Recent requests, the newest first: one's own, or for admins, all. */
export async function listCommunityRequests(
  db: Db,
  viewer: { id: string; isAdmin: boolean },
): Promise<CommunityRequest[]> {
  const rows = await db
    .selectFrom('community_requests as request')
    .innerJoin('users as requester', 'requester.id', 'request.user_id')
    .leftJoin('users as denier', 'denier.id', 'request.denied_by')
    .where(
      'request.created_at',
      '>',
      sql<Date>`now() - make_interval(days => ${sql.lit(limits.requestDays)})`,
    )
    .$if(!viewer.isAdmin, (own) => own.where('request.user_id', '=', viewer.id))
    .select([
      'request.id',
      'requester.username as byUser',
      'request.name as communityName',
      sql<boolean>`community_named(request.name_key) is not null`.as('communityExists'),
      'request.note',
      'request.created_at as createdAt',
      'request.denied_note as deniedNote',
      // As everywhere, members do not see names of deleted accounts.
      sql<
        string | null
      >`case when denier.deleted_at is null or ${viewer.isAdmin} then denier.username else 'ghost' end`.as(
        'deniedBy',
      ),
      'request.denied_at as deniedAt',
    ])
    .orderBy('request.created_at', 'desc')
    .orderBy('request.id', 'desc')
    .limit(sql.lit(limits.communityRequestsShown))
    .execute()
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    deniedAt: row.deniedAt?.toISOString() ?? null,
  }))
}
