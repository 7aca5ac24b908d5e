-- Names that communities had before they were renamed, so that their addresses keep working and nobody else gets them. Versions of
-- shared parts contain the name. Adds an empty table and replaces functions. Changes no data
create table former_community_names (
  name text not null check (name ~ '^[0-9A-Za-z_]{2,21}$'),
  name_key text generated always as (lower(name)) stored primary key,
  community_id bigint not null references communities (id) on delete cascade,
  renamed_at timestamptz not null default now()
);
-- A name that a community took back stays here, too, so the first one is always that which it was created with.
create index former_community_names_of_community on former_community_names (community_id, renamed_at);

-- The community that has this name, or else had it.
create function community_named(key text) returns bigint language sql stable parallel safe
return coalesce(
  (select id from communities where name_key = key),
  (select community_id from former_community_names where name_key = key));

-- Creations go on beside each other; a rename waits for them, and they for it. Call it before any row is locked. Returns those of the
-- names, in lower case, that are former ones, with those that became it while this waited.
create function lock_community_names(keys text[]) returns text[] language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(4, 0);
  return array(select name_key from former_community_names where name_key = any(keys));
end $$;
create function lock_community_names_exclusively() returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock(4, 0);
end $$;

-- Changes whenever a row behind the shared part of a post changes. A community changes with each new post and member, so only its name
-- and pictures count.
drop function post_version(bigint, text, bigint, xid, xid, bigint, bigint, bigint);
create function post_version(
  post_id bigint, type text, link_image_id bigint, post_xmin xid, author_xmin xid, author_picture_id bigint, community_name text,
  icon_id bigint, banner_id bigint
) returns table (post_version text) language sql stable rows 1 begin atomic
  select concat(post_xmin, '.', author_xmin, '.', community_name, '.', icon_id, '.', banner_id,
    case when type = 'image' or coalesce(link_image_id, author_picture_id, icon_id, banner_id) is not null then (
      select string_agg(concat('.', images.id, '-', images.xmin), '' order by images.id)
      from images where images.id = any(
        array[link_image_id, author_picture_id, icon_id, banner_id] || array(
          select post_images.image_id from post_images
          where type = 'image' and post_images.post_id = post_version.post_id))) end);
end;

drop function lone_comment_version(text, text, bigint, text, text);
create function lone_comment_version(
  comment_version text, attachments_version text, community_name text, icon_id bigint, post_deleted_as text, post_title text)
returns text language sql stable parallel safe
return concat(comment_version, attachments_version, ' ', community_name, ' ', icon_id, ' ', post_deleted_as, ' ', post_title);
