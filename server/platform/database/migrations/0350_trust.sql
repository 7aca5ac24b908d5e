-- How far members are trusted: a level from 0 to 4, which the job `update_trust` computes from what they did, or an admin sets. A job
-- gives existing members their level after the start. The new column of users needs no rewrite; its check reads the table once.
alter table users add column trust_level smallint not null default 0 check (trust_level between 0 and 4),
  -- An admin has set it: the job leaves it alone.
  add column is_trust_pinned boolean not null default false;

-- What the level is made of, unless it is counted when it is needed. A member without a row was never looked at.
create table member_trust (
  user_id bigint primary key references users (id) on delete cascade,
  -- On how many days of UTC they were here, and the last of them; null before the job has looked at them.
  days_visited integer not null default 0,
  last_day date,
  -- Their reports that moderators agreed with.
  reports_agreed integer not null default 0,
  -- Since when they no longer meet what their level asks for.
  below_since timestamptz,
  -- When and by whom the level was set; the moderation log says why.
  pinned_at timestamptz,
  pinned_by bigint references users (id)
);
create index member_trust_pinned on member_trust (pinned_at desc, user_id) where pinned_at is not null;
create index member_trust_pinned_by on member_trust (pinned_by) where pinned_by is not null;

-- The job looks at members in the order of their last visits; this is the last one that it looked at.
create table trust_progress (
  only_row boolean primary key default true check (only_row),
  seen_at timestamptz not null default 'epoch',
  user_id bigint not null default 0
);
insert into trust_progress default values;

-- Admins and moderators of a community have level 3 at least.
create function trust_of(member users) returns integer language sql stable
return greatest(member.trust_level::integer,
  case when member.is_admin or exists (select from moderators where user_id = member.id) then 3 else 0 end);

-- For a statement that has locked the member: see 0032_counts_of_locked_rows.sql.
create function set_trust_level(member bigint, level integer) returns void language plpgsql as $$ begin
  update users set trust_level = level where id = member;
end $$;
