-- The posts on a page of search results, as the end of a larger statement that finds :ids, in their order, and :words, the query.
--
-- `place` counts from 1 in the order of :ids, `key` is the creation of the post in microseconds since 1970, and `passages` the
-- text around the hits, without links, Markdown characters and spoilers; `title_passages` is the title.
-- Uses posts_pkey, and the indexes of the columns that are shown. Takes no locks; guests have no viewer.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
select page.place as "place!", (extract(epoch from posts.created_at) * 1000000)::bigint as key,
  case when posts.content_deleted_at is null and posts.body <> '' then ts_headline('forum_words',
    translate(regexp_replace(hide_spoilers(left(posts.body, 20000)), '!?\[([^]]*)\]\([^)]*\)', '\1', 'g'), :stripped::text, ''),
    :words::tsquery, :headline_options::text) end as passages,
  ts_headline('forum_words', translate(posts.title, :marks::text, ''), :words::tsquery, :title_options::text) as title_passages,
  shown_post.*, shown_author.*, viewer_state.*
from unnest(:ids::bigint[]) with ordinality as page (id, place) join posts on posts.id = page.id
cross join lateral post_columns(posts, posts.id, posts.link_image_id, :format, :renderer::integer) as shown_post
join users on users.id = posts.author_id
cross join lateral author_columns(users, users.id, users.picture_id, :format) as shown_author
cross join lateral post_viewer_columns(posts.id, posts.author_id, posts.community_id, :viewer_id?::bigint) as viewer_state
