-- What several statements have in common, as functions: the columns that a post, a comment or an author is shown with, and the
-- notification of a member. Adds functions and types of JSON, nothing else; it takes no lock that anybody waits for.
--
-- The functions that return columns are plain `select`s, so the planner puts their bodies in the place of the call: a
-- statement that uses one has the plan it would have with the columns written out, and what it does not select is not computed.
-- What a subquery in them needs is an argument of its own besides the row, such as `post_id`: for a subquery that refers to a
-- column of a row, PostgreSQL copies the whole row with its texts.

-- The comment of a domain over JSON is its type in TypeScript, for the generated types of statements.
create domain image_json as json;
comment on domain image_json is
  '{ id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null }';
create domain images_json as json;
comment on domain images_json is
  '{ id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null }[]';
create domain badges_json as json;
comment on domain badges_json is '{ id: number; type: string }[]';

create function image_json(image images) returns image_json language sql stable
  return json_build_object('id', (image).id::text, 'secret', (image).secret, 'format', (image).format,
    'width', (image).width, 'height', (image).height, 'size', (image).size,
    'average_color', (image).average_color, 'alt_text', (image).alt_text);

-- The columns that the author of something is shown with. `source` is the format of the API, which shows the whole author;
-- our own pages show the name and what stands beside it. Pictures and badges are looked up only for those who have some.
create function author_columns(author users, author_id bigint, picture_id bigint, format text) returns table (
  author_username text, author_is_built_in boolean, author_deleted_at timestamptz, author_badges badges_json,
  author_picture_id bigint, author_picture_secret text, author_about_me text, author_points integer,
  author_is_admin boolean, author_post_count integer, author_comment_count integer, author_created_at timestamptz,
  author_last_seen_at timestamptz, author_banned_at timestamptz, author_picture image_json
) language sql stable rows 1 begin atomic
  select (author).username, (author).is_built_in, (author).deleted_at,
    case when (author).badge_count > 0 then (
      select json_agg(json_build_object('id', badges.id, 'type', badges.type) order by badges.id)
      from badges where badges.user_id = author_id) end,
    case when format <> 'source' then picture_id end,
    case when format <> 'source' and picture_id is not null then (
      select images.secret from images where images.id = picture_id) end,
    case when format = 'source' then (author).about_me end,
    case when format = 'source' then (author).points end,
    case when format = 'source' then (author).is_admin end,
    case when format = 'source' then (author).post_count end,
    case when format = 'source' then (author).comment_count end,
    case when format = 'source' then (author).created_at end,
    case when format = 'source' then (author).last_seen_at end,
    case when format = 'source' then (author).banned_at end,
    case when format = 'source' and picture_id is not null then (
      select image_json(images) from images where images.id = picture_id) end;
end;

-- The columns that a post is shown with, with its community. `format` says how much of the text goes out: `source` the
-- Markdown, `html` the rendered text, `excerpt` its beginning. The Markdown comes along with `html` only where the rendered
-- text is missing or of another renderer, and its first character with the others, which tells whether there is a text.
create function post_columns(post posts, post_id bigint, link_image_id bigint, format text, renderer integer) returns table (
  id bigint, public_id text, type text, author_id bigint, author_group text, community_id bigint, community_name text,
  community_icon image_json, community_banner image_json, title text, body text, body_html text, body_renderer integer,
  excerpt text, link_url text, link_hostname text, images images_json, link_image image_json, upvotes integer,
  downvotes integer, hotness bigint, comment_count integer, created_at timestamptz, edited_at timestamptz,
  last_activity_at timestamptz, is_pinned boolean, is_pinned_site boolean, locked_at timestamptz, locked_by text,
  locked_as text, deleted_at timestamptz, deleted_as text, content_deleted_at timestamptz, content_deleted_as text
) language sql stable rows 1 begin atomic
  select (post).id, (post).public_id, (post).type, (post).author_id, (post).author_group, (post).community_id,
    communities.name,
    case when communities.icon_id is not null then (
      select image_json(images) from images where images.id = communities.icon_id) end,
    case when format = 'source' and communities.banner_id is not null then (
      select image_json(images) from images where images.id = communities.banner_id) end,
    (post).title,
    case when format = 'source'
        or (format = 'html' and ((post).body_html is null or (post).body_renderer is distinct from renderer))
      then (post).body else left((post).body, 1) end,
    case when format = 'html' then (post).body_html end,
    case when format = 'html' then (post).body_renderer end,
    case when format = 'excerpt' then (post).excerpt end,
    (post).link_url, (post).link_hostname,
    case when (post).type = 'image' and (post).content_deleted_at is null then (
      select json_agg(image_json(images) order by post_images.position)
      from post_images join images on images.id = post_images.image_id
      where post_images.post_id = post_columns.post_id) end,
    case when link_image_id is not null then (
      select image_json(images) from images where images.id = link_image_id) end,
    (post).upvotes, (post).downvotes, (post).hotness, (post).comment_count, (post).created_at, (post).edited_at,
    (post).last_activity_at, (post).is_pinned, (post).is_pinned_site, (post).locked_at, (post).locked_by, (post).locked_as,
    (post).deleted_at, (post).deleted_as, (post).content_deleted_at, (post).content_deleted_as
  from communities where communities.id = (post).community_id;
