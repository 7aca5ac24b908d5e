-- Moderators and admins pin one comment per post, which is then first in every order. Only comments on the post itself, because a reply
-- makes no sense above what it replies to.
alter table comments add column is_pinned boolean not null default false;
create unique index comments_pinned on comments (post_id) where is_pinned;

drop function comment_columns(comments, text, integer);
create function comment_columns(comment comments, format text, renderer integer) returns table (
  id bigint, post_id bigint, parent_id bigint, ancestors bigint[], depth smallint, author_id bigint, author_group text,
  body text, body_html text, body_renderer integer, upvotes integer, downvotes integer, reply_count integer,
  direct_reply_count integer, created_at timestamptz, edited_at timestamptz, locked_at timestamptz, locked_by text,
  locked_as text, deleted_at timestamptz, deleted_as text, is_pinned boolean
) language sql stable rows 1 begin atomic
  select (comment).id, (comment).post_id, (comment).parent_id, (comment).ancestors, (comment).depth,
    (comment).author_id, (comment).author_group,
    case when format = 'source' or (comment).body_html is null or (comment).body_renderer is distinct from renderer
      then (comment).body else '' end,
    case when format <> 'source' then (comment).body_html end,
    case when format <> 'source' then (comment).body_renderer end,
    (comment).upvotes, (comment).downvotes, (comment).reply_count, (comment).direct_reply_count, (comment).created_at,
    (comment).edited_at, (comment).locked_at, (comment).locked_by, (comment).locked_as, (comment).deleted_at,
    (comment).deleted_as, (comment).is_pinned;
end;
