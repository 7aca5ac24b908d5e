-- The version of a post with fewer parts to write, because feeds write one for each post. Changes no data
create or replace function post_version(
  post_id bigint, type text, link_image_id bigint, post_xmin xid, author_xmin xid, author_picture_id bigint, community_name text,
  icon_id bigint, banner_id bigint
) returns table (post_version text) language sql stable rows 1 begin atomic
  select concat_ws('.', post_xmin, author_xmin, community_name, coalesce(icon_id, 0), coalesce(banner_id, 0),
    case when type = 'image' or coalesce(link_image_id, author_picture_id, icon_id, banner_id) is not null then (
      select string_agg(concat('.', images.id, '-', images.xmin), '' order by images.id)
      from images where images.id = any(
        array[link_image_id, author_picture_id, icon_id, banner_id] || array(
          select post_images.image_id from post_images
          where type = 'image' and post_images.post_id = post_version.post_id))) end);
end;
