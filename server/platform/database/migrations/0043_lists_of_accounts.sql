-- Admins list the accounts that are few among many: admins, banned and deleted ones. Partial indexes on columns that hardly change, so no
-- other write touches them. Building them reads all accounts three times: about a second a million, in which accounts cannot be written.
create index users_who_are_admins on users (id) where is_admin;
create index users_who_are_banned on users (id) where banned_at is not null;
create index users_who_are_deleted on users (id) where deleted_at is not null;
