-- Who forgot their password may also know only the address that they confirmed. Few rows are in it; building it locks
-- the members' table against writing for about a second a million members.
create index users_by_email on users (lower(email))
  where email_confirmed_at is not null and deleted_at is null;
