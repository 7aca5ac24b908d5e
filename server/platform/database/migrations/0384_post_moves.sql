-- Moves of posts to other communities: a moderator of one proposes, one of the other accepts. Staff of both move at once.
create table post_moves (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  from_id bigint not null references communities on delete cascade,
  to_id bigint not null references communities on delete cascade,
  proposed_by bigint not null references users,
  proposed_at timestamptz not null default now(),
  reason text check (char_length(reason) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'withdrawn', 'undone')),
  decided_by bigint references users,
  decided_at timestamptz,
  check ((state = 'open') = (decided_at is null))
);
create unique index post_moves_open on post_moves (post_id) where state = 'open';
create index post_moves_of_post on post_moves (post_id);
create index post_moves_from on post_moves (from_id, id desc);
create index post_moves_to on post_moves (to_id, id desc);

-- The community of a post, which stays until the transaction ends: a move waits, as the lock of the post for votes on its comments does.
create function settled_place(post bigint) returns bigint language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(2, (post % 2147483647)::integer);
  return (select community_id from posts where id = post);
end $$;
