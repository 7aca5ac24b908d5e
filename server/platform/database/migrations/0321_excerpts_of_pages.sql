-- The page of a post has its excerpt, too, for link previews.
create or replace function post_columns(post posts, post_id bigint, link_image_id bigint, format text, renderer integer)
 RETURNS TABLE(id bigint, public_id text, type text, author_id bigint, author_group text, community_id bigint, community_name text, community_icon image_json, community_banner image_json, title text, body text, body_html text, body_renderer integer, excerpt text, link_url text, link_hostname text, images images_json, link_image image_json, upvotes integer, downvotes integer, hotness bigint, comment_count integer, created_at timestamp with time zone, edited_at timestamp with time zone, last_activity_at timestamp with time zone, is_pinned boolean, is_pinned_site boolean, locked_at timestamp with time zone, locked_by text, locked_as text, deleted_at timestamp with time zone, deleted_as text, content_deleted_at timestamp with time zone, content_deleted_as text)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT (post_columns.post).id AS id,
     (post_columns.post).public_id AS public_id,
     (post_columns.post).type AS type,
     (post_columns.post).author_id AS author_id,
     (post_columns.post).author_group AS author_group,
     (post_columns.post).community_id AS community_id,
     communities.name,
         CASE
             WHEN (communities.icon_id IS NOT NULL) THEN (( SELECT image_json(images.*) AS image_json
                FROM images
               WHERE (images.id = communities.icon_id)))::json
             ELSE NULL::json
         END AS "case",
         CASE
             WHEN ((post_columns.format = 'source'::text) AND (communities.banner_id IS NOT NULL)) THEN (( SELECT image_json(images.*) AS image_json
                FROM images
               WHERE (images.id = communities.banner_id)))::json
             ELSE NULL::json
         END AS "case",
     (post_columns.post).title AS title,
         CASE
             WHEN ((post_columns.format = 'source'::text) OR ((post_columns.format = 'html'::text) AND (((post_columns.post).body_html IS NULL) OR ((post_columns.post).body_renderer IS DISTINCT FROM post_columns.renderer)))) THEN (post_columns.post).body
             ELSE "left"((post_columns.post).body, 1)
         END AS "left",
         CASE
             WHEN (post_columns.format = 'html'::text) THEN (post_columns.post).body_html
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (post_columns.format = 'html'::text) THEN (post_columns.post).body_renderer
             ELSE NULL::smallint
         END AS "case",
         CASE
             WHEN (post_columns.format <> 'source'::text) THEN (post_columns.post).excerpt
             ELSE NULL::text
         END AS "case",
     (post_columns.post).link_url AS link_url,
     (post_columns.post).link_hostname AS link_hostname,
         CASE
             WHEN ((((post_columns.post).type = 'image'::text) OR ((post_columns.post).attachment_count > 0)) AND ((post_columns.post).content_deleted_at IS NULL)) THEN ( SELECT json_agg(image_json(images.*) ORDER BY post_images."position") AS json_agg
                FROM (post_images
                  JOIN images ON ((images.id = post_images.image_id)))
               WHERE (post_images.post_id = post_columns.post_id))
             ELSE NULL::json
         END AS "case",
         CASE
             WHEN (post_columns.link_image_id IS NOT NULL) THEN (( SELECT image_json(images.*) AS image_json
                FROM images
               WHERE (images.id = post_columns.link_image_id)))::json
             ELSE NULL::json
         END AS "case",
     (post_columns.post).upvotes AS upvotes,
     (post_columns.post).downvotes AS downvotes,
     (post_columns.post).hotness AS hotness,
     (post_columns.post).comment_count AS comment_count,
     (post_columns.post).created_at AS created_at,
     (post_columns.post).edited_at AS edited_at,
     (post_columns.post).last_activity_at AS last_activity_at,
     (post_columns.post).is_pinned AS is_pinned,
     (post_columns.post).is_pinned_site AS is_pinned_site,
     (post_columns.post).locked_at AS locked_at,
     (post_columns.post).locked_by AS locked_by,
     (post_columns.post).locked_as AS locked_as,
     (post_columns.post).deleted_at AS deleted_at,
     (post_columns.post).deleted_as AS deleted_as,
     (post_columns.post).content_deleted_at AS content_deleted_at,
     (post_columns.post).content_deleted_as AS content_deleted_as
    FROM communities
   WHERE (communities.id = (post_columns.post).community_id);
END
;
