-- The communities that a member joined. Uses memberships_pkey. Takes no locks. One round trip.
select array(select community_id from memberships where user_id = :member_id) as communities,
  (extract(epoch from statement_timestamp()) * 1000000)::bigint as "read_at!"