end;

-- What a post is to one viewer: their vote, their previous visit, the comments by others since (up to 1000: what a page
-- reads must not grow with a thread), and their mutes. Guests, for whom `viewer` is null, have none of it.
create function post_viewer_columns(post_id bigint, author_id bigint, community_id bigint, viewer bigint) returns table (
  my_vote boolean, visited_at timestamptz, new_comments integer, is_author_muted boolean, is_community_muted boolean
) language sql stable rows 1 begin atomic
  select my_vote.up, visit.visited_at,
    case when visit.visited_at is null then 0 else (
      select count(*)::integer from (
        select from comments
        where comments.post_id = post_viewer_columns.post_id and comments.created_at >= visit.visited_at
          and comments.deleted_at is null and comments.author_id <> viewer
        limit 1000) as recent) end,
    viewer is not null and exists (
      select from user_mutes where user_id = viewer and muted_user_id = post_viewer_columns.author_id),
    viewer is not null and exists (
      select from community_mutes where user_id = viewer and muted_community_id = post_viewer_columns.community_id)
  from (select) as one
    left join post_votes as my_vote
      on my_vote.post_id = post_viewer_columns.post_id and my_vote.user_id = viewer
    left join post_visits as visit on visit.post_id = post_viewer_columns.post_id and visit.user_id = viewer;
end;

-- The columns that a comment is shown with, besides its author and what stands about its post. `format` as of `post_columns`.
create function comment_columns(comment comments, format text, renderer integer) returns table (
  id bigint, post_id bigint, parent_id bigint, ancestors bigint[], depth smallint, author_id bigint, author_group text,
  body text, body_html text, body_renderer integer, upvotes integer, downvotes integer, reply_count integer,
  direct_reply_count integer, created_at timestamptz, edited_at timestamptz, locked_at timestamptz, locked_by text,
  locked_as text, deleted_at timestamptz, deleted_as text
) language sql stable rows 1 begin atomic
  select (comment).id, (comment).post_id, (comment).parent_id, (comment).ancestors, (comment).depth,
    (comment).author_id, (comment).author_group,
    case when format = 'source' or (comment).body_html is null or (comment).body_renderer is distinct from renderer
      then (comment).body else '' end,
    case when format <> 'source' then (comment).body_html end,
    case when format <> 'source' then (comment).body_renderer end,
    (comment).upvotes, (comment).downvotes, (comment).reply_count, (comment).direct_reply_count, (comment).created_at,
    (comment).edited_at, (comment).locked_at, (comment).locked_by, (comment).locked_as, (comment).deleted_at,
    (comment).deleted_as;
end;

-- Notifies a member, as a part of the statement of the cause: so it can neither be lost nor happen twice, whenever the
-- program ends. What happens again to the same target, before the member has seen it, comes into the same notification;
-- of more than 200 the oldest go. Pushes, to those who can be reached, unless the kind is never pushed.
--
-- The caller has locked the member, and adds the returned number to their `notifications_new_count`; whoever calls it for
-- several members locks and notifies them in the order of their ids. So the lock on a member always comes before those on
-- their notifications.
--
-- `counted_at`: when this very cause was counted before. A notification that is not older counts it already and stays as it is.
create function notify_member(
  receiver bigint, kind text, happened_at timestamptz, post bigint default null, comment bigint default null,
  about_comment bigint default null, actor bigint default null, community bigint default null, role text default null,
  badge text default null, message text default null, counted_at timestamptz default null
) returns integer language plpgsql as $$
declare
  stored record;
  dropped integer := 0;
begin
  insert into notifications (user_id, type, created_at, updated_at, is_open, post_id, comment_id, about_comment_id, actor_id,
    community_id, deleted_as, badge_type, body)
  values (receiver, kind, happened_at, happened_at, kind in ('new_comment', 'comment_reply', 'new_votes'), post, comment,
    about_comment, actor, community, role, badge, message)
  on conflict (user_id, type, post_id, about_comment_id) where is_open do update set
    happened = notifications.happened + 1,
    updated_at = greatest(notifications.updated_at, excluded.updated_at),
    was_new = notifications.is_new, is_new = true
  where counted_at is null or counted_at < notifications.created_at
  returning id, happened = 1 as is_first, was_new into stored;
  if not found then return 0; end if;
  if stored.is_first then
    with surplus as (
      select own.id from notifications as own where own.user_id = receiver order by own.id desc offset 200
    ), deleted as (
      delete from notifications using surplus where notifications.id = surplus.id returning notifications.is_new
    )
    select count(*) filter (where is_new) into dropped from deleted;
  end if;
  if kind not in ('new_votes', 'denied_comm') and exists (
    select from sessions join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
    where sessions.user_id = receiver
  ) then
    perform graphile_worker.add_job('push_notification', json_build_object('notificationId', stored.id::text),
      job_key := 'push_notification ' || stored.id, max_attempts := 3);
  end if;
  return 1 - stored.was_new::integer - dropped;
end $$;
