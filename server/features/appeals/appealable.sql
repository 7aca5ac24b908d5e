-- Moderation actions against a member that are still in force and have no appeal, at most :limit, the newest first; of the same kind
-- on the same target only the latest. Excludes their own actions, and suspensions, during which there is no session.
--
-- Only the latest :entries_max entries of the log are considered. Takes no locks. Uses
-- moderation_log_of_member, posts_pkey, comments_pkey, community_bans_pkey, site_bans_pkey and the unique index of appeals. One round trip.
with recent as materialized (
  select *, case when action like 'lock_%' then 'lock' when action like 'remove_%' then 'removal' else 'ban' end as act
  from moderation_log
  where member_id = :member_id and actor_id <> :member_id
    and action in ('remove_post', 'remove_post_content', 'remove_comment', 'lock_post', 'lock_comment', 'ban_from_community',
      'change_community_ban', 'ban_user', 'ban_user_with_content', 'change_site_ban')
  order by id desc limit :entries_max
), latest as (
  select distinct on (act, community_id, post_id, comment_id) * from recent
  order by act, community_id, post_id, comment_id, id desc
)
select latest.act, latest.comment_id, latest.post_id, latest.community_id, communities.name as community_name,
  posts.public_id as post_public_id, posts.title as post_title, posts.author_id as post_author_id,
  posts.deleted_as as post_deleted_as, latest.acted_as, latest.created_at as acted_at,
  latest.details->>'rule' as rule, latest.reason
from latest left join communities on communities.id = latest.community_id
left join posts on posts.id = latest.post_id
left join comments on comments.id = latest.comment_id
where not exists (select from appeals where appeals.entry_id = latest.id)
  and case latest.act
    when 'ban' then exists (
      select from community_bans as ban where ban.user_id = :member_id and ban.community_id = latest.community_id
        and is_ban_in_force(ban.expires_at))
      or latest.community_id is null and exists (
        select from site_bans as ban where ban.user_id = :member_id and is_ban_in_force(ban.expires_at))
    when 'lock' then case when latest.comment_id is null then posts.locked_as else comments.locked_as end = latest.acted_as
    else case when latest.comment_id is null then posts.deleted_as else comments.deleted_as end = latest.acted_as end
order by latest.id desc limit :limit
