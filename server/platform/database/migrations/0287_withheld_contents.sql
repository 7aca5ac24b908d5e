-- What a ban removed stays for 30 days, so that it can be taken back. Adds an empty table and a column without default.
-- Changes no data
create table withheld_contents (
  id bigint generated always as identity primary key,
  deletion_id bigint not null references content_deletions (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  -- null: the post itself
  comment_id bigint references comments (id) on delete cascade,
  -- a post that was deleted before and still had its content
  was_deleted boolean not null,
  body text,
  body_html text,
  body_renderer smallint,
  excerpt text,
  link_url text,
  link_hostname text,
  link_image_id bigint,
  -- by their position
  image_ids bigint[] not null default '{}',
  withheld_at timestamptz not null default now(),
  unique nulls not distinct (post_id, comment_id)
);
create index withheld_contents_of_deletion on withheld_contents (deletion_id, id);
create index withheld_contents_by_time on withheld_contents (withheld_at);
create index withheld_contents_of_comment on withheld_contents (comment_id) where comment_id is not null;

alter table content_deletions add column taken_back_at timestamptz;
create index content_deletions_of_user on content_deletions (user_id);

-- Whatever deletes a row: its images go, too, unless they are in a post or comment again.
create function delete_images_of_withheld() returns trigger language plpgsql as $$ begin
  update images set is_used = false, deleted_at = now()
  where id in (select unnest(image_ids || link_image_id) from deleted_row) and deleted_at is null
    and not exists (select from post_images where image_id = images.id)
    and not exists (select from comment_images where image_id = images.id)
    and not exists (
      select from deleted_row join posts on posts.id = deleted_row.post_id where posts.link_image_id = images.id);
  if found then perform graphile_worker.add_job('delete_images'); end if;
  return null;
end $$;
create trigger delete_images_of_withheld after delete on withheld_contents
  referencing old table as deleted_row for each statement execute function delete_images_of_withheld();

-- With a trigger before each row, a restore could not load `users` in one piece. Sign-ups and imports look themselves.
drop trigger skip_erased_name on users;
drop function skip_erased_name();
