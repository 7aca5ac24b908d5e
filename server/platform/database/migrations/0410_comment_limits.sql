-- Limits for comments on a post, or on every post of a community: slow mode, in which a member comments once in a number of seconds, and
-- who may comment. Each ends at a time, or when someone ends it (`until` is null). Two new columns without values, an index for what members
-- deleted themselves, which would otherwise not count, and functions.
alter table posts add column comment_limits jsonb
  check (jsonb_typeof(comment_limits) = 'object' and comment_limits <> '{}');
alter table communities add column comment_limits jsonb
  check (jsonb_typeof(comment_limits) = 'object' and comment_limits <> '{}');
create index comments_by_author_withdrawn on comments (author_id, created_at desc) where deleted_as = 'normal';

-- `ruleId` is the rule that set it; missing if a moderator did.
create domain comment_limits_json as json;
comment on domain comment_limits_json is
  '{ slowMode?: { seconds: number; until: string | null; ruleId?: string }; commenters?: { who: ''members'' | ''trust1'' | ''trust2'' | ''trust3'' | ''trust4''; until: string | null; ruleId?: string } }';

create function is_limit_in_force(comment_limit jsonb) returns boolean language sql stable
return comment_limit is not null and coalesce((comment_limit ->> 'until')::timestamptz > now(), true);

-- Whether a member is among those who may comment.
create function is_among(member bigint, community bigint, who text) returns boolean language plpgsql as $$ begin
  return case when who = 'members'
    then exists (select from memberships where user_id = member and community_id = community)
    else exists (select from users where id = member and trust_of(users) >= right(who, 1)::integer) end;
end $$;

-- Why a member may not comment on a post now, as far as limits of the post and of its community say so: 'commenters', 'slow' with the
-- seconds to wait, or null; and whether slow mode is on for them. Moderators of the community and admins always may. Comments that wait for
-- review count, too.
--
-- Where slow mode is on, comments of one member wait for each other (an advisory lock, taken with the permission locks before rows, members
-- by ascending id), so that of two at the same time the second sees the first.
create function comment_limit_of(member bigint, post bigint, community bigint, of_post jsonb, of_community jsonb,
  out refusal text, out wait_seconds integer, out is_slow boolean)
language plpgsql as $$
declare
  seconds_here integer;
  seconds_there integer;
  waits_until timestamptz;
begin
  if of_post is null and of_community is null
    or moderates_with(member, community, null) or exists (select from users where id = member and is_admin) then
    return;
  end if;
  if is_limit_in_force(of_post -> 'commenters') and not is_among(member, community, of_post #>> '{commenters,who}')
    or is_limit_in_force(of_community -> 'commenters') and not is_among(member, community, of_community #>> '{commenters,who}') then
    refusal := 'commenters';
    return;
  end if;
  if is_limit_in_force(of_post -> 'slowMode') then
    seconds_here := (of_post #>> '{slowMode,seconds}')::integer;
  end if;
  if is_limit_in_force(of_community -> 'slowMode') then
    seconds_there := (of_community #>> '{slowMode,seconds}')::integer;
  end if;
  if seconds_here is null and seconds_there is null then
    return;
  end if;
  is_slow := true;
  perform pg_advisory_xact_lock(5, (member % 2147483647)::integer);
  select max(own.created_at + make_interval(secs =>
    greatest(case when own.post_id = comment_limit_of.post then seconds_here end, seconds_there)))
  into waits_until
  from (
    select comments.post_id, comments.created_at from comments
    where author_id = member and deleted_at is null
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
    union all
    select comments.post_id, comments.created_at from comments
    where author_id = member and deleted_as = 'normal'
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
    union all
    select comments.post_id, comments.created_at from comments
    where author_id = member and deleted_as in ('mods', 'admins')
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
    union all
    select held_items.post_id, held_items.created_at from held_items
    where author_id = member and kind = 'comment' and decided_at is null
      and created_at > now() - make_interval(secs => greatest(seconds_here, seconds_there))
  ) as own
  join posts on posts.id = own.post_id and posts.community_id = comment_limit_of.community;
  if waits_until > clock_timestamp() then
    refusal := 'slow';
    wait_seconds := ceil(extract(epoch from waits_until - clock_timestamp()));
  end if;
end $$;

drop function post_columns(posts, bigint, bigint, text, integer);
create function post_columns(post posts, post_id bigint, link_image_id bigint, format text, renderer integer)
 RETURNS TABLE(id bigint, public_id text, type text, author_id bigint, author_group text, community_id bigint, community_name text, community_icon image_json, community_banner image_json, title text, body text, body_html text, body_renderer integer, excerpt text, link_url text, link_hostname text, images images_json, link_image image_json, upvotes integer, downvotes integer, hotness bigint, comment_count integer, created_at timestamp with time zone, edited_at timestamp with time zone, last_activity_at timestamp with time zone, is_pinned boolean, is_pinned_site boolean, locked_at timestamp with time zone, locked_by text, locked_as text, deleted_at timestamp with time zone, deleted_as text, content_deleted_at timestamp with time zone, content_deleted_as text, is_score_hidden boolean, downvoters text, comment_limits comment_limits_json)
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
     (post_columns.post).comment_limits::json AS comment_limits
    FROM communities
   WHERE (communities.id = (post_columns.post).community_id);
END
;
