// Made from historyCounts.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly usernameKey: string
  readonly entriesMax: string
  readonly communityId: string
}

export type HistoryCountsRow = {
  id: string
  username: string
  created_at: Date
  points: number
  is_banned: boolean
  removals: number
  locks: number
  bans: number
  approvals: number
}

export const historyCounts: Statement<Parameters, HistoryCountsRow> = {
  name: 'historyCounts',
  text: `with member as materialized ( select id, username, created_at, points from users where username_key = $1 and deleted_at is null and not is_built_in ), recent as materialized ( select entry.action from member cross join lateral ( select * from moderation_log where member_id = member.id order by id desc limit $2) as entry where entry.community_id = $3 ) select member.id, member.username, member.created_at, member.points, exists (select from community_bans as ban where ban.user_id = member.id and ban.community_id = $3 and is_ban_in_force(ban.expires_at)) as "is_banned", (select count(*)::integer from recent where action like 'remove\\_%') as "removals", (select count(*)::integer from recent where action like 'lock\\_%') as "locks", (select count(*)::integer from recent where action = 'ban_from_community') as "bans", (select count(*)::integer from recent where action in ('ignore_report', 'approve_post', 'approve_comment', 'approve_held')) as "approvals" from member`,
  parameters: ['usernameKey', 'entriesMax', 'communityId'],
  literals: [],
}
