-- A page of the moderation log, newest first. Where :hides_unnamed is true, entries of communities that do not name their
-- moderators are excluded, and comments in the name of communities outside of :moderated_ids: filtering by a moderator must not
-- reveal actions that the log shows without a name.
--
-- Reads the index for the filter, as far as the page goes; which one is best depends on how frequent the filtered values are. Days are found by moderation_log_by_time: ids follow the time, except for
-- concurrent transactions, which take less than an hour. Takes no locks. One round trip.
--
-- Literal :includes_private: true | false
-- Literal :has_community: true | false
-- Literal :has_action: true | false
-- Literal :has_actor: true | false
-- Literal :hides_unnamed: true | false
-- Literal :has_from: true | false
-- Literal :has_to: true | false
-- Literal :has_cursor: true | false
-- Literal :limit: number
with /* custom plan */ page as materialized (
  select * from moderation_log
  where (:includes_private or is_public)
    and (not :has_community or community_id = :community_id?::bigint)
    and (not :has_action or action = :action?::text)
    and (not :has_actor or actor_id = :actor_id?::bigint)
    and (not :hides_unnamed
      or (coalesce(community_id, 0) not in (select id from communities where not moderation_log_names)
        and (action <> 'comment_as_community' or community_id = any(:moderated_ids::bigint[]))))
    and (not :has_from or created_at >= :from_day?::text::date and id > coalesce(
      (select id from moderation_log where created_at < :from_day?::text::date - interval '1 hour' order by created_at desc limit 1), 0))
    and (not :has_to or created_at < :to_day?::text::date + 1 and id < coalesce(
      (select id from moderation_log where created_at >= :to_day?::text::date + interval '25 hours' order by created_at limit 1),
      9223372036854775807))
    and (not :has_cursor or id <= :cursor_id?::bigint)
  order by id desc limit :limit
)
select page.id, page.action, page.acted_as, page.reason, page.details, page.created_at, page.comment_id,
  actor.username as actor_username, actor.deleted_at is not null as actor_is_deleted,
  actor.is_built_in as actor_is_built_in,
  communities.id as community_id, communities.name as community_name, communities.moderation_log_names as names_shown,
  posts.public_id as post_public_id, case when posts.deleted_at is null then posts.title end as post_title,
  posts.author_id as post_author_id, posts.community_id as post_community_id,
  about.username as user_username, about.deleted_at is not null as user_is_deleted
from page
join users as actor on actor.id = page.actor_id
left join communities on communities.id = page.community_id
left join posts on posts.id = page.post_id
left join users as about on about.id = page.user_id
order by page.id desc
