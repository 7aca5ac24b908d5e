-- When a command last made a backup, so that monitoring knows how old the last backup is: commands' backups are in no list.
--
-- Changes no data that there are: a column without a default, in a table of one row.
alter table site_settings add column command_backup_at timestamptz;
