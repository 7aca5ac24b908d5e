-- Bulk actions with their progress, the last ordered first: those of the last :days days, or the one with :id.
--
-- Takes no locks. Uses bulk_actions_by_time, bulk_action_members_pkey, content_deletions_of_bulk_action, content_deletions_of_user,
-- withheld_contents_of_deletion and uncounted_voters_of_bulk_action. One round trip; its cost grows with the accounts of the listed actions.
with listed as materialized (
  select * from bulk_actions
  where case when :id?::bigint is null then ordered_at > now() - make_interval(days => :days) else id = :id end
  order by ordered_at desc, id desc limit :limit::integer
)
select listed.id as "id!", listed.action as "action!", with_content as "with_content!", reason, expires_at, votes_since, filter, undoes_id,
  named(ordered_by) as orderer, ordered_at as "ordered_at!", finished_at, is_stopped as "is_stopped!",
  listed.action in ('ban', 'remove', 'uncount_votes', 'slow_votes') and finished_at is not null and ordered_at > now() - make_interval(days => :days) and not exists (
    select from bulk_actions as undoing
    where undoing.undoes_id = listed.id and (undoing.finished_at is null or not undoing.is_stopped)) as "is_undoable!",
  counted.accounts as "accounts!",
  (select count(*)::integer from bulk_action_contents where bulk_action_id = listed.id) as "contents!", counted.done as "done!", counted.changed as "changed!", counted.content_left as "content_left!",
  counted.votes_left as "votes_left!",
  array(
    select username from bulk_action_members as member join users on users.id = user_id
    where bulk_action_id = listed.id and outcome = 'skipped' order by user_id limit :samples::integer) as "skipped!"
from listed cross join lateral (
  select count(*)::integer as accounts, count(outcome)::integer as done,
    (count(*) filter (where outcome = 'changed'))::integer as changed,
    (count(*) filter (where with_content and exists (
      select from content_deletions as deletion
      where deletion.user_id = member.user_id and case
        when listed.action in ('ban', 'remove') then deletion.bulk_action_id = listed.id and first_look_at is null and deletion.finished_at is null
        else taken_back_at is not null and exists (
          select from withheld_contents where deletion_id = deletion.id) end)))::integer as content_left,
    (count(*) filter (where exists (
      select from uncounted_voters as voter
      where voter.user_id = member.user_id and voter.bulk_action_id = listed.id and voter.finished_at is null)))::integer as votes_left
  from bulk_action_members as member where bulk_action_id = listed.id
) as counted
order by listed.ordered_at desc, listed.id desc
