-- Hides future reports of a member, in a community or on the whole site (no community).
--
-- Returns one row: whether it is new. No row if there are :silences_max already and this member is not one of them.
-- Reads report_silences by community. Cost: one round trip; at most :silences_max rows are counted.
with counted as (
  select count(*) as silences, coalesce(bool_or(user_id = :user_id), false) as is_known from report_silences
  where community_id is not distinct from :community_id?::bigint
), inserted as (
  insert into report_silences (user_id, community_id, silenced_by)
  select :user_id, :community_id::bigint, :silenced_by from counted where silences < :silences_max::integer
  on conflict do nothing
  returning id
)
select exists (select from inserted) as is_new from counted where is_known or silences < :silences_max::integer
