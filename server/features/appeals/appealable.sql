-- Moderation actions against a member that are still in force and have no appeal, at most :limit, the newest first; of the same kind
-- on the same target only the latest. Excludes their own actions, and suspensions, during which there is no session.
--
-- Only the latest :entries_max entries of the log are considered. Takes no locks. Uses
-- moderation_log_of_member, posts_pkey, comments_pkey, community_bans_pkey, site_bans_pkey and the unique index of appeals. One round trip.
with recent as materialized (
  select *, case when action like 'lock_%' then 'lock' when action like '%ban%' then 'ban' else 'removal' end as act
  from moderation_log
  where member_id = :member_id and actor_id <> :member_id
    and action in ('remove_post', 'remove_post_content', 'erase_post', 'remove_comment', 'erase_comment', 'lock_post', 'lock_comment',
      'ban_from_community', 'change_community_ban', 'ban_user', 'ban_user_with_content', 'change_site_ban')
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
where not exists (select from appeals where appeals.entry_id = latest.id)
  and is_in_force((select entry from moderation_log as entry where entry.id = latest.id))
order by latest.id desc limit :limit
