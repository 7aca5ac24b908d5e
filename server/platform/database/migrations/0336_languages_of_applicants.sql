-- The language of the form, for mails about the application and for the account that it becomes. Null: the default of the site.
alter table applications add column language text check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and length(language) <= 35);
