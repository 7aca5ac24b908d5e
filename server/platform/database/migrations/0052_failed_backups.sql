-- Changes no data that there are. A notification for admins when a backup could not be made: the new check allows more than the old
-- one, so no row has to be read. Takes a moment at any size.
alter table notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check check (type in ('new_comment', 'comment_reply', 'new_votes', 'deleted_post',
    'mod_add', 'new_badge', 'welcome', 'announcement', 'denied_comm', 'approved', 'backup_failed')) not valid;
