-- Stores a new post with its author's own upvote, counts it for its community and its author, and has the preview of a link
-- fetched by a job.
--
-- Returns one row: the id of the post, or in `refusal` the error that the API answers with; nothing is stored then. No row: the
-- public id is taken.
-- Locks, in this order: permission lock of the author (shared), the community, the author.
-- Uses communities_pkey, posts_public_id_key and users_pkey. One round trip.
with community as materialized (
  -- The permission checks take their lock before the row is locked.
  select id, deleted_at, posting_restricted,
    is_banned(:author_id, id) as is_author_banned,
    (:role::text = 'normal' or has_role(:author_id, id, :role)) as may_speak,
    has_role(:author_id, id, 'mods') or has_role(:author_id, id, 'admins') as is_staff
  from communities where id = :community_id for no key update
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
  on conflict (public_id) do nothing
  returning id, author_id, community_id
), own_vote as (
  insert into post_votes (post_id, user_id, up, moves_points)
  select id, author_id, true, false from new_post
), updated_community as (
  update communities set post_count = post_count + 1
  from new_post where communities.id = new_post.community_id
), updated_author as (
  update users set post_count = post_count + 1
  from new_post where users.id = new_post.author_id
)
select refusal, new_post.id,
  case when new_post.id is not null and :link_url is not null then (graphile_worker.add_job(
    'fetch_link_preview', json_build_object('postId', new_post.id::text), max_attempts := 3)).id end as preview_job_id
from checked_community left join new_post on true
where refusal is not null or new_post.id is not null
