-- Changes no data. Images below the text of a post or comment. A new table, columns with a constant default, and functions: the
-- locks on posts and comments are held for a moment, and no row is written.

-- The images below a comment in their order; those of a text post are in post_images, as those of an image post.
create table comment_images (
  comment_id bigint not null references comments (id) on delete cascade,
  position smallint not null check (position between 0 and 3),
  image_id bigint not null unique references images (id),
  primary key (comment_id, position)
);

-- How many there are, so that nobody looks for those of a text that has none. 0 for image posts.
alter table posts add column attachment_count smallint not null default 0;
alter table comments add column attachment_count smallint not null default 0;

-- As in 0024_row_functions, also for text posts.
create or replace function post_columns(
  post posts, post_id bigint, link_image_id bigint, format text, renderer integer
) returns table (
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
    case when ((post).type = 'image' or (post).attachment_count > 0) and (post).content_deleted_at is null then (
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

-- The images below a comment.
create function comment_attachments(comment_id bigint, attachment_count smallint) returns table (images images_json)
language sql stable rows 1 begin atomic
  select case when attachment_count > 0 then (
    select json_agg(image_json(images) order by comment_images.position)
    from comment_images join images on images.id = comment_images.image_id
    where comment_images.comment_id = comment_attachments.comment_id) end;
end;

-- What the version of a post or comment has besides post_version and comment_version: another text whenever an image below it
-- changes. Which they are changes with the row of the post or comment itself.
create function post_attachments_version(post_id bigint, attachment_count smallint)
returns table (attachments_version text) language sql stable rows 1 begin atomic
  select case when attachment_count > 0 then (
    select string_agg(concat('.', images.id, '-', images.xmin), '' order by images.id)
    from post_images join images on images.id = post_images.image_id
    where post_images.post_id = post_attachments_version.post_id) end;
end;

create function comment_attachments_version(comment_id bigint, attachment_count smallint)
returns table (attachments_version text) language sql stable rows 1 begin atomic
  select case when attachment_count > 0 then (
    select string_agg(concat('.', images.id, '-', images.xmin), '' order by images.id)
    from comment_images join images on images.id = comment_images.image_id
    where comment_images.comment_id = comment_attachments_version.comment_id) end;
end;

-- As in 0035_comment_bytes, with the most that images below it may add to an answer.
create or replace function comment_bytes(comment comments) returns integer language sql stable
return greatest(octet_length((comment).body), octet_length((comment).body_html)) + 5000 * (comment).attachment_count;
