-- Blocks a network, records which members were last seen there, and notifies all processes through the channel ip_blocks. Some
-- IPv4 addresses are stored as IPv6; :mapped is the same network in that notation.
--
-- The block begins when the lock is granted: a block that ended while the statement waited does not overlap with it.
-- Locks: the row of ip_block_state, which all changes of blocks wait for.
-- Uses users_by_last_seen_ip. One round trip.
with state as (
  update ip_block_state set version = version + 1 returning version
), inserted_block as (
  insert into ip_blocks (network, note, created_by, created_at, expires_at, changed)
  select :network::cidr, :note, :created_by, at, at + :hours?::double precision * interval '1 hour', version
  from (select version, clock_timestamp() as at from state) as moment
  returning id
), seen_member as (
  select id, row_number() over (order by last_seen_at desc, id desc) as position from users
  where (last_seen_ip <<= :network::inet or last_seen_ip <<= :mapped::inet) and deleted_at is null and not is_built_in
  order by position limit :members_max::bigint
), inserted_member as (
  insert into ip_block_users (block_id, user_id, position)
  select inserted_block.id, seen_member.id, seen_member.position from inserted_block, seen_member
)
select id from inserted_block, notify_ip_blocks()
