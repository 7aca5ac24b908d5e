-- The latest :limit posts and as many comments of a community, or of the site without :community_id, with the facts that rules look at;
-- without what its author has deleted. Comments in the name of a community have the facts of who wrote them; those of another community,
-- with which the post was moved here, are left out, because its moderators do not see who wrote them. The comments of a community are looked for among the latest :searched_max of the site.
--
-- Takes no locks. Uses posts_pkey, posts_new_in_community, posts_removed_in_community, comments_pkey, post_images_pkey, comment_images_pkey,
-- users_pkey and moderators_pkey.
-- One round trip.
--
-- Literal :scope: 'community' | 'site'
-- Literal :limit: number
-- Literal :searched_max: number
with post as materialized (
  select * from (
    (select * from posts where :scope = 'community' and community_id = :community_id?::bigint and deleted_at is null
      order by created_at desc, id desc limit :limit)
    union all
    (select * from posts where :scope = 'community' and community_id = :community_id and deleted_at is not null
      and deleted_as <> 'normal' order by created_at desc, id desc limit :limit)
    union all
    (select * from posts where :scope = 'site' and deleted_as is distinct from 'normal' order by id desc limit :limit)
  ) as latest order by created_at desc, id desc limit :limit
), comment as materialized (
  select latest.* from (
    select * from comments order by id desc limit case when :scope = 'site' then 2 * :limit else :searched_max end) as latest
  join posts on posts.id = latest.post_id
  where latest.deleted_as is distinct from 'normal' and (:scope = 'site' or posts.community_id = :community_id)
  order by latest.id desc limit :limit
), content as (
  select id as post_id, null::bigint as comment_id, community_id, public_id, author_id, type as kind, title, body, link_url, created_at,
    deleted_at, made_with_ai_by, false as is_by_rule
  from post
  union all
  select posts.id, comment.id, posts.community_id, posts.public_id, coalesce(written_by, comment.author_id), 'comment', null,
    comment.body, null, comment.created_at, comment.deleted_at, comment.made_with_ai_by, comment.author_group = 'community' and written_by is null
  from comment join posts on posts.id = comment.post_id
  left join community_comments on community_comments.comment_id = comment.id
  where :scope = 'site' or community_comments.community_id is null or community_comments.community_id = posts.community_id
)
select content.post_id as "post_id!", content.comment_id, content.community_id as "community_id!", communities.name as "community_name!",
  content.public_id as "public_id!", content.author_id as "author_id!", content.kind as "kind!", content.title, content.body,
  content.link_url, content.created_at as "created_at!", content.created_at::text as "exact_time!",
  content.deleted_at is not null as "is_removed!", content.is_by_rule as "is_by_rule!",
  content.made_with_ai_by is not null as "is_made_with_ai!",
  case when content.comment_id is null then array(select image_id from post_images where post_images.post_id = content.post_id)
    else array(select image_id from comment_images where comment_images.comment_id = content.comment_id) end as "image_ids!",
  author.username as "username!", author.created_at as "author_created_at!", author.points as "author_points!",
  author.deleted_at is not null as "is_author_deleted!",
  author.trust_level as "trust_level!",
  author.is_admin or is_by_rule or exists (select from moderators where user_id = author.id) as "is_staff_somewhere!",
  author.is_admin or is_by_rule or exists (
    select from moderators where moderators.community_id = content.community_id and moderators.user_id = author.id) as "is_staff!"
from content join users as author on author.id = content.author_id join communities on communities.id = content.community_id
where communities.deleted_at is null
order by content.created_at desc
