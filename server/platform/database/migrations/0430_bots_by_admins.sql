-- Whether an admin gave a badge: members take away only the mark *Bot* that they gave themselves. The log has the time of those that
-- are there, from the same transaction.
alter table badges add column is_by_admin boolean not null default false;
update badges set is_by_admin = true where exists (
  select from moderation_log
  where action = 'give_badge' and moderation_log.user_id = badges.user_id and moderation_log.created_at = badges.created_at);
