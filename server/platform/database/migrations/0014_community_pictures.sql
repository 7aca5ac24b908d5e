-- Icon and banner of a community. The new columns are empty, so no table is rewritten; the images are read once to check
-- what they are for, which is as quick as reading some hundred bytes for each.

alter table images
  drop constraint images_use_check,
  add constraint images_use_check check (use in ('post', 'thumbnail', 'profile', 'icon', 'banner'));

alter table communities
  add column icon_id bigint references images (id),
  add column banner_id bigint references images (id);
create unique index communities_by_icon on communities (icon_id) where icon_id is not null;
create unique index communities_by_banner on communities (banner_id) where banner_id is not null;
