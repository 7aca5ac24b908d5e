// Made from viewersOfSessions.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly lastSeenRefreshMinutes: number
  readonly idHashes: readonly Buffer[]
}

export type ViewersOfSessionsRow = {
  place: number
  id: string
  username: string
  is_admin: boolean
  points: number
  trust_level: number
  created_at: Date
  language: string | null
  contributions: number
  has_confirmed_email: boolean
  moderates: string[]
  bans: string[]
  hides_posts: boolean
  mutes_members: boolean
  mutes_communities: boolean
  hides_bots: boolean
  last_seen_is_stale: boolean
  account_version: string
  not_before: string | null
  written_up_to: string | null
}

export const viewersOfSessions: Statement<Parameters, ViewersOfSessionsRow> = {
  name: 'viewersOfSessions',
  text: `select given.place::integer as "place", users.id, users.username, users.is_admin, users.points, users.trust_level, users.created_at, users.language, users.post_count + users.comment_count as "contributions", users.email_confirmed_at is not null as "has_confirmed_email", array( select concat_ws(' ', community_id, array_to_string(permissions, ' ')) from moderators where user_id = users.id) as "moderates", array( select concat_ws(' ', kind, community_id) from community_bans where user_id = users.id and is_ban_in_force(expires_at) union all select kind from site_bans where user_id = users.id and kind <> 'reading' and is_ban_in_force(expires_at)) as "bans", exists (select from hidden_posts where user_id = users.id) as hides_posts, exists (select from user_mutes where user_id = users.id) as mutes_members, exists (select from community_mutes where user_id = users.id) as mutes_communities, users.hide_bots as hides_bots, sessions.last_seen_at < now() - make_interval(mins => $1) as "last_seen_is_stale", concat_ws('-', users.id, users.xmin, case when users.picture_id is not null then ( select images.xmin from images where images.id = users.picture_id) end, case when exists (select from moderators where user_id = users.id) then moderated_version(users.id) end) as account_version, microseconds_of(latest.written_at) as not_before, latest.position as written_up_to from unnest($2::bytea[]) with ordinality as given (id_hash, place) join sessions on sessions.id_hash = given.id_hash join users on users.id = sessions.user_id cross join lateral ( select max(written_at) as written_at, max(position) as position from last_writes where user_id in (users.id, 0)) as latest where sessions.expires_at > now() and users.banned_at is null and users.deleted_at is null`,
  parameters: ['lastSeenRefreshMinutes', 'idHashes'],
  literals: [],
}
