-- The posts on a page of search results, as the end of a larger statement that finds :ids, in their order, and :words, the query.
--
-- `place` counts from 1 in the order of :ids, `key` is the creation of the post in microseconds since 1970, and `passages` the
-- text around the hits, without links, Markdown characters and spoilers; `title_passages` is the title. `post_version` is that of
-- the shared part (sharedPosts.sql), `read_at` the time of this query, in microseconds since 1970.
-- Uses posts_pkey, and those of what the version is made of. Takes no locks. The same for every viewer.
select page.place as "place!", posts.id, (extract(epoch from posts.created_at) * 1000000)::bigint as key,
  case when posts.content_deleted_at is null and posts.body <> '' then ts_headline('forum_words',
    translate(regexp_replace(hide_spoilers(left(posts.body, 20000)), '!?\[([^]]*)\]\([^)]*\)', '\1', 'g'), :stripped::text, ''),
    :words::tsquery, :headline_options::text) end as passages,
  ts_headline('forum_words', translate(posts.title, :marks::text, ''), :words::tsquery, :title_options::text) as title_passages,
  concat(shown.post_version, shown_images.attachments_version) as post_version,
  (extract(epoch from statement_timestamp()) * 1000000)::bigint as "read_at!"
from unnest(:ids::bigint[]) with ordinality as page (id, place) join posts on posts.id = page.id
join users on users.id = posts.author_id
join communities on communities.id = posts.community_id
cross join lateral post_version(posts.id, posts.type, posts.link_image_id, posts.xmin, users.xmin, users.picture_id,
  communities.icon_id, communities.banner_id) as shown
cross join lateral post_attachments_version(posts.id, posts.attachment_count) as shown_images
