-- Who may downvote in a community, and for how many minutes after a post or comment was written its points are for moderators only.
alter table communities add column downvoters text not null default 'everyone'
    check (downvoters in ('everyone', 'members', 'trust1', 'trust2', 'trust3', 'trust4', 'nobody')),
  add column score_hidden_minutes integer not null default 0 check (score_hidden_minutes between 0 and 1440);
-- Until when the points are hidden; null for never. It was settled when the post or comment was written.
alter table posts add column score_hidden_until timestamptz;
alter table comments add column score_hidden_until timestamptz;

-- The error that the API answers to a downvote of this member there; null if they may. Sees what is committed by then.
create function downvote_refusal(voter bigint, community bigint) returns text language sql stable
return (select case downvoters when 'everyone' then null when 'nobody' then 'downvotesOff'
    when 'members' then case when not exists (
      select from memberships where user_id = voter and community_id = community) then 'downvotesForMembers' end
    else case when (select trust_of(users) from users where id = voter) < right(downvoters, 1)::integer
      then 'downvotesNeedTrust' end end
  from communities where id = community);

-- Until when the points of something that is written now are hidden.
create function new_score_hidden_until(community bigint) returns timestamptz language sql stable
return (select now() + make_interval(mins => score_hidden_minutes) from communities
  where id = community and score_hidden_minutes > 0);

-- A version ends when the points appear.
drop function post_version(bigint, text, bigint, xid, xid, bigint, text, bigint, bigint);
create function post_version(
  post_id bigint, type text, link_image_id bigint, post_xmin xid, author_xmin xid, author_picture_id bigint, community_name text,
  icon_id bigint, banner_id bigint, downvoters text, score_hidden_until timestamptz
) returns table (post_version text) language sql stable rows 1 begin atomic
  select concat_ws('.', post_xmin, author_xmin, community_name, coalesce(icon_id, 0), coalesce(banner_id, 0),
    nullif(downvoters, 'everyone'), case when score_hidden_until > now() then 'hidden' end,
    case when type = 'image' or coalesce(link_image_id, author_picture_id, icon_id, banner_id) is not null then (
      select string_agg(concat('.', images.id, '-', images.xmin), '' order by images.id)
      from images where images.id = any(
        array[link_image_id, author_picture_id, icon_id, banner_id] || array(
          select post_images.image_id from post_images
          where type = 'image' and post_images.post_id = post_version.post_id))) end);
end;

drop function comment_version(xid, xid, bigint);
create function comment_version(comment_xmin xid, score_hidden_until timestamptz, author_xmin xid, author_picture_id bigint)
returns table (comment_version text) language sql stable rows 1 begin atomic
  select concat(comment_xmin, '.', author_xmin, case when score_hidden_until > now() then '.hidden' end,
    case when author_picture_id is not null then (
      select concat('.', images.id, '-', images.xmin) from images where images.id = comment_version.author_picture_id) end);
end;

drop function post_columns(posts, bigint, bigint, text, integer);
CREATE OR REPLACE FUNCTION post_columns(post posts, post_id bigint, link_image_id bigint, format text, renderer integer)
 RETURNS TABLE(id bigint, public_id text, type text, author_id bigint, author_group text, community_id bigint, community_name text, community_icon image_json, community_banner image_json, title text, body text, body_html text, body_renderer integer, excerpt text, link_url text, link_hostname text, images images_json, link_image image_json, upvotes integer, downvotes integer, hotness bigint, comment_count integer, created_at timestamp with time zone, edited_at timestamp with time zone, last_activity_at timestamp with time zone, is_pinned boolean, is_pinned_site boolean, locked_at timestamp with time zone, locked_by text, locked_as text, deleted_at timestamp with time zone, deleted_as text, content_deleted_at timestamp with time zone, content_deleted_as text, is_score_hidden boolean, downvoters text)
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
     (post_columns.post).content_deleted_as AS content_deleted_as,
     COALESCE((post_columns.post).score_hidden_until > now(), false),
     communities.downvoters
    FROM communities
   WHERE (communities.id = (post_columns.post).community_id);
END
;

drop function comment_columns(comments, text, integer);
CREATE OR REPLACE FUNCTION comment_columns(comment comments, format text, renderer integer)
 RETURNS TABLE(id bigint, post_id bigint, parent_id bigint, ancestors bigint[], depth smallint, author_id bigint, author_group text, body text, body_html text, body_renderer integer, upvotes integer, downvotes integer, reply_count integer, direct_reply_count integer, created_at timestamp with time zone, edited_at timestamp with time zone, locked_at timestamp with time zone, locked_by text, locked_as text, deleted_at timestamp with time zone, deleted_as text, is_pinned boolean, is_score_hidden boolean)
 LANGUAGE sql
 STABLE ROWS 1
BEGIN ATOMIC
 SELECT (comment).id AS id,
     (comment).post_id AS post_id,
     (comment).parent_id AS parent_id,
     (comment).ancestors AS ancestors,
     (comment).depth AS depth,
     (comment).author_id AS author_id,
     (comment).author_group AS author_group,
         CASE
             WHEN ((format = 'source'::text) OR ((comment).body_html IS NULL) OR ((comment).body_renderer IS DISTINCT FROM renderer)) THEN (comment).body
             ELSE ''::text
         END AS "case",
         CASE
             WHEN (format <> 'source'::text) THEN (comment).body_html
             ELSE NULL::text
         END AS "case",
         CASE
             WHEN (format <> 'source'::text) THEN (comment).body_renderer
             ELSE NULL::smallint
         END AS "case",
     (comment).upvotes AS upvotes,
     (comment).downvotes AS downvotes,
     (comment).reply_count AS reply_count,
     (comment).direct_reply_count AS direct_reply_count,
     (comment).created_at AS created_at,
     (comment).edited_at AS edited_at,
     (comment).locked_at AS locked_at,
     (comment).locked_by AS locked_by,
     (comment).locked_as AS locked_as,
     (comment).deleted_at AS deleted_at,
     (comment).deleted_as AS deleted_as,
     (comment).is_pinned AS is_pinned,
     COALESCE((comment).score_hidden_until > now(), false);
END
;
