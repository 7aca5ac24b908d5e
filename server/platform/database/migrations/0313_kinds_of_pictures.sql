-- What a transparent picture must be on to be seen, and whether a picture moves. Adds columns without a default or with a constant
-- one, which does not rewrite the table, and replaces a function.
alter table images
  add column ground text,
  add constraint images_ground_check check (ground in ('light', 'dark', 'any')) not valid,
  add column is_animated boolean not null default false;

create or replace function image_json(image images) returns image_json language sql stable
  return json_build_object('id', (image).id::text, 'secret', (image).secret, 'format', (image).format,
    'width', (image).width, 'height', (image).height, 'size', (image).size,
    'average_color', (image).average_color, 'alt_text', (image).alt_text,
    'ground', (image).ground, 'is_animated', (image).is_animated);

comment on domain image_json is
  '{ id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }';
comment on domain images_json is
  '{ id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[]';
comment on domain queue_copy_json is
  '{ title: string | null; body: string | null; link: string | null; images: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean }[] }';
comment on domain actors_json is
  '{ id: string; username: string; isDeleted: boolean; picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null }[]';
comment on domain author_json is
  '{ id: string; author_username: string; author_about_me: string | null; author_points: number; author_is_admin: boolean; author_is_built_in: boolean; author_post_count: number; author_comment_count: number; author_created_at: string; author_last_seen_at: string; author_deleted_at: string | null; author_banned_at: string | null; author_picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null; author_badges: { id: number; type: string }[] | null }';
comment on domain community_json is
  '{ id: string; creatorId: string; name: string; nsfw: boolean; about: string | null; memberCount: number; postingRestricted: boolean; createdAt: string; deletedAt: string | null; icon: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null; banner: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null; ground: string | null; is_animated: boolean } | null }';
