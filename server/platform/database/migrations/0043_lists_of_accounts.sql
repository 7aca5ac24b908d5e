-- Admins list the accounts that are few among many: admins, banned and deleted ones; those seen last; and those of an e-mail address,
-- confirmed or not. None of these columns is part of a vote, a post or a comment, so their writes stay as cheap as before. Building the
-- indexes reads all accounts five times: some three seconds a million, in which accounts cannot be written.
create index users_who_are_admins on users (id) where is_admin;
create index users_who_are_banned on users (id) where banned_at is not null;
create index users_who_are_deleted on users (id) where deleted_at is not null;
create index users_by_last_seen on users (last_seen_at desc, id desc);
create index users_by_any_email on users (lower(email)) where email is not null;
