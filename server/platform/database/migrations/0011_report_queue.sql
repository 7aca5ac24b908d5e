-- What moderators work with: the queue of reports, what is removed and locked, bans with a note.
-- Reports and bans are few. The two indexes of posts hold few of them, but reading every post once to build them takes
-- some seconds a ten million posts, before the server answers.

-- Counting the reports of a community by kind, and finding its next ones, reads this alone.
drop index reports_of_community;
create index reports_of_community on reports (community_id, id desc) include (post_id, comment_id);
-- All reports of one target stand together; whether one is the latest of its target is one probe.
create index reports_of_target on reports (post_id, coalesce(comment_id, 0), id);

create index posts_removed_in_community on posts (community_id, created_at desc, id desc) where deleted_at is not null;
create index posts_locked_in_community on posts (community_id, created_at desc, id desc)
  where locked_at is not null and deleted_at is null;

-- For the other moderators; the banned member never sees it.
alter table community_bans add column note text check (char_length(note) between 1 and 500);
drop index community_bans_by_community;
create index community_bans_by_community on community_bans (community_id, created_at desc, user_id desc);
