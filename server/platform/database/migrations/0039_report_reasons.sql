-- Reasons of reports in an order, and such that are offered no more. A handful of rows; the index is built on open reports alone, of
-- which even a large site has few.

alter table report_reasons
  add column position integer not null default 0,
  add column is_hidden boolean not null default false;
update report_reasons set position = id;

-- Whether a reason is in use.
create index reports_of_reason on reports (reason_id);
