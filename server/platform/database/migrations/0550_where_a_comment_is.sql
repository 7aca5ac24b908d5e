-- Where a comment is, which does not change until the transaction ends: moves of its post and merges wait. A transaction that waited for one
-- learns where the comment is now. Changes no data, and locks no table.
create function settled_comment(comment bigint, out post_id bigint, out community_id bigint) language plpgsql as $$
declare
  post_now bigint;
begin
  select comments.post_id into post_id from comments where comments.id = comment;
  while post_id is not null loop
    community_id := settled_place(post_id);
    -- A merge may have moved it before.
    select comments.post_id into post_now from comments where comments.id = comment;
    exit when post_now = post_id;
    post_id := post_now;
  end loop;
end $$;

-- A move or merge that changes the entry of the search at this moment is there before the words are made.
create or replace function index_changed_comment() returns trigger language plpgsql as $$ begin
  if new.deleted_at is not null then
    delete from comment_search where comment_id = new.id;
  else
    perform from comment_search where comment_id = new.id for no key update;
    insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
    select new.id, new.post_id, posts.community_id, new.author_id, new.created_at,
      comment_words(new.body, new.body_html, new.author_id, posts.community_id, posts.type, new.created_at)
    from posts where posts.id = new.post_id
    on conflict (comment_id) do update set words = excluded.words;
  end if;
  return null;
end $$;
