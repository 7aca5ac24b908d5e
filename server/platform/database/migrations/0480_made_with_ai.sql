-- The mark *Made with AI* of posts and comments, with who set it: the author, moderators, admins, or a rule; null for none. And what each
-- community thinks of it: `marked` asks for the mark, `refused` takes nothing that has it. Three new columns. `not valid`: no post or comment
-- has a mark yet, so none is read.
alter table posts add column made_with_ai_by text,
  add constraint posts_made_with_ai_by_check check (made_with_ai_by in ('author', 'mods', 'admins', 'rule')) not valid;
alter table comments add column made_with_ai_by text,
  add constraint comments_made_with_ai_by_check check (made_with_ai_by in ('author', 'mods', 'admins', 'rule')) not valid;
alter table communities add column made_with_ai text not null default 'allowed' check (made_with_ai in ('allowed', 'marked', 'refused'));

comment on domain held_sent_json is
  '{ type?: ''text'' | ''image'' | ''link''; title?: string; body?: string | null; url?: string | null; userGroup?: ''normal'' | ''mods'' | ''admins'' | ''community''; images?: { imageId: string; caption: string | null }[]; attachments?: { imageId: string; caption: string | null }[]; isMadeWithAi?: boolean }';

drop function post_columns(posts, bigint, bigint, text, integer);
create function post_columns(post posts, post_id bigint, link_image_id bigint, format text, renderer integer)
 RETURNS TABLE(id bigint, public_id text, type text, author_id bigint, author_group text, community_id bigint, community_name text, community_icon image_json, community_banner image_json, title text, body text, body_html text, body_renderer integer, excerpt text, link_url text, link_hostname text, images images_json, link_image image_json, upvotes integer, downvotes integer, hotness bigint, comment_count integer, created_at timestamp with time zone, edited_at timestamp with time zone, last_activity_at timestamp with time zone, is_pinned boolean, is_pinned_site boolean, locked_at timestamp with time zone, locked_by text, locked_as text, deleted_at timestamp with time zone, deleted_as text, content_deleted_at timestamp with time zone, content_deleted_as text, is_score_hidden boolean, downvoters text, comment_limits comment_limits_json, made_with_ai_by text)
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
     communities.downvoters,
     (post_columns.post).comment_limits::json AS comment_limits,
     (post_columns.post).made_with_ai_by AS made_with_ai_by
    FROM communities
   WHERE (communities.id = (post_columns.post).community_id);
END
;

drop function comment_columns(comments, text, integer);
create function comment_columns(comment comments, format text, renderer integer) returns table (
  id bigint, post_id bigint, parent_id bigint, ancestors bigint[], depth smallint, author_id bigint, author_group text,
  body text, body_html text, body_renderer integer, upvotes integer, downvotes integer, reply_count integer,
  direct_reply_count integer, created_at timestamptz, edited_at timestamptz, locked_at timestamptz, locked_by text,
  locked_as text, deleted_at timestamptz, deleted_as text, is_pinned boolean, is_score_hidden boolean,
  speaker_id bigint, speaker_name text, written_by text, written_by_rule text, made_with_ai_by text
) language sql stable rows 1 begin atomic
  select (comment).id, (comment).post_id, (comment).parent_id, (comment).ancestors, (comment).depth,
    (comment).author_id, (comment).author_group,
    case when format = 'source' or (comment).body_html is null or (comment).body_renderer is distinct from renderer
      then (comment).body else '' end,
    case when format <> 'source' then (comment).body_html end,
    case when format <> 'source' then (comment).body_renderer end,
    (comment).upvotes, (comment).downvotes, (comment).reply_count, (comment).direct_reply_count, (comment).created_at,
    (comment).edited_at, (comment).locked_at, (comment).locked_by, (comment).locked_as, (comment).deleted_at,
    (comment).deleted_as, (comment).is_pinned, coalesce((comment).score_hidden_until > now(), false),
    case when (comment).author_group = 'community' then (
      select community_id from community_comments where comment_id = (comment).id) end,
    case when (comment).author_group = 'community' then (
      select communities.name from community_comments join communities on communities.id = community_id
      where comment_id = (comment).id) end,
    case when (comment).author_group = 'community' then (
      select named(written_by) from community_comments where comment_id = (comment).id) end,
    case when (comment).author_group = 'community' then (
      select automation_rules.name from community_comments join automation_rules on automation_rules.id = rule_id
      where comment_id = (comment).id) end,
    (comment).made_with_ai_by;
end;
