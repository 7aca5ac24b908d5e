-- Takes down posts and comments, and deletes or erases their content: texts, links, earlier versions, and when it is erased, also the
-- title, drafts of edits and what moderators kept. The first of several who take something down stays the one who did. What is
-- reported when its author deletes its content is kept for the moderators. Mentions in it are taken back, pins end, and counters fall.
--
-- :targets is an array of { post_id, comment_id, author_id, acted_as, content: 'kept' | 'deleted' | 'erased', ends_merge }, locked by the caller
-- (lockContent.sql). Returns how many notifications of mentions were deleted.
-- Locks: the authors and those whom they mention, by ascending id, and notifications. Uses posts_pkey, comments_pkey, users_pkey,
-- notifications_mentions, text_versions_of_posts, text_versions_of_comments, reports_of_target, reported_copies_of_target and
-- drafts_pkey. One round trip.
with target as materialized (
  select * from jsonb_to_recordset(:targets::jsonb) as target (
    post_id bigint, comment_id bigint, author_id bigint, acted_as text, content text, ends_merge boolean)
), first as materialized (
  select target.author_id, count(*) filter (where target.comment_id is null)::integer as posts, count(target.comment_id)::integer as comments
  from target
    left join posts on target.comment_id is null and posts.id = target.post_id
    left join comments on comments.id = target.comment_id
  where coalesce(posts.deleted_at, comments.deleted_at) is null
  group by target.author_id
), reported as (
  -- As it was when it was first reported, if that version is known.
  insert into reported_copies (post_id, comment_id, title, body, link_url, image_ids)
  select target.post_id, target.comment_id, coalesce(version.title, posts.title),
    case when version.id is null then coalesce(comments.body, posts.body) else version.body end, posts.link_url,
    array(
      select image_id from post_images where target.comment_id is null and post_images.post_id = target.post_id
      union all select image_id from comment_images where comment_images.comment_id = target.comment_id
      union all select posts.link_image_id where posts.link_image_id is not null)
  from target
    cross join lateral (
      select min(created_at) as at from open_reports as reports
      where reports.post_id = target.post_id and coalesce(reports.comment_id, 0) = coalesce(target.comment_id, 0)) as report
    left join posts on target.comment_id is null and posts.id = target.post_id
    left join comments on comments.id = target.comment_id
    left join lateral (
      select id, title, body from text_versions
      where (target.comment_id is null and text_versions.post_id = target.post_id or text_versions.comment_id = target.comment_id)
        and replaced_at > report.at
      order by id limit 1) as version on true
  where target.acted_as = 'normal' and target.content = 'deleted' and report.at is not null
  on conflict do nothing
), updated_post as (
  update posts set deleted_at = case when posts.deleted_at is null or target.ends_merge then now() else posts.deleted_at end,
    deleted_by = case when posts.deleted_at is null or target.ends_merge then :actor_id else posts.deleted_by end,
    deleted_as = coalesce(posts.deleted_as, target.acted_as), is_pinned = false, is_pinned_site = false,
    title = case when target.content = 'erased' then :erased_title else posts.title end,
    body = case when target.content <> 'kept' and posts.body is not null then '' else posts.body end,
    body_html = case when target.content = 'kept' then posts.body_html end,
    excerpt = case when target.content = 'kept' then posts.excerpt end,
    link_url = case when target.content = 'kept' then posts.link_url end,
    link_hostname = case when target.content = 'kept' then posts.link_hostname end,
    content_deleted_at = case when target.content = 'kept' then posts.content_deleted_at else coalesce(posts.content_deleted_at, now()) end,
    content_deleted_by = case when target.content = 'kept' then posts.content_deleted_by else coalesce(posts.content_deleted_by, :actor_id) end,
    content_deleted_as = case when target.content = 'kept' then posts.content_deleted_as
      else coalesce(posts.content_deleted_as, target.acted_as) end
  from target where target.comment_id is null and posts.id = target.post_id
), updated_comment as (
  update comments set deleted_at = coalesce(comments.deleted_at, now()),
    deleted_by = case when comments.deleted_at is null then :actor_id else comments.deleted_by end,
    deleted_as = coalesce(comments.deleted_as, target.acted_as),
    body = case when target.content = 'kept' then comments.body else '' end,
    body_html = case when target.content = 'kept' then comments.body_html else '' end, is_pinned = false
  from target where comments.id = target.comment_id
), version as (
  -- What authors delete loses its versions even where its text stays.
  delete from text_versions using target
  where (target.content <> 'kept' or target.acted_as = 'normal')
    and (target.comment_id is null and text_versions.post_id = target.post_id or text_versions.comment_id = target.comment_id)
), copy as (
  delete from reported_copies using target
  where target.content = 'erased' and reported_copies.post_id = target.post_id
    and coalesce(reported_copies.comment_id, 0) = coalesce(target.comment_id, 0)
), withheld as (
  delete from withheld_contents using target
  where target.content = 'erased' and withheld_contents.post_id = target.post_id
    and withheld_contents.comment_id is not distinct from target.comment_id
), draft as (
  delete from drafts using unnest(:erased_drafts::text[]) as erased (place)
  where drafts.place = erased.place and drafts.user_id in (select author_id from target)
), mention as materialized (
  select take_back_mentions(array(select post_id from target where comment_id is null),
    array(select comment_id from target where comment_id is not null), array(select author_id from target)) as taken_back
), counted as materialized (
  select count_content_of_members(array_agg(author_id), array_agg(-posts), array_agg(-comments)), mention.taken_back
  from first cross join mention group by mention.taken_back
)
select mention.taken_back as "mentions!" from mention where (select count(*) from counted) >= 0
