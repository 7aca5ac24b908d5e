-- A page of the open reports of a community, the newest first; or one of them (:report_id).
--
-- Uses reports_of_community and reports_pkey. Takes no locks. One round trip.
--
-- Literal :filter: 'all' | 'posts' | 'comments'
with page as materialized (
  select id from open_reports
  where community_id = :community_id and (:report_id?::bigint is null or id = :report_id)
    and case :filter when 'posts' then comment_id is null when 'comments' then comment_id is not null else true end
  order by id desc limit :limit::integer offset :offset
)
select open_reports.id as "id!", community_id as "community_id!", post_id as "post_id!", comment_id, reason_id, rule_id, note,
  reason as "reason!", description, created_at as "created_at!", reporter
from page join open_reports using (id)
order by open_reports.id desc
