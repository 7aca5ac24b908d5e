-- Finds banned accounts by address, for admins who look whether somebody came back with another account. There are few of them, so
-- the indexes are small; building them reads the table of users once each.
create index banned_by_created_ip on users (created_ip) where banned_at is not null and created_ip is not null;
create index banned_by_last_seen_ip on users (last_seen_ip) where banned_at is not null and last_seen_ip is not null;

-- The first and the last address of the connection that an address belongs to: the address itself, and for IPv6 the network of 64
-- bits, within which devices change their addresses every day. IPv4 addresses in their IPv6 spelling stand for themselves.
create function network_of_household(ip inet, out first inet, out last inet) language sql immutable strict
return (
  select (network(part), set_masklen(broadcast(part), masklen(host(ip)::inet)))
  from (select set_masklen(ip, case when family(ip) = 4 then 32 when ip <<= '::ffff:0.0.0.0/96' then 128 else 64 end)) as household (part)
);
