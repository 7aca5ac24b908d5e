-- Positions of rules count from 1, because other interfaces show them as numbers.
update community_rules set z_index = z_index + 1
where z_index < 2147483647
  and community_id in (select community_id from community_rules group by community_id having min(z_index) = 0);
