-- The targets of a decision: the posts and comments of :post_ids and :comment_ids with their authors and communities, the given rule
-- if the community has it, and the roles of the moderator there, which are locked until the transaction ends.
--
-- Locks: permission lock of the moderator (shared). Uses posts_pkey, comments_pkey, communities_pkey, users_pkey and
-- community_rules_pkey. One round trip.
with target as materialized (
  select posts.id as post_id, null::bigint as comment_id, posts.community_id, posts.author_id, posts.title, posts.deleted_as from posts
  where posts.id = any(:post_ids)
  union all
  select comments.post_id, comments.id, posts.community_id, comments.author_id, posts.title, posts.deleted_as
  from comments join posts on posts.id = comments.post_id where comments.id = any(:comment_ids)
), community as materialized (
  select of_target.community_id, roles.is_admin, roles.is_moderator
  from (select distinct community_id from target) as of_target cross join lateral lock_roles(:member_id, of_target.community_id) as roles
)
select target.post_id as "post_id!", target.comment_id, target.community_id as "community_id!", target.author_id as "author_id!",
  target.title as "title!", target.deleted_as as post_deleted_as, communities.name as community_name, author.username as author_name, community_rules.rule,
  community.is_admin as "is_admin!", community.is_moderator as "is_moderator!"
from target
join community on community.community_id = target.community_id
join communities on communities.id = target.community_id and communities.deleted_at is null
join users as author on author.id = target.author_id
-- Compared as fractions, because a number from outside can be of any size.
left join community_rules on community_rules.community_id = target.community_id
  and community_rules.id = :rule_id?::double precision
