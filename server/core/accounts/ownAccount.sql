-- A member's own account, with the communities whose posts and comments they moderate, by name, and with its version (see
-- viewersOfSessions.sql).
--
-- Returns one row, or none when there is no such account. Pictures and badges are looked up only where there are some. Inside
-- JSON, ids are texts, because its numbers lose digits of a bigint.
-- Uses users_pkey, moderators_by_user, communities_pkey and images_pkey. Takes no locks. One round trip.
select author.id, author.username as author_username, author.about_me as author_about_me, author.points as author_points,
  author.is_admin as author_is_admin, author.is_built_in as author_is_built_in, author.post_count as author_post_count,
  author.comment_count as author_comment_count, author.created_at as author_created_at,
  author.last_seen_at as author_last_seen_at, author.deleted_at as author_deleted_at, author.banned_at as author_banned_at,
  case when author.picture_id is not null then (
    select image_json(images) from images where images.id = author.picture_id) end as author_picture,
  case when author.badge_count > 0 then (
    select json_agg(json_build_object('id', badges.id, 'type', badges.type) order by badges.id)
    from badges where badges.user_id = author.id) end as author_badges,
  author.email, author.email_confirmed_at, author.email_refused_at, author.home_feed, author.remember_feed_sort, author.comment_sort, author.language,
  author.embeds_off,
  author.hide_user_profile_pictures, author.require_alt_text, author.hide_bots,
  author.badge_count > 0 and exists (
    select from badges where badges.user_id = author.id and badges.type = 'bot' and badges.is_by_admin) as "is_bot_by_admin!",
  case when author.badge_count > 0 then bot_owner(author.id) end as bot_owner,
  author.upvote_notifications_off,
  author.reply_notifications_off, author.mention_notifications_off, author.notifications_new_count, author.created_ip, author.last_seen_ip,
  coalesce((
    select json_agg(community) from (
      select communities.id::text as id, communities.creator_id::text as "creatorId", communities.name, communities.nsfw,
        communities.about, communities.member_count as "memberCount",
        communities.posting_restricted as "postingRestricted", communities.created_at as "createdAt",
        communities.deleted_at as "deletedAt",
        case when communities.icon_id is not null then (
          select image_json(images) from images where images.id = communities.icon_id) end as icon,
        case when communities.banner_id is not null then (
          select image_json(images) from images where images.id = communities.banner_id) end as banner
      from moderators join communities on communities.id = moderators.community_id
      where moderators.user_id = author.id and permissions && '{content}' and communities.deleted_at is null
      order by communities.name_key limit :moderated_max::integer) as community), '[]') as moderated,
  concat_ws('-', author.id, author.xmin, (select images.xmin from images where images.id = author.picture_id),
    moderated_version(author.id)) as version
from users as author where author.id = :member_id
