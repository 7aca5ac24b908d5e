-- One community with its moderators, the highest first, and its rules in order, as one viewer sees it: by its id, its name or a former
-- one, or the public id of a post in it. Exactly one of the three is given. Guests have no viewer.
--
-- Returns one row, or none when there is no such community or post. Pictures are looked up only where there are some. Inside
-- JSON, ids are texts, because its numbers lose digits of a bigint. `read_at` is when this was asked, in microseconds since 1970.
-- Uses communities_pkey, communities_name_key_key and former_community_names_pkey or posts_public_id_key, memberships_pkey, community_mutes_pkey,
-- community_rules_in_order, users_pkey and images_pkey. Takes no locks. One round trip.
select communities.id, communities.creator_id as "creatorId", communities.name, communities.nsfw, communities.about,
  communities.member_count as "memberCount", communities.posting_restricted as "postingRestricted",
  communities.created_at as "createdAt", communities.deleted_at as "deletedAt", communities.is_default as "isDefault",
  communities.moderation_log_names as "moderationLogNames",
  communities.removal_reason_required as "removalReasonRequired", communities.downvoters, communities.made_with_ai as "madeWithAi",
  communities.score_hidden_minutes as "scoreHiddenMinutes", communities.about_html as "aboutHtml",
  communities.comment_limits::comment_limits_json as "commentLimits",
  communities.about_renderer as "aboutRenderer",
  case when communities.icon_id is not null then (
    select image_json(images) from images where images.id = communities.icon_id) end as icon,
  case when communities.banner_id is not null then (
    select image_json(images) from images where images.id = communities.banner_id) end as banner,
  microseconds_of(statement_timestamp()) as "read_at!",
  exists (
    select from memberships
    where memberships.user_id = :viewer_id?::bigint and memberships.community_id = communities.id) as "userJoined",
  exists (
    select from community_mutes
    where community_mutes.user_id = :viewer_id and community_mutes.muted_community_id = communities.id) as "isMuted",
  coalesce((
    select json_agg(moderator) from (
      select author.id::text as author_id, author.username as author_username, author.about_me as author_about_me,
        author.points as author_points, author.is_admin as author_is_admin, author.is_built_in as author_is_built_in,
        author.post_count as author_post_count, author.comment_count as author_comment_count,
        author.created_at as author_created_at, author.last_seen_at as author_last_seen_at,
        author.deleted_at as author_deleted_at, author.banned_at as author_banned_at,
        case when author.picture_id is not null then (
          select image_json(images) from images where images.id = author.picture_id) end as author_picture,
        case when author.badge_count > 0 then (
          select json_agg(json_build_object('id', badges.id, 'type', badges.type) order by badges.id)
          from badges where badges.user_id = author.id) end as author_badges
      from moderators join users as author on author.id = moderators.user_id
      where moderators.community_id = communities.id
      order by moderators.position limit :moderators_max::integer) as moderator), '[]') as mods,
  coalesce((
    select json_agg(listed_rule) from (
      select rules.id::text as id, rules.rule, rules.description, rules.community_id::text as "communityId",
        rules.z_index as "zIndex", rules.created_by::text as "createdBy", rules.created_at as "createdAt"
      from community_rules as rules
      where rules.community_id = communities.id
      order by rules.z_index, rules.id limit :rules_max::integer) as listed_rule), '[]') as rules
from communities
where communities.deleted_at is null and communities.id = coalesce(:id?::bigint,
  community_named(:name_key?::text),
  (select posts.community_id from posts where posts.public_id = :post_public_id?))
