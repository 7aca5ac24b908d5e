-- Posts (:post_ids, or :public_ids) and comments (:comment_ids) as they are now, locked until the transaction ends with the roles of a
-- member in their communities, so that policies decide on facts that stay. With them what a removal needs: the names, and the given rule
-- where the community has it.
--
-- Returns a row for each that exists.
-- Locks, in this order: permission lock of the member (shared), votes on the comments of posts that are about to be locked, the posts,
-- the comments; several of one kind by ascending id. Uses posts_pkey, posts_public_id_key, comments_pkey, communities_pkey, users_pkey,
-- community_rules_pkey, reports_of_target, reported_copies_of_target and post_merges_standing. One round trip.
--
-- Literal :closes_threads: true | false
with target as materialized (
  select posts.id as post_id, null::bigint as comment_id, posts.community_id from posts
  where posts.id = any(:post_ids) or posts.public_id = any(:public_ids)
  union all
  select comments.post_id, comments.id, posts.community_id
  from comments join posts on posts.id = comments.post_id where comments.id = any(:comment_ids)
), community as materialized (
  select of_target.community_id, roles.is_admin, roles.is_moderator
  from (select distinct community_id from target) as of_target
    cross join lateral lock_roles(:member_id, of_target.community_id, '{content}') as roles
), thread as materialized (
  select close_thread(id) from (
    select post_id as id from target cross join (select count(*) from community) as locked where comment_id is null order by post_id
  ) as post where :closes_threads
), post as materialized (
  select posts.id as post_id, null::bigint as comment_id, posts.author_id, posts.deleted_at, posts.deleted_by, posts.deleted_as,
    posts.locked_at, posts.locked_by, posts.locked_as, posts.made_with_ai_by, posts.content_deleted_at is null as has_content
  from posts cross join (select count(*) from community) as locked cross join (select count(*) from thread) as closed
  where posts.id in (select post_id from target where comment_id is null) order by posts.id for no key update of posts
), comment as materialized (
  select comments.post_id, comments.id as comment_id, comments.author_id, comments.deleted_at, comments.deleted_by,
    comments.deleted_as, comments.locked_at, comments.locked_by, comments.locked_as, comments.made_with_ai_by,
    comments.body <> '' as has_content
  -- The community again: without posts, nothing of that expression is executed.
  from comments cross join (select count(*) from community) as locked cross join (select count(*) from post) as after_posts
  where comments.id in (select comment_id from target) order by comments.id for no key update of comments
), content as (
  select * from post union all select * from comment
)
select content.post_id as "post_id!", content.comment_id, content.author_id as "author_id!", content.deleted_at,
  content.deleted_by, content.deleted_as, content.locked_at, content.locked_by, content.locked_as, content.made_with_ai_by,
  content.has_content as "has_content!",
  -- Both times are those of the transaction of the merge.
  content.comment_id is null and exists (
    select from post_merges
    where post_merges.post_id = content.post_id and undone_at is null and merged_at = content.deleted_at) as "is_merged!",
  exists (
    select from reported_copies
    where reported_copies.post_id = content.post_id
      and coalesce(reported_copies.comment_id, 0) = coalesce(content.comment_id, 0)) as "has_copy!",
  exists (
    select from open_reports as reports
    where reports.post_id = content.post_id
      and coalesce(reports.comment_id, 0) = coalesce(content.comment_id, 0)) as "is_reported!",
  posts.public_id as "public_id!", posts.community_id as "community_id!", posts.title as "title!", posts.deleted_as as post_deleted_as,
  communities.name as "community_name!", communities.deleted_at is not null as "is_community_deleted!",
  communities.removal_reason_required as "is_reason_required!",
  author.username as "author_name!", community_rules.rule,
  community.is_admin as "is_admin!", community.is_moderator as "is_moderator!"
from content
join posts on posts.id = content.post_id
join community on community.community_id = posts.community_id
join communities on communities.id = posts.community_id
join users as author on author.id = content.author_id
-- Compared as fractions, because a number from outside can be of any size.
left join community_rules on community_rules.community_id = posts.community_id
  and community_rules.id = :rule_id?::double precision
