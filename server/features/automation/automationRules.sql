-- The rules of a community, or of the site without :community_id, in their order; with :rule_id one of them, also a deleted one. With
-- each, how often it acted or would have acted in the last :days days, and how much of that moderators have reversed.
--
-- Takes no locks. Uses automation_rules_of_community, automation_versions_pkey, automation_hits_of_rule, and the keys of what the hits are
-- about. One round trip; its cost grows with the hits of these days.
select rule.id as "id!", rule.community_id, rule.name as "name!", rule.state as "state!", rule.definition as "definition!",
  rule.version as "version!", latest.changed_at as "changed_at!", named(latest.changed_by) as changed_by,
  counted.hits as "hits!", counted.reversed as "reversed!"
from automation_rules as rule
join automation_versions as latest on latest.rule_id = rule.id and latest.version = rule.version
cross join lateral (
  select count(*)::integer as hits, (count(*) filter (where is_hit_reversed(hit)))::integer as reversed
  from automation_hits as hit where hit.rule_id = rule.id and hit.at > now() - make_interval(days => :days::integer)
) as counted
where case when :rule_id?::bigint is null then rule.community_id is not distinct from :community_id?::bigint and rule.deleted_at is null
  else rule.id = :rule_id end
order by rule.place, rule.id
