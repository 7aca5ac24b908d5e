-- What admins of a new site have done of its checklist; see contract/words.ts. Safe at any size: the table has one row.
alter table site_settings add column checklist text[] not null default '{}';

-- A site that has members already was set up without it.
update site_settings set checklist = '{dismissed}' where exists (select from users where not is_built_in);
