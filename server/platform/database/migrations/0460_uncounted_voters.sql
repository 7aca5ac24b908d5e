-- Accounts whose votes admins have taken out of all scores. Adds an empty table, a column with a constant default to each table of votes,
-- and small indexes by time, for the patterns that admins see, for which all votes are read once. Changes no data.
alter table bulk_actions drop constraint bulk_actions_action_check,
  add constraint bulk_actions_action_check
    check (action in ('ban', 'unban', 'log_out', 'remove', 'restore', 'uncount_votes', 'count_votes')),
  -- Which votes an `uncount_votes` is for: those since then; null: all.
  add column votes_since timestamptz;

create table uncounted_voters (
  user_id bigint primary key references users (id) on delete cascade,
  bulk_action_id bigint references bulk_actions (id) on delete set null,
  -- Votes that were cast earlier count; null: none counts.
  since timestamptz,
  -- Their votes are being counted again. The row is deleted after the last of them.
  is_ending boolean not null default false,
  -- Their votes on posts up to this one, and on the comments of these, are done; all of them once it is finished.
  done_post_id bigint not null default 0,
  finished_at timestamptz
);
create index uncounted_voters_unfinished on uncounted_voters (done_post_id) where finished_at is null;
create index uncounted_voters_of_bulk_action on uncounted_voters (bulk_action_id) where bulk_action_id is not null;

-- Whether the vote is in the counts of its post or comment.
alter table post_votes add column counts boolean not null default true;
alter table comment_votes add column counts boolean not null default true;

-- Votes are stored about in the order of their times, so that an index of block ranges is enough; a vote costs next to nothing more.
create index post_votes_by_time on post_votes using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index comment_votes_by_time on comment_votes using brin (created_at) with (pages_per_range = 32, autosummarize = on);

-- Whether the votes of a member on what others write count. Sees what is committed by now, also while a statement that waited for the
-- permission lock still sees what was before.
create function votes_count(member bigint) returns boolean language plpgsql as $$ begin
  return not exists (select from uncounted_voters where user_id = member and not is_ending);
end $$;
