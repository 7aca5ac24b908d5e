// Made from storeSiteBans.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userIds: readonly string[]
  readonly setsExpiry: boolean
  readonly expiresAt: Date | null
  readonly setsReason: boolean
  readonly reason: string | null
  readonly kind: string
  readonly adminId: string
  readonly countsAsChange: boolean
}

export type StoreSiteBansRow = {
  id: string
  expires_at: Date | null
  reason: string | null
  is_changed: boolean
  former_kind: 'reading' | 'posting' | 'commenting' | 'participating' | null
  former_expires_at: Date | null
}

export const storeSiteBans: Statement<Parameters, StoreSiteBansRow> = {
  name: 'storeSiteBans',
  text: `with account as materialized ( select id, banned_at from users where id = any($1) ), former as materialized ( select account.id, case when banned_at is not null then 'reading' when is_ban_in_force(expires_at) then kind end as kind, case when banned_at is not null or is_ban_in_force(expires_at) then expires_at end as expires_at, case when banned_at is not null or is_ban_in_force(expires_at) then reason end as reason from account left join site_bans on user_id = id and (banned_at is not null or kind <> 'reading') ), wanted as materialized ( select former.id, former.kind as former_kind, former.expires_at as former_expires_at, former.reason as former_reason, case when $2::boolean then $3::timestamptz else former.expires_at end as expires_at, case when $4::boolean then $5::text else former.reason end as reason from former ), compared as materialized ( select *, ($6::text, expires_at, reason) is distinct from (former_kind::text, former_expires_at, former_reason) as is_changed from wanted ), stored as ( insert into site_bans (user_id, kind, reason, banned_by, expires_at) select id, $6::text, reason, $7, expires_at from compared where is_changed or $8::boolean on conflict (user_id) do update set kind = excluded.kind, reason = excluded.reason, banned_by = excluded.banned_by, expires_at = excluded.expires_at, changed_at = now(), created_at = case when (select former_kind from compared where compared.id = excluded.user_id) is null then now() else site_bans.created_at end ), logged_out as ( delete from sessions where $6::text = 'reading' and user_id = any($1) ), account_update as ( update users set banned_at = case when $6::text = 'reading' then coalesce(banned_at, now()) end where id = any($1) and (banned_at is not null) <> ($6::text = 'reading') ) select id as "id", expires_at, reason, is_changed as "is_changed", former_kind, former_expires_at from compared`,
  parameters: ['userIds', 'setsExpiry', 'expiresAt', 'setsReason', 'reason', 'kind', 'adminId', 'countsAsChange'],
  literals: [],
}
