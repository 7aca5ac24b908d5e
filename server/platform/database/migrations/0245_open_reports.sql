-- Names the reports that moderators see: those of silenced members are hidden from them. Each statement had this condition.
-- Changes no data

create view open_reports as
select reports.id, reports.community_id, reports.post_id, reports.comment_id, reports.author_id, reports.reporter_id, reports.reason_id,
  reports.rule_id, reports.rule, reports.note, reports.created_at,
  -- As the rule was worded when it was reported.
  coalesce(reports.rule, report_reasons.title) as reason, report_reasons.description,
  named(reports.reporter_id) as reporter
from reports left join report_reasons on report_reasons.id = reports.reason_id
where not reports.is_hidden;
