-- Files an appeal of a member against the latest of :actions on a post or comment of theirs, or against a ban. Members cannot appeal
-- against their own actions. For a post that was moved since, the appeal goes to the community that it is in now; for a comment that a merge
-- moved, to its post now.
--
-- Always returns a row: the appeal, or in `refusal` the error that the API answers with, and nothing is stored then.
-- Locks: the post, or the thread of the comment (shared), which may be moving. The unique index admits one of two concurrent ones. An action that is being reversed may still get an appeal, which
-- is then answered like any other. Uses moderation_log_of_member, posts_pkey, comments_pkey, community_bans_pkey, site_bans_pkey, users_pkey and
-- the unique index of appeals. One round trip.
with entry as materialized (
  select id from moderation_log
  where member_id = :member_id and actor_id <> :member_id and action = any(:actions)
    and case when :act = 'ban' then community_id is not distinct from :community_id?
      when :comment_id?::bigint is not null then comment_id = :comment_id
      else post_id = :post_id? and comment_id is null end
  order by id desc limit 1
), in_force as (
  select entry.* from moderation_log as entry where id = (select id from entry) and is_in_force(entry)
), post as materialized (
  select id as post_id, community_id from posts where id = (select post_id from in_force where comment_id is null) for share
), place as materialized (
  select post_id, community_id from post
  union all select thread.post_id, thread.community_id from in_force cross join lateral settled_comment(comment_id) as thread
    where comment_id is not null
), appeal as (
  insert into appeals (entry_id, act, member_id, community_id, post_id, comment_id, actor_id, acted_as, acted_at, rule, reason, body)
  select id, :act, :member_id, coalesce(place.community_id, in_force.community_id), coalesce(place.post_id, in_force.post_id), comment_id, actor_id, acted_as, created_at,
    details->>'rule', reason, :text
  from in_force left join place on true
  on conflict (entry_id) do nothing
  returning id, permission_of(appeals) as needs
)
select case when in_force.id is null then 'nothingToAppeal' when appeal.id is null then 'alreadyAppealed' end as refusal,
  appeal.id, appeal.needs, in_force.acted_as, in_force.actor_id,
  coalesce(place.community_id, in_force.community_id) as community_id,
  coalesce(place.post_id, in_force.post_id) as post_id
from (values (0)) as always left join in_force on true left join place on true left join appeal on true
