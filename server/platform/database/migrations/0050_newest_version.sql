-- Changes no data that there are. What is said to be the newest version of the program, for admins who have switched that question
-- on. The table has one row: takes a moment at any size.
alter table site_settings
  -- null: not known.
  add column newest_version text check (length(newest_version) <= 40),
  -- Where and when it was last asked for, and why there was no answer.
  add column newest_version_url text,
  add column newest_version_asked_at timestamptz,
  add column newest_version_failure text check (length(newest_version_failure) <= 500);
