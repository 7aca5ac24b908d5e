-- Perceptual hashes of images, and the list of pictures that nobody may upload. Adds a column, filled by a job, and a table.
-- 64 zeros for pictures that are too plain to be recognized; null while it is not made yet.
alter table images add column hash bit(64);
create index images_without_hash on images (id) where hash is null and stored_at is not null;

create table blocked_pictures (
  hash bit(64) primary key,
  note text not null check (length(note) <= 200),
  added_at timestamptz not null default now(),
  -- Null: imported, or the admin was erased.
  added_by bigint references users (id)
);
create index blocked_pictures_added_by on blocked_pictures (added_by) where added_by is not null;
