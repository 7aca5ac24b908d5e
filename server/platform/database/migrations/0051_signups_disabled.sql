-- Changes no data that are used: since 0041 the setting `joining` says that a site is closed, and nothing reads this column. The
-- table has one row; takes a moment at any size.
alter table site_settings drop column signups_disabled;
