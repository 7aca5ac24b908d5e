-- Notices to the admins: of unlawful content by anybody, and reports by members of members, communities and messages with moderators.
-- A new table. Changes no data
create table notices (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('unlawful', 'rules')),
  subject text not null check (subject in ('post', 'comment', 'user', 'community', 'message')),
  -- Null: there is nothing at the address, or not any more.
  post_id bigint references posts (id) on delete set null,
  comment_id bigint references comments (id) on delete set null,
  user_id bigint references users (id) on delete set null,
  community_id bigint references communities (id) on delete set null,
  message_id bigint references modmail_messages (id) on delete set null,
  -- A path of this site.
  address text not null check (char_length(address) between 1 and 300),
  -- The law, as the sender names it, or the reason for reports.
  ground text check (char_length(ground) between 1 and 200),
  country text check (char_length(country) between 1 and 60),
  body text not null check (char_length(body) between 1 and 3000),
  is_child_abuse boolean not null default false,
  -- The sender; all null later, see deleteOldRows.ts.
  reporter_id bigint references users (id) on delete set null,
  reporter_name text check (char_length(reporter_name) between 1 and 100),
  reporter_email text check (char_length(reporter_email) between 3 and 254),
  -- Of the secret links: the one shown at the receipt, and the one mailed last.
  key_hash bytea check (octet_length(key_hash) = 32),
  mail_key_hash bytea check (octet_length(mail_key_hash) = 32),
  -- Of what a guest sent and the address it came from, for a day.
  sent_hash bytea check (octet_length(sent_hash) = 32),
  received_at timestamptz not null default now(),
  -- Until when admins want to decide, about the notice or the complaint.
  due_at timestamptz not null,
  overdue_notified_at timestamptz,
  act text check (act in ('keep', 'lock', 'remove', 'erase', 'ban', 'other')),
  reasons text check (char_length(reasons) between 1 and 1000),
  decided_by bigint references users (id),
  decided_at timestamptz,
  complaint text check (char_length(complaint) between 1 and 3000),
  complained_at timestamptz,
  -- `keep`: the first decision stays.
  second_act text check (second_act in ('keep', 'lock', 'remove', 'erase', 'ban', 'other')),
  second_reasons text check (char_length(second_reasons) between 1 and 1000),
  second_decided_by bigint references users (id),
  second_decided_at timestamptz,
  is_open boolean not null generated always as
    (decided_at is null or (complained_at is not null and second_decided_at is null)) stored,
  check (num_nonnulls(post_id, comment_id, user_id, community_id, message_id) <= 1),
  check (num_nulls(act, reasons, decided_at) in (0, 3)),
  check (num_nulls(complaint, complained_at) in (0, 2)),
  check (num_nulls(second_act, second_reasons, second_decided_at) in (0, 3)),
  check (complained_at is null or decided_at is not null),
  check (second_decided_at is null or complained_at is not null)
);
create index notices_open on notices (due_at, id) where is_open;
create index notices_decided on notices (id desc) where not is_open;
create index notices_with_complaint on notices (id desc) where complained_at is not null;
create index notices_of_reporter on notices (reporter_id) where reporter_id is not null;
create index notices_of_day on notices (sent_hash) where sent_hash is not null;
create index notices_of_post on notices (post_id) where post_id is not null;
create index notices_of_comment on notices (comment_id) where comment_id is not null;
create index notices_of_user on notices (user_id) where user_id is not null;
create index notices_of_community on notices (community_id) where community_id is not null;
create index notices_of_message on notices (message_id) where message_id is not null;

-- The member that a notice is about: themselves, or what they wrote. Null for communities, and for what is gone.
create function member_of_notice(notice notices) returns bigint stable language plpgsql as $$ begin
  return coalesce(notice.user_id,
    (select author_id from posts where id = notice.post_id),
    (select author_id from comments where id = notice.comment_id),
    (select author_id from modmail_messages where id = notice.message_id));
end $$;

-- Whether an admin may decide. Not about their own notice, about what they wrote, and about a complaint against their own
-- decision, unless nobody else could.
create function may_decide(notice notices, admin bigint) returns boolean stable language plpgsql as $$
declare
  involved bigint[] := array_remove(array[notice.reporter_id, member_of_notice(notice), notice.decided_by], null);
begin
  return admin <> all(involved) or not exists (
    select from users
    where is_admin and not is_built_in and deleted_at is null and banned_at is null and id <> all(involved));
end $$;
