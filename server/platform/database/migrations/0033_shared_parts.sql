-- What members need to read from memory what is the same for everybody. Adds a table and functions, nothing else; takes no lock
-- that anybody waits for.

-- When a member last wrote something, so that no process answers them with what it read before. `user_id` 0: when something was
-- written that everybody is to see at once. Not logged, because nothing that was read is kept beyond a few seconds.
create unlogged table last_writes (
  user_id bigint primary key,
  written_at timestamptz not null
) with (fillfactor = 50);

-- Changes whenever a row behind the shared part of a post or comment changes: `xmin` is the transaction that last wrote a row.
-- A community changes with each new post and member, so only its pictures count; its name never changes. Badges are counted in
-- the row of their member. Arguments of their own in place of rows, because a row that is an argument has no `xmin`.
create function post_version(
  post_id bigint, type text, link_image_id bigint, post_xmin xid, author_xmin xid, author_picture_id bigint, icon_id bigint,
  banner_id bigint
) returns table (post_version text) language sql stable rows 1 begin atomic
  select concat(post_xmin, '.', author_xmin, '.', icon_id, '.', banner_id,
    case when type = 'image' or coalesce(link_image_id, author_picture_id, icon_id, banner_id) is not null then (
      select string_agg(concat('.', images.id, '-', images.xmin), '' order by images.id)
      from images where images.id = any(
        array[link_image_id, author_picture_id, icon_id, banner_id] || array(
          select post_images.image_id from post_images
          where type = 'image' and post_images.post_id = post_version.post_id))) end);
end;

create function comment_version(comment_xmin xid, author_xmin xid, author_picture_id bigint)
returns table (comment_version text) language sql stable rows 1 begin atomic
  select concat(comment_xmin, '.', author_xmin,
    case when author_picture_id is not null then (
      select concat('.', images.id, '-', images.xmin) from images where images.id = author_picture_id) end);
end;
