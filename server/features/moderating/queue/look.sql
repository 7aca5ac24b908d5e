-- Records which item of the queue a moderator has open, and returns which items others have open and which were decided recently,
-- in the communities that they moderate, or for admins, everywhere.
--
-- With neither :post_id nor :comment_id, they have none open. Members who may not moderate the community are not recorded.
-- Locks: the thread of the post or comment (shared), so that it does not move meanwhile, and the row of the moderator. Uses posts_pkey, comments_pkey, moderators_of and reviews_of_community. One round trip.
with target as materialized (
  select given.post_id, null::bigint as comment_id, settled_place(given.post_id) as community_id
  from (select :post_id?::bigint as post_id) as given where given.post_id is not null
  union all
  select thread.post_id, given.comment_id, thread.community_id
  from (select :comment_id?::bigint as comment_id) as given cross join lateral settled_comment(given.comment_id) as thread
  where given.comment_id is not null
), own_target as (
  select target.* from target cross join lateral roles_in(:viewer_id, target.community_id, '{content}') as roles
  where roles.is_admin or roles.is_moderator
), noted as (
  insert into queue_lookers (user_id, community_id, post_id, comment_id)
  select :viewer_id, community_id, post_id, comment_id from own_target
  on conflict (user_id) do update set community_id = excluded.community_id, post_id = excluded.post_id,
    comment_id = excluded.comment_id, seen_at = excluded.seen_at
  returning 1
), left_all as (
  delete from queue_lookers where user_id = :viewer_id and not exists (select from own_target)
), own_community as materialized (
  select communities.id from communities cross join users as viewer
  where viewer.id = :viewer_id and communities.deleted_at is null and (viewer.is_admin or exists (
    select from moderators where moderators.community_id = communities.id and moderators.user_id = viewer.id
      and permissions && '{content}'))
)
select
  coalesce((
    select json_agg(json_build_object('username', users.username, 'post', looker.post_id::text, 'comment', looker.comment_id::text))
    from (
      select * from queue_lookers
      where community_id in (select id from own_community) and user_id <> :viewer_id
        and seen_at > now() - make_interval(secs => :looker_seconds::integer)
      order by seen_at desc limit :shown_max::integer) as looker
    join users on users.id = looker.user_id), '[]')::queue_lookers_json as "lookers!",
  coalesce((
    select json_agg(json_build_object('post', latest.post_id::text, 'comment', latest.comment_id::text,
      'outcome', latest.outcome, 'by', named(latest.reviewed_by), 'at', latest.reviewed_at))
    from (
      select * from reviews
      where community_id in (select id from own_community) and reviewed_by <> :viewer_id
        and reviewed_at > now() - make_interval(secs => :recent_seconds::integer)
      order by reviewed_at desc limit :shown_max::integer) as latest), '[]')::queue_decisions_json as "decisions!",
  (select count(*)::integer from noted) as "noted!"
