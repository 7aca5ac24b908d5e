// Made from look.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly postId: string | null
  readonly commentId: string | null
  readonly viewerId: string
  readonly lookerSeconds: number
  readonly shownMax: number
  readonly recentSeconds: number
}

export type LookRow = {
  lookers: { username: string; post: string; comment: string | null }[]
  decisions: { post: string; comment: string | null; outcome: 'removed' | 'locked' | 'kept'; by: string | null; at: string }[]
  noted: number
}

export const look: Statement<Parameters, LookRow> = {
  name: 'look',
  text: `with target as materialized ( select given.post_id, null::bigint as comment_id, settled_place(given.post_id) as community_id from (select $1::bigint as post_id) as given where given.post_id is not null union all select thread.post_id, given.comment_id, thread.community_id from (select $2::bigint as comment_id) as given cross join lateral settled_comment(given.comment_id) as thread where given.comment_id is not null ), own_target as ( select target.* from target cross join lateral roles_in($3, target.community_id, '{content}') as roles where roles.is_admin or roles.is_moderator ), noted as ( insert into queue_lookers (user_id, community_id, post_id, comment_id) select $3, community_id, post_id, comment_id from own_target on conflict (user_id) do update set community_id = excluded.community_id, post_id = excluded.post_id, comment_id = excluded.comment_id, seen_at = excluded.seen_at returning 1 ), left_all as ( delete from queue_lookers where user_id = $3 and not exists (select from own_target) ), own_community as materialized ( select communities.id from communities cross join users as viewer where viewer.id = $3 and communities.deleted_at is null and (viewer.is_admin or exists ( select from moderators where moderators.community_id = communities.id and moderators.user_id = viewer.id and permissions && '{content}')) ) select coalesce(( select json_agg(json_build_object('username', users.username, 'post', looker.post_id::text, 'comment', looker.comment_id::text)) from ( select * from queue_lookers where community_id in (select id from own_community) and user_id <> $3 and seen_at > now() - make_interval(secs => $4::integer) order by seen_at desc limit $5::integer) as looker join users on users.id = looker.user_id), '[]')::queue_lookers_json as "lookers", coalesce(( select json_agg(json_build_object('post', latest.post_id::text, 'comment', latest.comment_id::text, 'outcome', latest.outcome, 'by', named(latest.reviewed_by), 'at', latest.reviewed_at)) from ( select * from reviews where community_id in (select id from own_community) and reviewed_by <> $3 and reviewed_at > now() - make_interval(secs => $6::integer) order by reviewed_at desc limit $5::integer) as latest), '[]')::queue_decisions_json as "decisions", (select count(*)::integer from noted) as "noted"`,
  parameters: ['postId', 'commentId', 'viewerId', 'lookerSeconds', 'shownMax', 'recentSeconds'],
  literals: [],
}
