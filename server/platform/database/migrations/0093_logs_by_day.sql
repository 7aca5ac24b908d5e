-- The moderation log is narrowed to days. Adds an index; writes to the log wait while it is built, a second for a million entries.
create index moderation_log_by_time on moderation_log (created_at, id);
