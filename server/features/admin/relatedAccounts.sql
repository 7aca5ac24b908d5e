-- Other accounts that share IP addresses with an account, and the number of accounts per address, up to :per_address. No row if
-- the account does not exist. Takes no locks. Uses users_username_key_key, sessions_by_user, users_by_created_ip, users_by_last_seen_ip and
-- community_bans_pkey. One round trip.
with subject as materialized (
  select id, username from users where username_key = :username_key and not is_built_in
), own as materialized (
  select household.first, household.last
  from (
    select unnest(array[last_seen_ip, created_ip]) as ip, now() as at from users where id = (select id from subject)
    union all
    (select last_seen_ip, last_seen_at from sessions where user_id = (select id from subject) order by last_seen_at desc limit :addresses)
  ) as known cross join lateral network_of_household(ip) as household (first, last)
  where ip is not null
  group by household.first, household.last order by max(at) desc limit :addresses
), found as materialized (
  select own.first, other.id from own cross join lateral (
    (select id from users where created_ip between own.first and own.last and id <> (select id from subject) limit :per_address)
    union
    (select id from users where last_seen_ip between own.first and own.last and id <> (select id from subject) limit :per_address)
  ) as other
), counted as materialized (
  select own.first, own.last, least(count(found.id), :per_address)::integer as accounts
  from own left join found on found.first = own.first group by own.first, own.last
), browsers as materialized (
  select distinct user_agent from sessions where user_id = (select id from subject) and user_agent is not null
)
select username,
  array(select jsonb_build_object('ip', label, 'noAccounts', accounts) from (
    select case when first = last then host(first) else first::text end as label, accounts from counted order by accounts desc, first
  ) as address) as "addresses!",
  array(select to_jsonb(account) from (
    select users.username, shared.addresses,
      case when exists (select from browsers) then (select bool_or(user_agent in (select user_agent from browsers))
        from sessions where user_id = users.id and user_agent is not null) end as "sameBrowser",
      users.created_at as "createdAt", users.last_seen_at as "lastSeen", users.banned_at as "bannedAt",
      array(select communities.name from community_bans as ban join communities on communities.id = ban.community_id
        where ban.user_id = users.id and is_ban_in_force(ban.expires_at) order by communities.name limit :bans) as "bannedFrom"
    from (
      select found.id, array_agg(case when counted.first = counted.last then host(counted.first) else counted.first::text end
        order by counted.first) as addresses
      from found join counted using (first) where counted.accounts < :per_address group by found.id
    ) as shared join users on users.id = shared.id and not users.is_built_in
    order by users.banned_at is null,
      not exists (select from community_bans as ban where ban.user_id = users.id and is_ban_in_force(ban.expires_at)), users.id desc
    limit :accounts
  ) as account) as "accounts!"
from subject
