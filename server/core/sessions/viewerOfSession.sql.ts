// Made from viewerOfSession.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly lastSeenRefreshMinutes: number
  readonly idHash: Buffer
}

export type ViewerOfSessionRow = {
  id: string
  username: string
  is_admin: boolean
  points: number
  created_at: Date
  moderates: string[]
  banned_from: string[]
  hides_posts: boolean
  mutes_members: boolean
  mutes_communities: boolean
  last_seen_is_stale: boolean
}

export const viewerOfSession: Statement<Parameters, ViewerOfSessionRow> = {
  name: 'viewerOfSession',
  text: `select users.id, users.username, users.is_admin, users.points, users.created_at, array(select community_id from moderators where user_id = users.id) as moderates, array(select community_id from community_bans where user_id = users.id and is_ban_in_force(expires_at)) as banned_from, exists (select from hidden_posts where user_id = users.id) as hides_posts, exists (select from user_mutes where user_id = users.id) as mutes_members, exists (select from community_mutes where user_id = users.id) as mutes_communities, sessions.last_seen_at < now() - make_interval(mins => $1) as "last_seen_is_stale" from sessions join users on users.id = sessions.user_id where sessions.id_hash = $2 and sessions.expires_at > now() and users.banned_at is null and users.deleted_at is null`,
  parameters: ['lastSeenRefreshMinutes', 'idHash'],
  literals: [],
}
