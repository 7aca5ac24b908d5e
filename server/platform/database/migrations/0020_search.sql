-- Full-text search over posts and comments, and names that are nearly right.

-- Works without: names are then found by their parts alone, exactly written. Its owner may have to allow it.
do $$ begin
  create extension if not exists pg_trgm;
exception when others then
  raise notice 'pg_trgm is not available: %', sqlerrm;
end $$;

-- How texts become words; the program gives it the stemmer of the site's language when it starts.
create text search configuration forum_words (copy = pg_catalog.english);
alter table site_settings add column search_language text not null default 'english';

-- Each document carries the week it was written in as a word of its own, which no question can contain: so the
-- index itself finds the newest of very many.
create function week_of(at timestamptz) returns integer
language sql immutable parallel safe
return floor(extract(epoch from at) / 604800)::integer;

create function week_word(week integer) returns text
language sql immutable parallel safe
return '§' || week;

-- Beyond its first 40,000 characters a text is not searched: what is indexed of one document has a limit.
create function post_words(title text, body text, host text, created_at timestamptz) returns tsvector
language sql stable parallel safe
return setweight(to_tsvector('forum_words', title), 'A')
  || setweight(to_tsvector('forum_words', left(coalesce(body, ''), 40000)), 'B')
  || setweight(to_tsvector('simple', coalesce(host, '')), 'C')
  || array_to_tsvector(array[week_word(week_of(created_at))]);

create function comment_words(body text, created_at timestamptz) returns tsvector
language sql stable parallel safe
return to_tsvector('forum_words', left(body, 40000)) || array_to_tsvector(array[week_word(week_of(created_at))]);

-- Apart from posts and comments, whose rows are written anew by every vote. Only what can be found has a row.
create table post_search (
  post_id bigint primary key references posts (id) on delete cascade,
  community_id bigint not null,
  author_id bigint not null,
  type text not null,
  created_at timestamptz not null,
  words tsvector not null
);
create index post_search_words on post_search using gin (words);
create index post_search_by_community on post_search (community_id, created_at desc, post_id desc);
create index post_search_by_author on post_search (author_id, created_at desc, post_id desc);
create index post_search_new on post_search (created_at desc, post_id desc);

create table comment_search (
  comment_id bigint primary key references comments (id) on delete cascade,
  post_id bigint not null,
  community_id bigint not null,
  author_id bigint not null,
  created_at timestamptz not null,
  words tsvector not null
);
create index comment_search_words on comment_search using gin (words);
create index comment_search_by_community on comment_search (community_id, created_at desc, comment_id desc);
create index comment_search_by_author on comment_search (author_id, created_at desc, comment_id desc);
create index comment_search_new on comment_search (created_at desc, comment_id desc);

-- One statement for all rows that a statement adds: an import adds thousands.
create function index_new_posts() returns trigger language plpgsql as $$ begin
  insert into post_search (post_id, community_id, author_id, type, created_at, words)
  select id, community_id, author_id, type, created_at, post_words(title, body, link_hostname, created_at)
  from added where deleted_at is null;
  return null;
end $$;
create trigger index_new_posts after insert on posts
  referencing new table as added for each statement execute function index_new_posts();

create function index_changed_post() returns trigger language plpgsql as $$ begin
  if new.deleted_at is not null then
    delete from post_search where post_id = new.id;
  else
    insert into post_search (post_id, community_id, author_id, type, created_at, words)
    values (new.id, new.community_id, new.author_id, new.type, new.created_at,
      post_words(new.title, case when new.content_deleted_at is null then new.body end,
        case when new.content_deleted_at is null then new.link_hostname end, new.created_at))
    on conflict (post_id) do update set words = excluded.words;
  end if;
  return null;
end $$;
create trigger index_changed_post after update of title, body, deleted_at, content_deleted_at on posts
  for each row execute function index_changed_post();

create function index_new_comments() returns trigger language plpgsql as $$ begin
  insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
  select added.id, added.post_id, posts.community_id, added.author_id, added.created_at,
    comment_words(added.body, added.created_at)
  from added join posts on posts.id = added.post_id where added.deleted_at is null;
  return null;
end $$;
create trigger index_new_comments after insert on comments
  referencing new table as added for each statement execute function index_new_comments();

create function index_changed_comment() returns trigger language plpgsql as $$ begin
  if new.deleted_at is not null then
    delete from comment_search where comment_id = new.id;
  else
    insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
    select new.id, new.post_id, posts.community_id, new.author_id, new.created_at, comment_words(new.body, new.created_at)
    from posts where posts.id = new.post_id
    on conflict (comment_id) do update set words = excluded.words;
  end if;
  return null;
end $$;
create trigger index_changed_comment after update of body, deleted_at on comments
  for each row execute function index_changed_comment();

-- How far the texts that were there before, or in another language, are indexed: a job works them off while
-- the forum is open, so this file is quick on a full table.
create table search_progress (
  subject text primary key check (subject in ('posts', 'comments')),
  after_id bigint not null default 0,
  is_finished boolean not null default false
);
insert into search_progress (subject) values ('posts'), ('comments');

do $$ begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index users_by_similar_name on users using gin (username_key gin_trgm_ops);
    create index communities_by_similar_name on communities using gin (name_key gin_trgm_ops);
  end if;
end $$;
