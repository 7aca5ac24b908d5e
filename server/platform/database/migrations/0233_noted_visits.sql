-- A visit that is not stored yet counts, too: a server writes visits in batches, after it has answered. Changes no data
--
-- Callers without `noted_at` go on as before, also those of the previous version that run during the upgrade. Locks no table.
drop function post_viewer_columns(bigint, bigint, bigint, bigint);

-- What a post is to one viewer: their vote, their previous visit, the comments by others since (up to 1000: what a page
-- reads must not grow with a thread), and their mutes. Guests, for whom `viewer` is null, have none of it. `noted_at` is the time of
-- a visit that may not be stored yet.
create function post_viewer_columns(
  post_id bigint, author_id bigint, community_id bigint, viewer bigint, noted_at timestamptz default null
) returns table (
  my_vote boolean, visited_at timestamptz, new_comments integer, is_author_muted boolean, is_community_muted boolean
) language sql stable rows 1 begin atomic
  select my_vote.up, greatest(visit.visited_at, noted_at),
    case when greatest(visit.visited_at, noted_at) is null then 0 else (
      select count(*)::integer from (
        select from comments
        where comments.post_id = post_viewer_columns.post_id and comments.created_at >= greatest(visit.visited_at, noted_at)
          and comments.deleted_at is null and comments.author_id <> viewer
        limit 1000) as recent) end,
    viewer is not null and exists (
      select from user_mutes where user_id = viewer and muted_user_id = post_viewer_columns.author_id),
    viewer is not null and exists (
      select from community_mutes where user_id = viewer and muted_community_id = post_viewer_columns.community_id)
  from (select) as one
    left join post_votes as my_vote
      on my_vote.post_id = post_viewer_columns.post_id and my_vote.user_id = viewer
    left join post_visits as visit on visit.post_id = post_viewer_columns.post_id and visit.user_id = viewer;
end;
