-- Posts about the same thing become one: the comments of one move to the other, and its address leads there. `root_ids` are the comments
-- that moved, without those below them; `before` is what undo cannot know otherwise.
create table post_merges (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  into_id bigint not null references posts on delete cascade,
  community_id bigint not null references communities on delete cascade,
  merged_by bigint not null references users,
  merged_at timestamptz not null default now(),
  reason text check (char_length(reason) between 1 and 1000),
  root_ids bigint[] not null,
  before jsonb not null,
  undone_by bigint references users,
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create unique index post_merges_standing on post_merges (post_id) where undone_at is null;
create index post_merges_of_post on post_merges (post_id);
create index post_merges_of_target on post_merges (into_id);
create index post_merges_of_community on post_merges (community_id, id desc);

-- The post into which another was merged, however often; null if it was not.
create function merged_into(post bigint) returns bigint language plpgsql stable as $$
declare
  target bigint;
  next bigint := post;
begin
  loop
    select into_id into next from post_merges where post_id = next and undone_at is null;
    exit when not found;
    target := next;
  end loop;
  return target;
end $$;
