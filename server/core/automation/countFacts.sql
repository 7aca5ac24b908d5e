-- Counts for rules without code: for each post or comment (:contents) all that is wanted (:wanted), among what was written before it.
--
-- removals: what moderators removed of its author before. earlier: what its author wrote before that is still there. rate: what its
-- author wrote in the last hours, also what was removed. text and link: how often the same was written in the last hours, by its author or
-- by anyone among the latest :compared_max; posts are compared with posts, comments with comments. similar: texts of new members that moderators
-- removed, not rules, which would go on from their own removals, and that are alike (simhash). blockedImage: its images that look like a blocked
-- one, as for `isOneBlocked`. reports: open ones about it.
--
-- Takes no locks. Uses posts_by_author, posts_by_author_deleted, comments_by_author, comments_by_author_removed, posts_pkey,
-- comments_pkey, images_pkey and reports_of_target. One round trip; each count reads at most :compared_max or :counted_max rows of each kind.
with content as materialized (
  select place, community_id, author_id, post_id, comment_id, is_comment, coalesce(at, now()) as at, text_hash, link, simhash, image_ids
  from jsonb_to_recordset(:contents::jsonb) as content (place integer, community_id bigint, author_id bigint, post_id bigint,
    comment_id bigint, is_comment boolean, at timestamptz, text_hash text, link text, simhash bigint, image_ids bigint[])
), wanted as materialized (
  select key, what, make_interval(hours => coalesce(hours, 0)) as span, is_of_site
  from jsonb_to_recordset(:wanted::jsonb) as wanted (key text, what text, hours integer, is_of_site boolean)
), program as materialized (
  select id from users where username_key = 'nobody' and is_built_in
)
select content.place as "place!", wanted.key as "key!", (case wanted.what
  when 'removals' then (
    select count(*) from (
      select community_id from posts
      where author_id = content.author_id and deleted_at < content.at and deleted_as in ('mods', 'admins')
      order by created_at desc limit :counted_max::integer) as removed
    where wanted.is_of_site or removed.community_id = content.community_id) + (
    select count(*) from (
      select post_id from comments
      where author_id = content.author_id and deleted_at < content.at and deleted_as in ('mods', 'admins')
      order by created_at desc limit :counted_max) as removed
      join posts on posts.id = removed.post_id
    where wanted.is_of_site or posts.community_id = content.community_id)
  when 'earlier' then (
    select count(*) from (
      select from posts
      where author_id = content.author_id and deleted_at is null and created_at < content.at
        and (wanted.is_of_site or community_id = content.community_id) and id is distinct from content.post_id
      limit :counted_max) as earlier) + (
    select count(*) from (
      select from comments join posts on posts.id = comments.post_id
      where comments.author_id = content.author_id and comments.deleted_at is null and comments.created_at < content.at
        and (wanted.is_of_site or posts.community_id = content.community_id) and comments.id is distinct from content.comment_id
      limit :counted_max) as earlier)
  when 'rate' then (
    select count(*) from (
      (select from posts
      where author_id = content.author_id and deleted_at is null and created_at < content.at
        and created_at > content.at - wanted.span
        and (wanted.is_of_site or community_id = content.community_id) limit :counted_max)
      union all
      (select from posts
      where author_id = content.author_id and deleted_at is not null and created_at < content.at
        and created_at > content.at - wanted.span
        and (wanted.is_of_site or community_id = content.community_id) limit :counted_max)
      union all
      (select from comments join posts on posts.id = comments.post_id
      where comments.author_id = content.author_id and comments.deleted_at is null and comments.created_at < content.at
        and comments.created_at > content.at - wanted.span
        and (wanted.is_of_site or posts.community_id = content.community_id) limit :counted_max)
      union all
      (select from comments join posts on posts.id = comments.post_id
      where comments.author_id = content.author_id and comments.deleted_as in ('mods', 'admins')
        and comments.created_at < content.at and comments.created_at > content.at - wanted.span
        and (wanted.is_of_site or posts.community_id = content.community_id) limit :counted_max)
    ) as written)
  when 'text_by_author' then case when content.is_comment then (
      select count(*) from (
        (select body from comments
        where author_id = content.author_id and deleted_at is null and created_at < content.at
          and created_at > content.at - wanted.span limit :counted_max)
        union all
        (select body from comments
        where author_id = content.author_id and deleted_as in ('mods', 'admins') and created_at < content.at
          and created_at > content.at - wanted.span limit :counted_max)) as written
      where md5(body) = content.text_hash)
    else (
      select count(*) from (
        (select title, body from posts
        where author_id = content.author_id and deleted_at is null and created_at < content.at
          and created_at > content.at - wanted.span limit :counted_max)
        union all
        (select title, body from posts
        where author_id = content.author_id and deleted_at is not null and created_at < content.at
          and created_at > content.at - wanted.span limit :counted_max)) as written
      where md5(title || E'\n' || coalesce(body, '')) = content.text_hash) end
  when 'text_by_anyone' then case when content.is_comment then (
      select count(*) from (
        select body, created_at from comments where id < coalesce(content.comment_id, 9223372036854775807)
        order by id desc limit :compared_max::integer) as written
      where created_at > content.at - wanted.span and md5(body) = content.text_hash)
    else (
      select count(*) from (
        select title, body, created_at from posts where id < coalesce(content.post_id, 9223372036854775807)
        order by id desc limit :compared_max) as written
      where created_at > content.at - wanted.span and md5(title || E'\n' || coalesce(body, '')) = content.text_hash) end
  when 'link_by_author' then (
    select count(*) from (
      (select link_url from posts
      where author_id = content.author_id and deleted_at is null and created_at < content.at
        and created_at > content.at - wanted.span limit :counted_max)
      union all
      (select link_url from posts
      where author_id = content.author_id and deleted_at is not null and created_at < content.at
        and created_at > content.at - wanted.span limit :counted_max)) as written
    where link_url = content.link)
  when 'link_by_anyone' then (
    select count(*) from (
      select link_url, created_at from posts
      where id < coalesce(content.post_id, 9223372036854775807) order by id desc limit :compared_max) as written
    where created_at > content.at - wanted.span and link_url = content.link)
  when 'similar' then (
    select count(*) from (
      select post_id, comment_id, simhash from new_member_texts
      where created_at < content.at and created_at > content.at - wanted.span order by created_at desc limit :similar_max::integer) as noted
    join posts on posts.id = noted.post_id
    left join comments on comments.id = noted.comment_id
    where bit_count((noted.simhash # content.simhash)::bit(64)) <= :alike_bits::integer
      and (wanted.is_of_site or posts.community_id = content.community_id)
      and case when noted.comment_id is null
        then posts.deleted_as in ('mods', 'admins') and posts.deleted_at < content.at and posts.deleted_by is distinct from (select id from program)
        else comments.deleted_as in ('mods', 'admins') and comments.deleted_at < content.at
          and comments.deleted_by is distinct from (select id from program) end)
  when 'blockedImage' then (
    select count(*) from images
    where images.id = any(content.image_ids) and images.hash <> 0::bit(64) and exists (
      select from blocked_pictures where bit_count(images.hash # blocked_pictures.hash) <= :picture_distance::integer))
  when 'reports' then (
    select count(*) from open_reports
    where open_reports.post_id = content.post_id and open_reports.comment_id is not distinct from content.comment_id)
  else 0 end)::integer as "count!"
from content cross join wanted
