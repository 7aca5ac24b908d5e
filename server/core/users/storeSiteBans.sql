-- Stores the same ban from the site for each of some members, or changes the existing one: fields that are not set stay as they
-- are. A suspension ends all sessions; a milder ban ends a suspension.
--
-- Returns for each the ban, whether it differs from the former one, and what that was if it was in force.
-- The caller has locked the accounts, and their permissions exclusively. Locks the bans and the sessions. Uses users_pkey,
-- site_bans_pkey and the index of sessions by member. Cost: one round trip; grows with the sessions of the suspended members.
with account as materialized (
  select id, banned_at from users where id = any(:user_ids)
), former as materialized (
  -- A suspension may have no row: the column of the account decides.
  select account.id, case when banned_at is not null then 'reading' when is_ban_in_force(expires_at) then kind end as kind,
    case when banned_at is not null or is_ban_in_force(expires_at) then expires_at end as expires_at,
    case when banned_at is not null or is_ban_in_force(expires_at) then reason end as reason
  from account left join site_bans on user_id = id and (banned_at is not null or kind <> 'reading')
), wanted as materialized (
  select former.id, former.kind as former_kind, former.expires_at as former_expires_at, former.reason as former_reason,
    case when :sets_expiry::boolean then :expires_at?::timestamptz else former.expires_at end as expires_at,
    case when :sets_reason::boolean then :reason?::text else former.reason end as reason
  from former
), compared as materialized (
  select *, (:kind::text, expires_at, reason) is distinct from (former_kind::text, former_expires_at, former_reason) as is_changed
  from wanted
), stored as (
  insert into site_bans (user_id, kind, reason, banned_by, expires_at)
  select id, :kind::text, reason, :admin_id, expires_at from compared where is_changed or :counts_as_change::boolean
  on conflict (user_id) do update set kind = excluded.kind, reason = excluded.reason, banned_by = excluded.banned_by,
    expires_at = excluded.expires_at, changed_at = now(),
    created_at = case when (select former_kind from compared where compared.id = excluded.user_id) is null then now() else site_bans.created_at end
), logged_out as (
  delete from sessions where :kind::text = 'reading' and user_id = any(:user_ids)
), account_update as (
  update users set banned_at = case when :kind::text = 'reading' then coalesce(banned_at, now()) end
  where id = any(:user_ids) and (banned_at is not null) <> (:kind::text = 'reading')
)
select id as "id!", expires_at, reason, is_changed as "is_changed!", former_kind, former_expires_at from compared
