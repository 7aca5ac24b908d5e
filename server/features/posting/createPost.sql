-- Stores a new post with its author's own upvote, counts it for its community and its author, notifies those whom it mentions
-- (:mentions, in lower case), and has the preview of a link fetched by a job.
--
-- Returns one row: the id of the post, or in `refusal` the error that the API answers with; nothing is stored then. An existing
-- public id violates posts_public_id_key.
-- Locks, in this order: permission lock of the author (shared), the community, the author and those who are mentioned in the order
-- of their ids, their notifications.
-- The community is locked once, by the update that counts the post. With a `select for update` first, the update would look the
-- row up again in the old version of its snapshot. If a foreign key still locked that version after a concurrent change, this
-- could deadlock with a statement that waits for ours. So even a refused post updates the row, adding 0.
-- Uses communities_pkey, posts_public_id_key, users_pkey and users_username_key_key. One round trip.
with permission as materialized (
  -- These take their lock before the row is locked.
  select is_forbidden(:author_id, :community_id, 'posting') as is_author_banned,
    (:role::text = 'normal' or has_role(:author_id, :community_id, :role)) as may_speak,
    has_role(:author_id, :community_id, 'mods') or has_role(:author_id, :community_id, 'admins') as is_staff
), community as (
  update communities set post_count = post_count + (
    deleted_at is null and not is_author_banned and (is_staff or not posting_restricted) and may_speak)::integer
  from permission where communities.id = :community_id
  returning communities.id, deleted_at, posting_restricted, is_author_banned, may_speak, is_staff
), checked_community as materialized (
  select id,
    case when deleted_at is not null then 'communityNotFound'
      when is_author_banned then 'bannedFromCommunity'
      when posting_restricted and not is_staff then 'postingRestricted'
      when not may_speak and :role = 'mods' then 'notModerator'
      when not may_speak then 'notAdmin' end as refusal
  from community
), new_post as (
  insert into posts (public_id, type, author_id, author_group, community_id, title, body, body_html, body_renderer, excerpt,
    link_url, link_hostname, upvotes, score_hidden_until, made_with_ai_by)
  select :public_id, :type, :author_id, :role, id, :title, :body?, :body_html?, :renderer, :excerpt?, :link_url?,
    :link_hostname?, 1, new_score_hidden_until(id), :made_with_ai_by?
  from checked_community where refusal is null
  returning id, author_id
), own_vote as (
  insert into post_votes (post_id, user_id, up, moves_points)
  select id, author_id, true, false from new_post
), mentioned as materialized (
  select mentionable.id
  from checked_community cross join lateral mentionable(:mentions::text[], :author_id, checked_community.id) as mentionable (id)
  where refusal is null
), member as materialized (
  select users.id from new_post join users on users.id = any(new_post.author_id || array(select id from mentioned))
  order by users.id for no key update of users
), notification as materialized (
  select member.id as member_id,
    notify_member(member.id, 'mention', now(), post => new_post.id, actor => author_id) as new_count_change
  from member cross join new_post where member.id <> author_id
), updated_member as materialized (
  -- What the statement has locked is updated by functions; migration 0032_counts_of_locked_rows says why.
  select member.id, case when member.id = :author_id then count_posts_of_member(member.id, 1)::text
    else count_for_member(member.id, more_notifications => new_count_change)::text end
  from member left join notification on notification.member_id = member.id
)
select refusal, new_post.id,
  case when new_post.id is not null and :link_url is not null then (graphile_worker.add_job(
    'fetch_link_preview', json_build_object('postId', new_post.id::text), max_attempts := 3)).id end as preview_job_id
from checked_community left join new_post on true
-- Reads updated_member, because PostgreSQL does not execute a CTE that nobody reads unless it is a write itself.
where (select count(*) from updated_member) >= 0
