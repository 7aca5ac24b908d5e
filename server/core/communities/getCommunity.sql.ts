// Made from getCommunity.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly viewerId: string | null
  readonly moderatorsMax: number
  readonly rulesMax: number
  readonly id: string | null
  readonly nameKey: string | null
  readonly postPublicId: string | null
}

export type GetCommunityRow = {
  id: string
  creatorId: string
  name: string
  nsfw: boolean
  about: string | null
  memberCount: number
  postingRestricted: boolean
  createdAt: Date
  deletedAt: Date | null
  isDefault: boolean
  moderationLogNames: boolean
  removalReasonRequired: boolean
  downvoters: 'everyone' | 'members' | 'trust1' | 'trust2' | 'trust3' | 'trust4' | 'nobody'
  madeWithAi: 'allowed' | 'marked' | 'refused'
  scoreHiddenMinutes: number
  aboutHtml: string | null
  commentLimits: { slowMode?: { seconds: number; until: string | null; ruleId?: string }; commenters?: { who: 'members' | 'trust1' | 'trust2' | 'trust3' | 'trust4'; until: string | null; ruleId?: string } } | null
  aboutRenderer: number | null
  icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  read_at: string
  userJoined: boolean
  isMuted: boolean
  mods: ({ author_id: string; author_username: string; author_about_me: string | null; author_points: number; author_is_admin: boolean; author_is_built_in: boolean; author_post_count: number; author_comment_count: number; author_created_at: string; author_last_seen_at: string; author_deleted_at: string | null; author_banned_at: string | null; author_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null; author_badges: ({ id: number; type: 'supporter' | 'bot' })[] | null })[]
  rules: ({ id: string; rule: string; description: string | null; communityId: string; zIndex: number; createdBy: string; createdAt: string })[]
}

export const getCommunity: Statement<Parameters, GetCommunityRow> = {
  name: 'getCommunity',
  text: `select communities.id, communities.creator_id as "creatorId", communities.name, communities.nsfw, communities.about, communities.member_count as "memberCount", communities.posting_restricted as "postingRestricted", communities.created_at as "createdAt", communities.deleted_at as "deletedAt", communities.is_default as "isDefault", communities.moderation_log_names as "moderationLogNames", communities.removal_reason_required as "removalReasonRequired", communities.downvoters, communities.made_with_ai as "madeWithAi", communities.score_hidden_minutes as "scoreHiddenMinutes", communities.about_html as "aboutHtml", communities.comment_limits::comment_limits_json as "commentLimits", communities.about_renderer as "aboutRenderer", case when communities.icon_id is not null then ( select image_json(images) from images where images.id = communities.icon_id) end as icon, case when communities.banner_id is not null then ( select image_json(images) from images where images.id = communities.banner_id) end as banner, microseconds_of(statement_timestamp()) as "read_at", exists ( select from memberships where memberships.user_id = $1::bigint and memberships.community_id = communities.id) as "userJoined", exists ( select from community_mutes where community_mutes.user_id = $1 and community_mutes.muted_community_id = communities.id) as "isMuted", coalesce(( select json_agg(moderator) from ( select author.id::text as author_id, author.username as author_username, author.about_me as author_about_me, author.points as author_points, author.is_admin as author_is_admin, author.is_built_in as author_is_built_in, author.post_count as author_post_count, author.comment_count as author_comment_count, author.created_at as author_created_at, author.last_seen_at as author_last_seen_at, author.deleted_at as author_deleted_at, author.banned_at as author_banned_at, case when author.picture_id is not null then ( select image_json(images) from images where images.id = author.picture_id) end as author_picture, case when author.badge_count > 0 then ( select json_agg(json_build_object('id', badges.id, 'type', badges.type) order by badges.id) from badges where badges.user_id = author.id) end as author_badges from moderators join users as author on author.id = moderators.user_id where moderators.community_id = communities.id order by moderators.position limit $2::integer) as moderator), '[]') as mods, coalesce(( select json_agg(listed_rule) from ( select rules.id::text as id, rules.rule, rules.description, rules.community_id::text as "communityId", rules.z_index as "zIndex", rules.created_by::text as "createdBy", rules.created_at as "createdAt" from community_rules as rules where rules.community_id = communities.id order by rules.z_index, rules.id limit $3::integer) as listed_rule), '[]') as rules from communities where communities.deleted_at is null and communities.id = coalesce($4::bigint, community_named($5::text), (select posts.community_id from posts where posts.public_id = $6))`,
  parameters: ['viewerId', 'moderatorsMax', 'rulesMax', 'id', 'nameKey', 'postPublicId'],
  literals: [],
}
