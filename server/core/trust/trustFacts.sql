-- What the next members did, as far as it decides about how far they are trusted: those who were here since the job last looked, in the
-- order of their last visits, at most :limit of them; or what one member did (:member_id).
--
-- `days_visited` and `last_day` include the day of the last visit. Before the job has ever looked at a member, the days are those of
-- their last visits of posts and of their latest posts and comments. Counts end at a maximum, beyond which they make no difference, and
-- approvals are those of the latest posts and comments, so that no member costs more than some hundred rows.
-- Uses users_by_last_seen, member_trust_pkey, post_visits_pkey, posts_by_author, comments_by_author, post_votes_pkey,
-- comment_votes_by_comment, posts_by_author_deleted, comments_by_author_removed, and the bans by member. Takes no locks. One round trip.
with member as materialized (
  select users.id, users.trust_level, users.created_at, users.last_seen_at, (users.last_seen_at at time zone 'UTC')::date as day,
    member_trust.days_visited, member_trust.last_day, coalesce(member_trust.reports_agreed, 0) as reports_agreed,
    member_trust.below_since <= now() - make_interval(days => :grace_days) as is_grace_over
  from (
    (select id from users
    -- A visit is stored a moment after its time.
    where :member_id?::bigint is null and (last_seen_at, id) > ((select seen_at from trust_progress), (select user_id from trust_progress))
      and last_seen_at < now() - interval '10 seconds' and deleted_at is null and not is_built_in
    order by last_seen_at, id limit :limit::integer)
    union all select id from users where id = :member_id?::bigint
  ) as next
  join users using (id)
  left join member_trust on member_trust.user_id = users.id
)
select member.id, member.trust_level, coalesce(member.is_grace_over, false) as "is_grace_over!",
  (case when member.last_day is null then first_days.days else member.days_visited + (member.day > member.last_day)::integer end)
    as "days_visited!",
  greatest(member.last_day, member.day)::text as "last_day!",
  read.posts as "posts_read!", member.reports_agreed + upvotes.count as "approvals!",
  extract(day from now() - member.created_at)::integer as "age_days!",
  removed.count as "removals!", bans.count as "bans!",
  vouched.count as "vouchers!",
  microseconds_of(member.last_seen_at) as "seen_micros!"
from member
cross join lateral (
  select count(distinct (visit.at at time zone 'UTC')::date)::integer as days
  from (
    select member.last_seen_at as at
    union all select member.created_at
    union all select visited_at from (
      select visited_at from post_visits where user_id = member.id limit :visits_max::integer) as visited
    union all select created_at from (
      select created_at from posts where author_id = member.id and deleted_at is null
      order by created_at desc, id desc limit :posts_max::integer) as posted
    union all select created_at from (
      select created_at from comments where author_id = member.id and deleted_at is null
      order by created_at desc, id desc limit :comments_max::integer) as commented
  ) as visit
  where member.last_day is null
) as first_days
cross join lateral (
  select count(*)::integer as posts from (
    select from post_visits where user_id = member.id limit :visits_max::integer) as visited
) as read
cross join lateral (
  select count(*)::integer as count from (
    select vote.user_id from (
      select id from posts where author_id = member.id and deleted_at is null
      order by created_at desc, id desc limit :posts_max::integer) as written
    join post_votes as vote on vote.post_id = written.id and vote.up and vote.counts and vote.user_id <> member.id
    join users as voter on voter.id = vote.user_id and (voter.trust_level > 0 or trust_of(voter) > 0)
    union all
    select vote.user_id from (
      select id from comments where author_id = member.id and deleted_at is null
      order by created_at desc, id desc limit :comments_max::integer) as written
    join comment_votes as vote on vote.comment_id = written.id and vote.up and vote.counts and vote.user_id <> member.id
    join users as voter on voter.id = vote.user_id and (voter.trust_level > 0 or trust_of(voter) > 0)
    limit :approvals_max::integer) as upvote
) as upvotes
cross join lateral (
  select count(*)::integer as count from (
    select id from posts where author_id = member.id and deleted_at is not null and deleted_as in ('mods', 'admins')
      and created_at > now() - make_interval(days => :removal_days)
    union all
    select id from comments where author_id = member.id and deleted_as in ('mods', 'admins')
      and created_at > now() - make_interval(days => :removal_days)
    limit :removals_max::integer) as removal
) as removed
cross join lateral (
  select count(*)::integer as count from (
    select from community_bans where user_id = member.id and is_ban_in_force(expires_at)
    union all select from site_bans where user_id = member.id and is_ban_in_force(expires_at)
    limit :bans_max::integer) as ban
) as bans
cross join lateral (
  select count(*)::integer as count from vouchers_of(member.id) where counts
) as vouched
order by member.last_seen_at, member.id
