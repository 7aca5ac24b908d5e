-- Whom of the moderators reports are told to, and when. New tables and functions; no row is read or written.

-- What a moderator wants to be told of in a community; without a row, what the contract says.
create table report_alert_settings (
  user_id bigint not null references users (id) on delete cascade,
  community_id bigint not null references communities (id) on delete cascade,
  on_first boolean not null,
  -- null: never
  threshold integer check (threshold between 2 and 100),
  age_hours integer check (age_hours between 1 and 720),
  primary key (user_id, community_id)
);
create index report_alert_settings_of_community on report_alert_settings (community_id);

-- From the first of these hours until the beginning of the last one, each day, a moderator gets no push about reports.
create table quiet_hours (
  user_id bigint primary key references users (id) on delete cascade,
  from_hour smallint not null check (from_hour between 0 and 23),
  until_hour smallint not null check (until_hour between 0 and 23),
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  check (from_hour <> until_hour)
);

-- Of what a member was notified, as long as there are open reports about it: each once.
create table report_alerts (
  post_id bigint not null references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  cause text not null check (cause in ('first', 'threshold', 'age')),
  unique nulls not distinct (post_id, comment_id, user_id, cause)
);
create index report_alerts_of_user on report_alerts (user_id);
create index report_alerts_of_comment on report_alerts (comment_id) where comment_id is not null;

-- Who is told of the reports in a community, with what they have chosen: its moderators, or where there are none the admins.
create function alert_receivers(community bigint, default_threshold integer, default_age_hours integer)
returns table (user_id bigint, on_first boolean, threshold integer, age_hours integer) language sql stable
begin atomic
  with staff as (
    select moderators.user_id, 1 as rank from moderators where moderators.community_id = community
    union all
    select users.id, 2 from users where users.is_admin
  ), active as materialized (
    select staff.user_id, min(staff.rank) as rank from staff join users on users.id = staff.user_id
    where users.deleted_at is null and users.banned_at is null
      and exists (select from communities where communities.id = community and communities.deleted_at is null)
    group by staff.user_id
  )
  select active.user_id, coalesce(chosen.on_first, true),
    case when chosen.user_id is null then default_threshold else chosen.threshold end,
    case when chosen.user_id is null then default_age_hours else chosen.age_hours end
  from active left join report_alert_settings as chosen
    on chosen.user_id = active.user_id and chosen.community_id = community
  where active.rank = (select min(lowest.rank) from active as lowest);
end;

-- When the quiet hours of a member that this moment is in end; null outside of them. A time zone that the database does not know any more has none.
create function quiet_hours_end(member bigint, moment timestamptz default now()) returns timestamptz language plpgsql stable as $$
declare
  quiet quiet_hours;
  here timestamp;
  ends timestamp;
begin
  select * into quiet from quiet_hours where user_id = member;
  if not found then return null; end if;
  here := moment at time zone quiet.time_zone;
  -- Those that begin on one day and end on the next are the hours outside of the others.
  if (extract(hour from here) >= least(quiet.from_hour, quiet.until_hour)
      and extract(hour from here) < greatest(quiet.from_hour, quiet.until_hour)) <> (quiet.from_hour < quiet.until_hour)
  then return null; end if;
  ends := date_trunc('day', here) + make_interval(hours => quiet.until_hour);
  if ends <= here then ends := ends + interval '1 day'; end if;
  return ends at time zone quiet.time_zone;
exception when invalid_parameter_value then return null;
end $$;

-- As in 0074_notified_by, and what is said of reports in quiet hours is pushed when they end, the last of it alone.
create or replace function notify_member(
  receiver bigint, kind text, happened_at timestamptz, post bigint default null, comment bigint default null,
  about_comment bigint default null, actor bigint default null, community bigint default null, role text default null,
  badge text default null, message text default null, counted_at timestamptz default null
) returns integer language plpgsql as $$
declare
  stored record;
  dropped integer := 0;
  pushed_at timestamptz;
begin
  insert into notifications (user_id, type, created_at, updated_at, is_open, post_id, comment_id, about_comment_id, actor_id,
    community_id, deleted_as, badge_type, body, actor_ids, latest_comment_id)
  values (receiver, kind, happened_at, happened_at, kind in ('new_comment', 'comment_reply', 'new_votes'), post, comment,
    about_comment, actor, community, role, badge, message, array_remove(array[actor], null), comment)
  on conflict (user_id, type, post_id, about_comment_id) where is_open do update set
    happened = notifications.happened + 1,
    updated_at = greatest(notifications.updated_at, excluded.updated_at),
    was_new = notifications.is_new, is_new = true,
    -- One from before there was this column does not know all of them, so it goes on naming nobody.
    actor_ids = case when notifications.actor_ids = '{}' then '{}'
      else (excluded.actor_ids || array_remove(notifications.actor_ids, excluded.actor_id))[1:50] end,
    latest_comment_id = excluded.latest_comment_id
  where counted_at is null or counted_at < notifications.created_at
  returning id, happened = 1 as is_first, was_new into stored;
  if not found then return 0; end if;
  if stored.is_first then
    with surplus as (
      select own.id from notifications as own where own.user_id = receiver order by own.id desc offset 200
    ), deleted as (
      delete from notifications using surplus where notifications.id = surplus.id returning notifications.is_new
    )
    select count(*) filter (where is_new) into dropped from deleted;
  end if;
  if kind not in ('new_votes', 'denied_comm') and exists (
    select from sessions join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
    where sessions.user_id = receiver
  ) then
    pushed_at := case when kind = 'reported' then quiet_hours_end(receiver) end;
    perform graphile_worker.add_job('push_notification', json_build_object('notificationId', stored.id::text),
      job_key := case when pushed_at is null then 'push_notification ' || stored.id else 'push_after_quiet_hours ' || receiver end,
      run_at := pushed_at, max_attempts := 3);
  end if;
  return 1 - stored.was_new::integer - dropped;
end $$;
