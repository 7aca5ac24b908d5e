-- Stores a new post with its author's own upvote, counts it for its community and its author, and has the preview of a link
-- fetched by a job.
--
-- Returns one row: the id of the post, or in `refusal` the error that the API answers with; nothing is stored then. A public id
-- that is taken violates posts_public_id_key.
-- Locks, in this order: permission lock of the author (shared), the community, the author.
-- The community is locked once, by the update that counts the post. Locked by a select first, it was looked for again by the
-- update, in the version that the statement saw when it began: where somebody had changed it in between, and a foreign key still
-- held that old version, the update queued for it behind a statement that waited for ours. So a refused post adds 0.
-- Uses communities_pkey, posts_public_id_key and users_pkey. One round trip.
with permission as materialized (
  -- These take their lock before the row is locked.
  select is_banned(:author_id, :community_id) as is_author_banned,
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
    link_url, link_hostname, upvotes)
  select :public_id, :type, :author_id, :role, id, :title, :body?, :body_html?, :renderer, :excerpt?, :link_url?,
    :link_hostname?, 1
  from checked_community where refusal is null
  returning id, author_id
), own_vote as (
  insert into post_votes (post_id, user_id, up, moves_points)
  select id, author_id, true, false from new_post
), updated_author as (
  update users set post_count = post_count + 1
  from new_post where users.id = new_post.author_id
)
select refusal, new_post.id,
  case when new_post.id is not null and :link_url is not null then (graphile_worker.add_job(
    'fetch_link_preview', json_build_object('postId', new_post.id::text), max_attempts := 3)).id end as preview_job_id
from checked_community left join new_post on true
