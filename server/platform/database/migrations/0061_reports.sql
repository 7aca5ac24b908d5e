-- Reports for a rule of the community or with a text, members whose reports are not shown, and the outcome for reporters. Reports
-- are few; the new columns have constant defaults, and no row is rewritten.

alter table reports
  -- null: for a rule of the community
  alter column reason_id drop not null,
  add column rule_id bigint references community_rules (id) on delete set null,
  -- the rule as it was worded when it was reported
  add column rule text check (char_length(rule) between 1 and 512),
  -- what the reporter wrote
  add column note text check (char_length(note) between 1 and 500),
  -- by somebody whose reports moderators do not want to see
  add column is_hidden boolean not null default false,
  add constraint reports_have_one_reason check ((reason_id is null) = (rule is not null)) not valid;
create index reports_of_rule on reports (rule_id) where rule_id is not null;

-- Whose reports moderators of a community do not see any more; without a community, nobody on the whole site.
create table report_silences (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  community_id bigint references communities (id) on delete cascade,
  silenced_by bigint references users (id),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, community_id)
);
create index report_silences_of_community on report_silences (community_id, id desc);

-- What was decided about a report, until a job has notified its reporter: they may be many.
create table report_outcomes (
  id bigint generated always as identity primary key,
  reporter_id bigint not null references users (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  outcome text not null check (outcome in ('removed', 'locked', 'kept'))
);

-- Whether somebody's reports are not shown in a community.
create function is_report_hidden(reporter bigint, community bigint) returns boolean language sql stable
return exists (
  select from report_silences
  where user_id = reporter and (community_id is null or community_id = community));

-- The latest reports of one target.
create domain reports_json as json;
comment on domain reports_json is
  '{ id: string; reason: string; note: string | null; createdAt: string; reporter: string | null }[]';
