-- The views of the moderation queue that moderators have saved, in their order: an array of { name, query }.
create table queue_views (
  user_id bigint primary key references users on delete cascade,
  views jsonb not null check (jsonb_typeof(views) = 'array')
);
