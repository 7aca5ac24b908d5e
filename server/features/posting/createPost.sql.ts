// Made from createPost.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly authorId: string
  readonly communityId: string
  readonly role: string
  readonly publicId: string
  readonly type: string
  readonly title: string
  readonly body: string | null
  readonly bodyHtml: string | null
  readonly renderer: number
  readonly excerpt: string | null
  readonly linkUrl: string | null
  readonly linkHostname: string | null
  readonly madeWithAiBy: string | null
  readonly mentions: readonly string[]
}

export type CreatePostRow = { refusal: 'communityNotFound' | 'bannedFromCommunity' | 'postingRestricted' | 'notModerator' | 'notAdmin' } | {
  refusal: null
  id: string
  preview_job_id: string | null
}

export const createPost: Statement<Parameters, CreatePostRow> = {
  name: 'createPost',
  text: `with permission as materialized ( select is_forbidden($1, $2, 'posting') as is_author_banned, ($3::text = 'normal' or has_role($1, $2, $3)) as may_speak, has_role($1, $2, 'mods') or has_role($1, $2, 'admins') as is_staff ), community as ( update communities set post_count = post_count + ( deleted_at is null and not is_author_banned and (is_staff or not posting_restricted) and may_speak)::integer from permission where communities.id = $2 returning communities.id, deleted_at, posting_restricted, is_author_banned, may_speak, is_staff ), checked_community as materialized ( select id, case when deleted_at is not null then 'communityNotFound' when is_author_banned then 'bannedFromCommunity' when posting_restricted and not is_staff then 'postingRestricted' when not may_speak and $3 = 'mods' then 'notModerator' when not may_speak then 'notAdmin' end as refusal from community ), new_post as ( insert into posts (public_id, type, author_id, author_group, community_id, title, body, body_html, body_renderer, excerpt, link_url, link_hostname, upvotes, score_hidden_until, made_with_ai_by) select $4, $5, $1, $3, id, $6, $7, $8, $9, $10, $11, $12, 1, new_score_hidden_until(id), $13 from checked_community where refusal is null returning id, author_id ), own_vote as ( insert into post_votes (post_id, user_id, up, moves_points) select id, author_id, true, false from new_post ), mentioned as materialized ( select mentionable.id from checked_community cross join lateral mentionable($14::text[], $1, checked_community.id) as mentionable (id) where refusal is null ), member as materialized ( select users.id from new_post join users on users.id = any(new_post.author_id || array(select id from mentioned)) order by users.id for no key update of users ), notification as materialized ( select member.id as member_id, notify_member(member.id, 'mention', now(), post => new_post.id, actor => author_id) as new_count_change from member cross join new_post where member.id <> author_id ), updated_member as materialized ( select member.id, case when member.id = $1 then count_posts_of_member(member.id, 1)::text else count_for_member(member.id, more_notifications => new_count_change)::text end from member left join notification on notification.member_id = member.id ) select refusal, new_post.id, case when new_post.id is not null and $11 is not null then (graphile_worker.add_job( 'fetch_link_preview', json_build_object('postId', new_post.id::text), max_attempts := 3)).id end as preview_job_id from checked_community left join new_post on true where (select count(*) from updated_member) >= 0`,
  parameters: ['authorId', 'communityId', 'role', 'publicId', 'type', 'title', 'body', 'bodyHtml', 'renderer', 'excerpt', 'linkUrl', 'linkHostname', 'madeWithAiBy', 'mentions'],
  literals: [],
}
