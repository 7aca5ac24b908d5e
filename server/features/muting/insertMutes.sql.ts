// Made from insertMutes.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userId: string | null
  readonly communityId: string | null
  readonly memberId: string
  readonly mutesMax: number
}

export type InsertMutesRow = { refusal: 'userNotFound' | 'userDeleted' | 'communityNotFound' | 'tooManyMutes' } | {
  refusal: null
}

export const insertMutes: Statement<Parameters, InsertMutesRow> = {
  name: 'insertMutes',
  text: `with muted_user as materialized ( select id, deleted_at from users where id = $1::bigint for share ), muted_community as materialized ( select id from communities where id = $2::bigint and deleted_at is null ), checked_mute as materialized ( select case when $1::bigint is not null and not exists (select from muted_user) then 'userNotFound' when exists (select from muted_user where deleted_at is not null) then 'userDeleted' when $2::bigint is not null and not exists (select from muted_community) then 'communityNotFound' when exists (select from muted_user) and not exists (select from user_mutes where user_id = $3 and muted_user_id = $1) and (select count(*) from user_mutes where user_id = $3) >= $4::integer then 'tooManyMutes' when exists (select from muted_community) and not exists (select from community_mutes where user_id = $3 and muted_community_id = $2) and (select count(*) from community_mutes where user_id = $3) >= $4::integer then 'tooManyMutes' end as refusal ), inserted_user_mute as ( insert into user_mutes (user_id, muted_user_id) select $3, muted_user.id from muted_user cross join checked_mute where refusal is null on conflict do nothing ), inserted_community_mute as ( insert into community_mutes (user_id, muted_community_id) select $3, muted_community.id from muted_community cross join checked_mute where refusal is null on conflict do nothing ) select refusal from checked_mute`,
  parameters: ['userId', 'communityId', 'memberId', 'mutesMax'],
  literals: [],
}
