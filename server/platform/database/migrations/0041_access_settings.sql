-- The settings of access.

-- A notification for whoever was approved. The new check allows more than the old one, so no row has to be read.
alter table notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in ('new_comment', 'comment_reply', 'new_votes', 'deleted_post',
    'mod_add', 'new_badge', 'welcome', 'announcement', 'denied_comm', 'approved')) not valid;

-- Who had disabled sign-ups has closed the site. The column goes when no server of the last release can be running any more.
insert into setting_values (name, value) select 'joining', '"closed"' from site_settings where signups_disabled;
insert into setting_changes (name, after) select 'joining', '"closed"' from site_settings where signups_disabled;
