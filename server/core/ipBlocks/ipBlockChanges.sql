-- Changes of IP blocks since :known_version, and of Tor exits since :known_tor_exits_version. Version 0 means that nothing is
-- known, and returns all blocks in force.
--
-- Returns one row. `tor_exits` is null if they have not changed. `blocks` are in the order of their changes; `until` is 0 when a
-- block has ended, in milliseconds since 1970 otherwise, null forever. Uses ip_blocks_by_change. Takes no locks.
select version, tor_blocked, tor_exits_version,
  case when tor_exits_version <> :known_tor_exits_version then tor_exits::text[] end as tor_exits,
  coalesce((
    select json_agg(json_build_object('network', network::text, 'until',
      case when cancelled_at is null then floor(extract(epoch from expires_at) * 1000) else 0 end) order by changed)
    from ip_blocks
    where changed > :known_version
      and (:known_version > 0 or (cancelled_at is null and (expires_at is null or expires_at > now())))
  ), '[]') as blocks
from ip_block_state cross join site_settings
