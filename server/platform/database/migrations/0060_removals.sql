-- Why something was removed, for its author, and the texts that a community has ready for that. Adds a column with a constant
-- default, a table and functions; no row is read or written.

-- Which kinds there are is the contract's, as for the moderation log: a list here wants a migration for each.
alter table notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type ~ '^[a-z_]{1,40}$') not valid,
  -- What its kind says besides the columns, such as the reason of a removal.
  add column details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 20000);

-- One row for a community that has any: the list is read and saved as a whole, by a version.
create table removal_templates (
  community_id bigint primary key references communities (id) on delete cascade,
  templates jsonb not null check (jsonb_typeof(templates) = 'array'),
  version integer not null default 1
);

-- As notify_member, with details. The caller has locked the receiver, so the notification that is added is their latest.
create function notify_with_details(
  receiver bigint, kind text, facts jsonb, post bigint default null, about_comment bigint default null,
  actor bigint default null, community bigint default null, role text default null, badge text default null,
  message text default null
) returns integer language plpgsql as $$
declare
  change integer;
begin
  change := notify_member(receiver, kind, now(), post => post, about_comment => about_comment, actor => actor,
    community => community, role => role, badge => badge, message => message);
  if facts <> '{}' then
    update notifications set details = facts
    where notifications.id = (select max(latest.id) from notifications as latest where latest.user_id = receiver);
  end if;
  return change;
end $$;
