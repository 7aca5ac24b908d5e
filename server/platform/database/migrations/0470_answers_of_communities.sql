-- Moderators comment in the name of their community, and so do automatic rules. Such a comment belongs to the program's account, so
-- nothing that shows an author can show who wrote it: that is here alone, for moderators of the community and admins. `not valid`: the
-- rows that there are satisfy the narrower constraint, so none is read.
alter table comments drop constraint comments_author_group_check,
  add constraint comments_author_group_check check (author_group in ('normal', 'mods', 'admins', 'community')) not valid;

create table community_comments (
  comment_id bigint primary key references comments on delete cascade,
  -- Whose comment it is, also where its post has moved to another community.
  community_id bigint not null references communities,
  written_by bigint references users,
  -- A rule answers once for a post, also where the answer has moved to another one.
  rule_id bigint references automation_rules on delete set null,
  answered_post_id bigint references posts on delete cascade,
  check (written_by is null or rule_id is null)
);
create unique index community_comments_of_rule on community_comments (rule_id, answered_post_id) where rule_id is not null;
create index community_comments_of_community on community_comments (community_id);
create index community_comments_by_writer on community_comments (written_by) where written_by is not null;
create index community_comments_of_post on community_comments (answered_post_id) where answered_post_id is not null;

-- The built-in account that stands for the program.
create function program_account() returns bigint language sql stable parallel safe
return (select id from users where username_key = 'nobody' and is_built_in);

-- Without the program's account, which all communities share: its row would be locked and changed by each of their comments.
create or replace function count_content_of_members(members bigint[], more_posts integer[], more_comments integer[]) returns void
language plpgsql as $$ begin
  perform from users where id = any(members) and id <> program_account() order by id for no key update;
  update users set post_count = post_count + change.posts, comment_count = comment_count + change.comments
  from unnest(members, more_posts, more_comments) as change (id, posts, comments)
  where users.id = change.id and users.id <> program_account();
end $$;

-- Whether a member may comment in the name of a community, or is the program itself. Takes the permission lock.
create function may_speak_for(member bigint, community bigint) returns boolean language plpgsql as $$
declare
  roles record;
begin
  if member = program_account() then
    return true;
  end if;
  select * into roles from lock_roles(member, community, '{content}');
  return roles.is_admin or roles.is_moderator;
end $$;

drop function comment_columns(comments, text, integer);
create function comment_columns(comment comments, format text, renderer integer) returns table (
  id bigint, post_id bigint, parent_id bigint, ancestors bigint[], depth smallint, author_id bigint, author_group text,
  body text, body_html text, body_renderer integer, upvotes integer, downvotes integer, reply_count integer,
  direct_reply_count integer, created_at timestamptz, edited_at timestamptz, locked_at timestamptz, locked_by text,
  locked_as text, deleted_at timestamptz, deleted_as text, is_pinned boolean, is_score_hidden boolean,
  speaker_id bigint, speaker_name text, written_by text, written_by_rule text
) language sql stable rows 1 begin atomic
  select (comment).id, (comment).post_id, (comment).parent_id, (comment).ancestors, (comment).depth,
    (comment).author_id, (comment).author_group,
    case when format = 'source' or (comment).body_html is null or (comment).body_renderer is distinct from renderer
      then (comment).body else '' end,
    case when format <> 'source' then (comment).body_html end,
    case when format <> 'source' then (comment).body_renderer end,
    (comment).upvotes, (comment).downvotes, (comment).reply_count, (comment).direct_reply_count, (comment).created_at,
    (comment).edited_at, (comment).locked_at, (comment).locked_by, (comment).locked_as, (comment).deleted_at,
    (comment).deleted_as, (comment).is_pinned, coalesce((comment).score_hidden_until > now(), false),
    case when (comment).author_group = 'community' then (
      select community_id from community_comments where comment_id = (comment).id) end,
    case when (comment).author_group = 'community' then (
      select communities.name from community_comments join communities on communities.id = community_id
      where comment_id = (comment).id) end,
    case when (comment).author_group = 'community' then (
      select named(written_by) from community_comments where comment_id = (comment).id) end,
    case when (comment).author_group = 'community' then (
      select automation_rules.name from community_comments join automation_rules on automation_rules.id = rule_id
      where comment_id = (comment).id) end;
end;
