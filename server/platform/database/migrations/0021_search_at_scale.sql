-- The search of a large forum. What narrows a search becomes words of its own, as the week already is: so the index
-- itself finds the texts of one author, community or type, and those of a day, however many others have the same words.
-- Quick on a full table: the texts are indexed again by the job, and stay findable by their words meanwhile.

create function day_of(at timestamptz) returns integer
language sql immutable parallel safe
return floor(extract(epoch from at) / 86400)::integer;

create function day_word(day integer) returns text
language sql immutable parallel safe
return '§d' || day;

-- No question can contain these words: the mark before them is none of any language.
create function filter_words(author_id bigint, community_id bigint, type text, created_at timestamptz) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(array['§a' || author_id, '§c' || community_id, '§t' || type, day_word(day_of(created_at)),
  week_word(week_of(created_at))]);

create function post_words(title text, body text, host text, author_id bigint, community_id bigint, type text,
  created_at timestamptz) returns tsvector
language sql stable parallel safe
return setweight(to_tsvector('forum_words', title), 'A')
  || setweight(to_tsvector('forum_words', left(coalesce(body, ''), 40000)), 'B')
  || setweight(to_tsvector('simple', coalesce(host, '')), 'C')
  || filter_words(author_id, community_id, type, created_at);

-- `type` is that of the post.
create function comment_words(body text, author_id bigint, community_id bigint, type text, created_at timestamptz)
  returns tsvector
language sql stable parallel safe
return to_tsvector('forum_words', left(body, 40000)) || filter_words(author_id, community_id, type, created_at);

-- An import sets `folkmoot.index_later` for a transaction, and says in `search_progress` what the job has to make up for.
create or replace function index_new_posts() returns trigger language plpgsql as $$ begin
  if current_setting('folkmoot.index_later', true) = 'on' then return null; end if;
  insert into post_search (post_id, community_id, author_id, type, created_at, words)
  select id, community_id, author_id, type, created_at,
    post_words(title, body, link_hostname, author_id, community_id, type, created_at)
  from added where deleted_at is null;
  return null;
end $$;

create or replace function index_changed_post() returns trigger language plpgsql as $$ begin
  if new.deleted_at is not null then
    delete from post_search where post_id = new.id;
  else
    insert into post_search (post_id, community_id, author_id, type, created_at, words)
    values (new.id, new.community_id, new.author_id, new.type, new.created_at,
      post_words(new.title, case when new.content_deleted_at is null then new.body end,
        case when new.content_deleted_at is null then new.link_hostname end,
        new.author_id, new.community_id, new.type, new.created_at))
    on conflict (post_id) do update set words = excluded.words;
  end if;
  return null;
end $$;

create or replace function index_new_comments() returns trigger language plpgsql as $$ begin
  if current_setting('folkmoot.index_later', true) = 'on' then return null; end if;
  insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
  select added.id, added.post_id, posts.community_id, added.author_id, added.created_at,
    comment_words(added.body, added.author_id, posts.community_id, posts.type, added.created_at)
  from added join posts on posts.id = added.post_id where added.deleted_at is null;
  return null;
end $$;

create or replace function index_changed_comment() returns trigger language plpgsql as $$ begin
  if new.deleted_at is not null then
    delete from comment_search where comment_id = new.id;
  else
    insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
    select new.id, new.post_id, posts.community_id, new.author_id, new.created_at,
      comment_words(new.body, new.author_id, posts.community_id, posts.type, new.created_at)
    from posts where posts.id = new.post_id
    on conflict (comment_id) do update set words = excluded.words;
  end if;
  return null;
end $$;

-- Every word of a phrase in place of the phrase, which the index does not know: it finds more, never less. What must not
-- be there stays as it is.
create function loose_query(query tsquery) returns tsquery
language sql immutable parallel safe
return case when query::text ~ '!\s*\(' then query
  else regexp_replace(query::text, '<(-|\d+)>', '&', 'g')::tsquery end;

drop function post_words(text, text, text, timestamptz);
drop function comment_words(text, timestamptz);
-- The words of their rows say it now.
drop index post_search_by_community, post_search_by_author, comment_search_by_community, comment_search_by_author;

-- Made anew when the site's language changes.
create index communities_by_words on communities using gin (to_tsvector('forum_words', coalesce(about, '')));

update search_progress set after_id = 0, is_finished = false;
