-- What posts and comments said before their authors edited them. Adds a table and functions, and the deletion of these texts to
-- delete_posts; no row is read or written.

create table text_versions (
  id bigint generated always as identity primary key,
  post_id bigint references posts (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  -- null: of a comment
  title text,
  -- null: of a post that has no text
  body text,
  written_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  check (num_nonnulls(post_id, comment_id) = 1)
);
create index text_versions_of_posts on text_versions (post_id, id) where post_id is not null;
create index text_versions_of_comments on text_versions (comment_id, id) where comment_id is not null;

-- Keeps what an edit has replaced, and of one text the newest `most`. Edits within two minutes of the first of them, or of the text
-- itself, are one: what was between them is not kept. The caller has locked the post or comment. Returns whether it was kept.
create function keep_text_version(
  of_post bigint, of_comment bigint, old_title text, old_body text, created timestamptz, edited timestamptz, most integer
) returns boolean language plpgsql as $$
declare
  latest timestamptz;
begin
  latest := case when of_post is null
    then (select max(replaced_at) from text_versions where comment_id = of_comment)
    else (select max(replaced_at) from text_versions where post_id = of_post) end;
  if coalesce(latest, created) > now() - interval '2 minutes' then return false; end if;
  insert into text_versions (post_id, comment_id, title, body, written_at)
  values (of_post, of_comment, old_title, old_body, coalesce(edited, created));
  if of_post is null then
    delete from text_versions where id in (
      select id from text_versions where comment_id = of_comment order by id desc offset most);
  else
    delete from text_versions where id in (
      select id from text_versions where post_id = of_post order by id desc offset most);
  end if;
  return true;
end $$;

-- A function, so that it finds what was kept while its caller waited for the texts.
create function forget_text_versions(of_posts bigint[], of_comments bigint[]) returns void language plpgsql as $$ begin
  if of_posts <> '{}' then delete from text_versions where post_id = any(of_posts); end if;
  if of_comments <> '{}' then delete from text_versions where comment_id = any(of_comments); end if;
end $$;

-- As before, and what authors delete or what loses its content loses its versions, too.
create or replace function delete_posts(chosen bigint[], by bigint, role text, with_content boolean) returns void
language plpgsql as $$ begin
  update posts set deleted_at = coalesce(deleted_at, now()),
    deleted_by = case when deleted_at is null then by else deleted_by end,
    deleted_as = coalesce(deleted_as, role),
    is_pinned = false, is_pinned_site = false,
    body = case when with_content and body is not null then '' else body end,
    body_html = case when not with_content then body_html end,
    excerpt = case when not with_content then excerpt end,
    link_url = case when not with_content then link_url end,
    link_hostname = case when not with_content then link_hostname end,
    content_deleted_at = case when with_content then coalesce(content_deleted_at, now()) else content_deleted_at end,
    content_deleted_by = case when with_content then coalesce(content_deleted_by, by) else content_deleted_by end,
    content_deleted_as = case when with_content then coalesce(content_deleted_as, role) else content_deleted_as end
  where id = any(chosen);
  if with_content or role = 'normal' then perform forget_text_versions(chosen, '{}'); end if;
end $$;
