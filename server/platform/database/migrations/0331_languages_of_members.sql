-- Null: as the browser prefers, and in mails the default of the site.
alter table users add column language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and length(language) <= 35);
