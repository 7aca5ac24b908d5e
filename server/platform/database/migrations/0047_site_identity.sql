-- What admins make of the site: its logo, and the texts of its pages.

-- One more use. Not checked for the rows that there are, which the old constraint has held: no scan, so nothing waits.
alter table images
  drop constraint images_use_check,
  add constraint images_use_check
    check (use in ('post', 'thumbnail', 'profile', 'icon', 'banner', 'logo')) not valid;

-- Every text of a static page that an admin has saved. The latest one of a page is in force; null: that of the program.
-- A new table: safe at any size of the others.
create table static_page_versions (
  id bigint generated always as identity primary key,
  page text not null,
  text text,
  -- null: an account that is no more.
  changed_by bigint references users,
  changed_at timestamptz not null default now()
);
create index static_page_versions_page on static_page_versions (page, id desc);
