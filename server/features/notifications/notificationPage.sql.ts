// Made from notificationPage.sql by `npm run database-types`. Do not edit.
import type { PostVersion } from '../../platform/database/rows.ts'
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
  readonly textLength: number
  readonly unreadableIds: readonly string[]
  readonly id: string | null
  readonly types: readonly string[] | null
  readonly cursorIsUnseen: boolean | null
  readonly cursorUs: string | null
  readonly cursorId: string | null
  readonly isOne: boolean
  readonly hasCursor: boolean
  readonly limit: number
  readonly format: 'source' | 'excerpt'
}

export type NotificationPageRow = PostVersion & {
  new_count: number
  total: number
  notification_id: string | null
  notification_type: string
  notification_happened: number
  notification_created_at: Date
  notification_updated_at: Date
  updated_us: string
  notification_seen_at: Date | null
  notification_comment_id: string | null
  notification_about_comment_id: string | null
  notification_deleted_as: 'mods' | 'admins' | null
  notification_badge_type: string | null
  notification_body: string | null
  notification_details: unknown
  notification_actors: { id: string; username: string; isDeleted: boolean; picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null }[] | null
  notification_actor_count: number
  notification_text: string | null
  notification_speaker: string | null
  actor_username: string | null
  actor_is_deleted: boolean
  actor_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  notification_community: { id: string; creatorId: string; name: string; nsfw: boolean; about: string | null; memberCount: number; postingRestricted: boolean; createdAt: string; deletedAt: string | null; icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null; banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null } | null
  receiver: { id: string; author_username: string; author_about_me: string | null; author_points: number; author_is_admin: boolean; author_is_built_in: boolean; author_post_count: number; author_comment_count: number; author_created_at: string; author_last_seen_at: string; author_deleted_at: string | null; author_banned_at: string | null; author_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null; author_badges: { id: number; type: string }[] | null } | null
  post_id: string | null
  post_title: string | null
  post_author_id: string | null
  post_community_id: string | null
  post_deleted_as: 'normal' | 'mods' | 'admins' | null
  about_comment_version: string | null
}

export const notificationPage: Statement<Parameters, NotificationPageRow> = {
  name: 'notificationPage',
  text: `with member as materialized ( select id, notifications_new_count as new_count, case when \${isOne} then 0 else (select count(*)::integer from notifications where user_id = users.id) end as total from users where id = $1 ) select member.new_count, member.total as "total", notification.id as notification_id, notification.type as "notification_type", notification.happened as "notification_happened", notification.created_at as "notification_created_at", notification.updated_at as "notification_updated_at", microseconds_of(notification.updated_at) as "updated_us", notification.seen_at as notification_seen_at, notification.comment_id as notification_comment_id, notification.about_comment_id as notification_about_comment_id, notification.deleted_as as notification_deleted_as, notification.badge_type as notification_badge_type, notification.body as notification_body, notification.details as notification_details, (case when \${format} = 'excerpt' and notification.actor_ids <> '{}' then actors_json(notification.actor_ids) end)::actors_json as notification_actors, cardinality(notification.actor_ids) as "notification_actor_count", case when \${format} = 'excerpt' then ( select left(body, $2::integer) from comments where comments.id = case when notification.type in ('new_comment', 'comment_reply', 'mention') then coalesce(notification.latest_comment_id, notification.comment_id) when notification.type in ('new_votes', 'deleted_comment', 'locked', 'restored') then notification.about_comment_id end and (comments.deleted_at is null or notification.type = 'deleted_comment') and (comments.author_id = member.id or posts.community_id <> all($3::bigint[]))) end as notification_text, case when actor.is_built_in and notification.type in ('new_comment', 'comment_reply', 'mention') then ( select communities.name from community_comments join communities on communities.id = community_comments.community_id where community_comments.comment_id in (notification.latest_comment_id, notification.comment_id) order by community_comments.comment_id desc limit 1) end as notification_speaker, actor.username as actor_username, actor.deleted_at is not null as actor_is_deleted, (case when actor.picture_id is not null then ( select image_json(images) from images where images.id = actor.picture_id) end)::image_json as actor_picture, (case when notification.type in ('mod_add', 'mod_permissions', 'move_proposed', 'post_moved', 'welcome', 'announcement', 'appeal_filed', 'appeal_answered', 'banned', 'modmail', 'reported', 'community_renamed', 'held_waiting', 'held_decided', 'automation') then ( select community_json(communities) from communities where communities.id = coalesce(notification.community_id, case when notification.type = 'announcement' then posts.community_id end)) end)::community_json as notification_community, (case when notification.type = 'new_badge' then ( select author_json(users) from users where users.id = member.id) end)::author_json as receiver, posts.id as post_id, posts.title as post_title, posts.author_id as post_author_id, posts.community_id as post_community_id, posts.deleted_as as post_deleted_as, concat(shown.post_version, shown_images.attachments_version) as "post_version", case when \${format} = 'source' and notification.type = 'new_votes' then ( select lone_comment_version( voted.comment_version, voted_images.attachments_version, communities.name, communities.icon_id, posts.deleted_as, posts.title) from comments join users as commenter on commenter.id = comments.author_id cross join lateral comment_version(comments.xmin, comments.score_hidden_until, commenter.xmin, commenter.picture_id) as voted cross join lateral comment_attachments_version(comments.id, comments.attachment_count) as voted_images where comments.id = notification.about_comment_id) end as about_comment_version from member left join lateral ( select * from notifications where notifications.user_id = member.id and (not \${isOne} or notifications.id = $4::bigint) and ($5::text[] is null or notifications.type = any($5)) and (not \${hasCursor} or (notifications.seen_at is null, notifications.updated_at, notifications.id) <= ($6::boolean, moment_of($7::bigint), $8::bigint)) order by (notifications.seen_at is null) desc, notifications.updated_at desc, notifications.id desc limit \${limit}) as notification on true left join posts on posts.id = coalesce(merged_into(notification.post_id), notification.post_id) left join users on users.id = posts.author_id left join communities on communities.id = posts.community_id left join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id, communities.name, communities.icon_id, communities.banner_id, communities.downvoters, posts.score_hidden_until) as shown on true left join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images on true left join users as actor on actor.id = notification.actor_id order by (notification.seen_at is null) desc, notification.updated_at desc, notification.id desc`,
  parameters: ['memberId', 'textLength', 'unreadableIds', 'id', 'types', 'cursorIsUnseen', 'cursorUs', 'cursorId'],
  literals: ['isOne', 'hasCursor', 'limit', 'format'],
}
