-- What a notification says of a community or of its receiver, as JSON with a type, as in row_functions.sql. Adds functions and
-- types of JSON, nothing else; it takes no lock that anybody waits for.

create domain author_json as json;
comment on domain author_json is
  '{ id: string; author_username: string; author_about_me: string | null; author_points: number; author_is_admin: boolean; author_is_built_in: boolean; author_post_count: number; author_comment_count: number; author_created_at: string; author_last_seen_at: string; author_deleted_at: string | null; author_banned_at: string | null; author_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null; author_badges: { id: number; type: string }[] | null }';
create domain community_json as json;
comment on domain community_json is
  '{ id: string; creatorId: string; name: string; nsfw: boolean; about: string | null; memberCount: number; postingRestricted: boolean; createdAt: string; deletedAt: string | null; icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null; banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null }';

create function author_json(author users) returns author_json language sql stable
  return json_build_object('id', (author).id::text, 'author_username', (author).username,
    'author_about_me', (author).about_me, 'author_points', (author).points, 'author_is_admin', (author).is_admin,
    'author_is_built_in', (author).is_built_in, 'author_post_count', (author).post_count,
    'author_comment_count', (author).comment_count, 'author_created_at', (author).created_at,
    'author_last_seen_at', (author).last_seen_at, 'author_deleted_at', (author).deleted_at,
    'author_banned_at', (author).banned_at,
    'author_picture', (select image_json(images) from images where images.id = (author).picture_id),
    'author_badges', (
      select json_agg(json_build_object('id', badges.id, 'type', badges.type) order by badges.id)
      from badges where badges.user_id = (author).id));

create function community_json(community communities) returns community_json language sql stable
  return json_build_object('id', (community).id::text, 'creatorId', (community).creator_id::text,
    'name', (community).name, 'nsfw', (community).nsfw, 'about', (community).about,
    'memberCount', (community).member_count, 'postingRestricted', (community).posting_restricted,
    'createdAt', (community).created_at, 'deletedAt', (community).deleted_at,
    'icon', (select image_json(images) from images where images.id = (community).icon_id),
    'banner', (select image_json(images) from images where images.id = (community).banner_id));
