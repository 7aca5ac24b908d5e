// Made from insertForStaff.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityId: string | null
  readonly asModerators: boolean
  readonly needs: readonly string[]
  readonly without: readonly string[]
  readonly type: string
  readonly details: unknown
  readonly postId: string | null
  readonly commentId: string | null
  readonly actorId: string | null
}

export type InsertForStaffRow = {
  id: string | null
}

export const insertForStaff: Statement<Parameters, InsertForStaffRow> = {
  name: 'insertForStaff',
  text: `with staff as materialized ( select user_id as id, 1 as rank from moderators where community_id = $1 and $2 and permissions && $3::text[] union all select users.id, 2 from users where users.is_admin ), active as materialized ( select staff.id, min(staff.rank) as rank from staff join users on users.id = staff.id where users.deleted_at is null and users.banned_at is null and staff.id <> all($4) group by staff.id ), member as materialized ( select users.id from users where users.id in (select active.id from active where active.rank = (select min(rank) from active)) order by users.id for no key update ), notification as materialized ( select id as user_id, notify_with_details(id, $5, $6::jsonb, post => $7::bigint, about_comment => $8::bigint, actor => $9::bigint, community => $1::bigint) as new_count_change from member ) select (count_for_member(user_id, more_notifications => new_count_change)).id as "id" from notification`,
  parameters: ['communityId', 'asModerators', 'needs', 'without', 'type', 'details', 'postId', 'commentId', 'actorId'],
  literals: [],
}
