-- Images of posts and links, pins and locks in use, hiding, muting, reporting, announcing.

-- A picture whose files lie in the image store under its id and secret. The row comes before the files and
-- goes after them, so that no file is ever without a row that a job can find.
create table images (
  id bigint generated always as identity primary key,
  -- null: fetched by the program itself
  uploader_id bigint references users (id),
  -- decides the largest box that is kept and the copies that are served
  use text not null check (use in ('post', 'thumbnail')),
  -- part of its address, so that addresses cannot be guessed
  secret text not null check (secret ~ '^[0-9A-Za-z_]{22}$'),
  format text not null default 'jpeg' check (format in ('jpeg', 'webp', 'png')),
  width integer check (width > 0),
  height integer check (height > 0),
  -- bytes of the stored file
  size integer check (size > 0),
  average_color text check (average_color ~ '^rgb\(\d{1,3},\d{1,3},\d{1,3}\)$'),
  alt_text text check (char_length(alt_text) <= 1024),
  created_at timestamptz not null default now(),
  -- when its file was in the store
  stored_at timestamptz,
  -- whether something shows it; what nothing shows is removed after a while
  is_used boolean not null default false,
  -- since when nothing may use it again, because its files are being removed
  deleted_at timestamptz,
  check ((stored_at is null) = (width is null) and (stored_at is null) = (height is null)
    and (stored_at is null) = (size is null) and (stored_at is null) = (average_color is null)),
  check (not is_used or (stored_at is not null and deleted_at is null))
);
create index images_unused on images (created_at) where not is_used and deleted_at is null;
create index images_deleted on images (id) where deleted_at is not null;

-- The pictures of an image post in their order. An image belongs to one post only.
create table post_images (
  post_id bigint not null references posts (id) on delete cascade,
  position smallint not null check (position between 0 and 99),
  image_id bigint not null unique references images (id),
  primary key (post_id, position)
);

alter table posts add column link_image_id bigint references images (id);
create unique index posts_by_link_image on posts (link_image_id) where link_image_id is not null;

-- Reading a full table once to check this is no harm: nothing pinned posts before.
alter table posts add check (deleted_at is null or not (is_pinned or is_pinned_site));
create index posts_pinned_site on posts (created_at desc, id desc) where is_pinned_site;
create index posts_pinned on posts (community_id, created_at desc, id desc) where is_pinned;

create table hidden_posts (
  user_id bigint not null references users (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  hidden_at timestamptz not null default clock_timestamp(),
  primary key (user_id, post_id)
);
create index hidden_posts_in_order on hidden_posts (user_id, hidden_at, post_id);

create table user_mutes (
  id bigint generated always as identity unique,
  user_id bigint not null references users (id) on delete cascade,
  muted_user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, muted_user_id)
);
create index user_mutes_of on user_mutes (muted_user_id);

create table community_mutes (
  id bigint generated always as identity unique,
  user_id bigint not null references users (id) on delete cascade,
  muted_community_id bigint not null references communities (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, muted_community_id)
);

-- A member reports the same thing for the same reason once.
create table reports (
  id bigint generated always as identity primary key,
  community_id bigint not null references communities (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  -- null: the post itself is reported
  comment_id bigint references comments (id) on delete cascade,
  reason_id integer not null references report_reasons (id),
  reporter_id bigint not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique nulls not distinct (post_id, comment_id, reporter_id, reason_id)
);
create index reports_of_community on reports (community_id, id desc);
create index reports_of_comment on reports (comment_id) where comment_id is not null;

-- What a member is told. At most one announcement a post, however often its job runs.
create table notifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  type text not null check (type in ('announcement')),
  post_id bigint references posts (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  seen_at timestamptz
);
create unique index notifications_announced_once on notifications (user_id, post_id) where type = 'announcement';

-- A post that every member is told about, and how far the job has come.
create table announcements (
  post_id bigint primary key references posts (id) on delete cascade,
  announced_by bigint not null references users (id),
  created_at timestamptz not null default now(),
  -- members up to this id have been told
  after_user_id bigint not null default 0,
  finished_at timestamptz
);
