-- Posts (:post_ids, or :public_ids) and comments (:comment_ids) as they are now, locked until the transaction ends with the roles of a
-- member in their communities, so that policies decide on facts that stay. With them what a removal needs: the names, and the given rule
-- where the community has it. None of them moves to another community or post before the transaction ends.
--
-- Returns a row for each that exists; `is_current` is false if something else changed it while this waited for its lock: then the other columns
-- may be those from before, and the caller asks once more.
-- Locks, in this order: permission lock of the member (shared), the posts, the threads of the comments (shared) and of posts that are
-- about to be locked, the comments; several of one kind by ascending id, threads by that of their post. Uses posts_pkey, posts_public_id_key,
-- comments_pkey, communities_pkey, users_pkey, community_rules_pkey, reports_of_target, reported_copies_of_target and
-- post_merges_standing. One round trip.
--
-- Literal :closes_threads: true | false
with target as materialized (
  select posts.id as post_id, null::bigint as comment_id, posts.community_id, posts.deleted_at from posts
  where posts.id = any(:post_ids) or posts.public_id = any(:public_ids)
  union all
  select comments.post_id, comments.id, posts.community_id, comments.deleted_at
  from comments join posts on posts.id = comments.post_id where comments.id = any(:comment_ids)
), permission as materialized (
  select lock_permissions(:member_id::bigint)
), post as materialized (
  select posts.id as post_id, null::bigint as comment_id, posts.community_id, posts.author_id, posts.deleted_at, posts.deleted_by,
    posts.deleted_as, posts.locked_at, posts.locked_by, posts.locked_as, posts.made_with_ai_by,
    posts.content_deleted_at is null as has_content,
    posts.community_id = target.community_id and posts.deleted_at is not distinct from target.deleted_at as is_current
  from target join posts on posts.id = target.post_id cross join (select count(*) from permission) as permitted
  where target.comment_id is null order by posts.id for no key update of posts
), thread as materialized (
  select of_target.comment_id, place.community_id,
    case when comment_id is null then (select count(*) from close_thread(of_target.post_id)) end as closed
  from (
    -- The permission again: without posts, nothing of that expression is executed.
    select post_id, comment_id from target
      cross join (select count(*) from permission) as permitted cross join (select count(*) from post) as after_posts
    where comment_id is not null or :closes_threads
    order by post_id, comment_id nulls first
  ) as of_target cross join lateral settled_comment(comment_id) as place
), comment as materialized (
  select comments.post_id, comments.id as comment_id, thread.community_id, comments.author_id, comments.deleted_at,
    comments.deleted_by, comments.deleted_as, comments.locked_at, comments.locked_by, comments.locked_as, comments.made_with_ai_by,
    comments.body <> '' as has_content,
    comments.post_id = target.post_id and thread.community_id = target.community_id
      and comments.deleted_at is not distinct from target.deleted_at as is_current
  from target join comments on comments.id = target.comment_id join thread on thread.comment_id = target.comment_id
    cross join (select count(*) from thread) as after_threads
  order by comments.id for no key update of comments
), content as (
  select * from post union all select * from comment
), community as materialized (
  select of_content.community_id, roles.is_admin, roles.is_moderator
  from (select distinct community_id from content) as of_content
    cross join lateral lock_roles(:member_id, of_content.community_id, '{content}') as roles
)
select content.post_id as "post_id!", content.comment_id, content.author_id as "author_id!", content.deleted_at,
  content.deleted_by, content.deleted_as, content.locked_at, content.locked_by, content.locked_as, content.made_with_ai_by,
  content.has_content as "has_content!", content.is_current as "is_current!",
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
  posts.public_id as "public_id!", content.community_id as "community_id!", posts.title as "title!", posts.deleted_as as post_deleted_as,
  communities.name as "community_name!", communities.deleted_at is not null as "is_community_deleted!",
  communities.removal_reason_required as "is_reason_required!",
  author.username as "author_name!", community_rules.rule,
  community.is_admin as "is_admin!", community.is_moderator as "is_moderator!"
from content
join posts on posts.id = content.post_id
join community on community.community_id = content.community_id
join communities on communities.id = content.community_id
join users as author on author.id = content.author_id
-- Compared as fractions, because a number from outside can be of any size.
left join community_rules on community_rules.community_id = content.community_id
  and community_rules.id = :rule_id?::double precision
