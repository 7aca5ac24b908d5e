-- Approves, removes or locks posts and comments, records each in the moderation log and as the latest decision, and notifies the
-- authors of what is removed.
--
-- :targets is an array of { post_id, comment_id, community_id, author_id, acted_as, reason, details, facts }. The caller has locked
-- these posts and comments, and for removals their authors, each by ascending id; none of them is deleted where :action is `remove`
-- or `lock`. Locks further: the notifications of the authors. Uses posts_pkey, comments_pkey, users_pkey, reviews_of_target.
-- One round trip.
--
-- Literal :action: 'approve' | 'remove' | 'lock'
with target as materialized (
  select * from jsonb_to_recordset(:targets::jsonb) as target (
    post_id bigint, comment_id bigint, community_id bigint, author_id bigint, acted_as text, reason text, details jsonb,
    facts jsonb)
), removed as materialized (
  select delete_posts(array_agg(post_id) filter (where comment_id is null), :member_id, acted_as, false),
    remove_comments(array_agg(comment_id) filter (where comment_id is not null), :member_id, acted_as)
  from target where :action = 'remove' group by acted_as
), locked as materialized (
  select post_id, comment_id, case when comment_id is null then lock_post(post_id, :member_id, acted_as)
    else lock_comment(comment_id, :member_id, acted_as) end as has_changed
  from target where :action = 'lock'
), review as (
  insert into reviews (community_id, post_id, comment_id, outcome, reviewed_by)
  select community_id, post_id, comment_id, case :action when 'approve' then 'kept' when 'remove' then 'removed' else 'locked' end,
    :member_id
  from target cross join (select count(*) from removed) as after_removal
  on conflict (post_id, coalesce(comment_id, 0)) do update set id = default, outcome = excluded.outcome,
    reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at
), log_entry as (
  insert into moderation_log
    (action, actor_id, acted_as, community_id, post_id, comment_id, reason, details, is_public)
  select :action || case when target.comment_id is null then '_post' else '_comment' end, :member_id, target.acted_as,
    target.community_id, target.post_id, target.comment_id, target.reason, target.details, true
  from target left join locked
    on locked.post_id = target.post_id and locked.comment_id is not distinct from target.comment_id
  where :action <> 'lock' or locked.has_changed
), notification as materialized (
  select target.author_id, notify_with_details(target.author_id,
      case when target.comment_id is null then 'deleted_post' else 'deleted_comment' end, target.facts,
      post => target.post_id, about_comment => target.comment_id, role => target.acted_as) as new_count_change
  from target join users on users.id = target.author_id and users.deleted_at is null
    cross join (select count(*) from removed) as after_removal
  where :action = 'remove' and target.author_id <> :member_id
), author as (
  select author_id, (count(*) filter (where comment_id is null))::integer as posts, count(comment_id)::integer as comments
  from target where :action = 'remove' group by author_id
)
update users set post_count = post_count - author.posts, comment_count = comment_count - author.comments,
  notifications_new_count = notifications_new_count + coalesce((
    select sum(new_count_change)::integer from notification where notification.author_id = author.author_id), 0)
from author where users.id = author.author_id
