-- How many accounts there are, so that no first page has to count them.
-- Adds two columns to the table of one row and counts once.

alter table site_settings
  -- all accounts ever, imported and built-in ones included
  add column user_count integer not null default 0 check (user_count >= 0),
  -- those among them that were made by signing up
  add column signup_count integer not null default 0 check (signup_count >= 0);

update site_settings set user_count = (select count(*) from users);
