// Made from changeMemberships.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly join: readonly string[]
  readonly leave: readonly string[]
  readonly userId: string
  readonly joinedMax: number
}

export type ChangeMembershipsRow = {
  id: string
  creatorId: string
  name: string
  nsfw: boolean
  about: string | null
  memberCount: number
  postingRestricted: boolean
  createdAt: Date
  deletedAt: Date | null
  icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null
  userJoined: boolean
  isRefused: boolean
}

export const changeMemberships: Statement<Parameters, ChangeMembershipsRow> = {
  name: 'changeMemberships',
  text: `with locked as materialized ( select * from communities where id = any($1::bigint[] || $2::bigint[]) and deleted_at is null order by id for no key update ), new_membership as materialized ( select id as community_id from locked where id = any($1) and not exists ( select from memberships where memberships.user_id = $3 and memberships.community_id = locked.id) ), old_membership as materialized ( select memberships.community_id from memberships join locked on locked.id = memberships.community_id where memberships.user_id = $3 and memberships.community_id = any($2) and not exists ( select from moderators where moderators.user_id = memberships.user_id and moderators.community_id = memberships.community_id) ), verdict as materialized ( select exists (select from new_membership) and (select count(*) from memberships where user_id = $3) + (select count(*) from new_membership) - (select count(*) from old_membership) > $4::integer as is_refused ), inserted_membership as ( insert into memberships (user_id, community_id) select $3, community_id from new_membership, verdict where not is_refused on conflict do nothing returning community_id ), deleted_membership as ( delete from memberships using old_membership, verdict where memberships.user_id = $3 and memberships.community_id = old_membership.community_id and not is_refused returning memberships.community_id ), changed_count as materialized ( select community_id, change, (count_members(community_id, change)).member_count from ( select community_id, 1 as change from inserted_membership union all select community_id, -1 from deleted_membership) as membership ) select communities.id, communities.creator_id as "creatorId", communities.name, communities.nsfw, communities.about, coalesce(changed_count.member_count, communities.member_count) as "memberCount", communities.posting_restricted as "postingRestricted", communities.created_at as "createdAt", communities.deleted_at as "deletedAt", case when communities.icon_id is not null then ( select image_json(images) from images where images.id = communities.icon_id) end as icon, case when communities.banner_id is not null then ( select image_json(images) from images where images.id = communities.banner_id) end as banner, coalesce(changed_count.change > 0, exists ( select from memberships where memberships.user_id = $3 and memberships.community_id = communities.id)) as "userJoined", verdict.is_refused as "isRefused" from locked as communities cross join verdict left join changed_count on changed_count.community_id = communities.id order by communities.name_key`,
  parameters: ['join', 'leave', 'userId', 'joinedMax'],
  literals: [],
}
