-- Adds a comment with its author's own upvote, counts it for the post, the comments above it and its author, and notifies the
-- author of the comment it replies to, the author of the post, and those whom it mentions (:mentions, in lower case), each once.
--
-- Returns one row, or none when there is no such post: the new comment, or in `refusal` the error that the API answers with;
-- nothing is stored then. All in one statement, so that no lock, deletion or ban can intervene.
-- Locks, in this order: permission lock of the author (shared), the post (so the comments of one thread are added one after
-- the other), the comments above in the order of their ids, the members concerned in the order of their ids, their
-- notifications.
-- Uses posts_public_id_key, comments_pkey, users_pkey, users_username_key_key, user_mutes_pkey and communities_pkey. One round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
with post as materialized (
  -- The permission checks take their lock before the row is locked.
  select id, public_id, author_id, community_id, deleted_at, locked_at,
    is_forbidden(:author_id, community_id, 'commenting') as is_author_banned,
    (:role::text = 'normal' or has_role(:author_id, community_id, :role)) as may_speak
  from posts where public_id = :public_id for no key update
), parent as materialized (
  select comments.id, comments.depth, comments.ancestors || comments.id as path
  from post join comments on comments.post_id = post.id where comments.id = :parent_id?
), ancestor as materialized (
  -- The parent and all comments above it.
  select comments.id, comments.author_id, comments.deleted_at, comments.locked_at
  from parent join comments on comments.id = any(parent.path)
  order by comments.id for no key update of comments
), checked_post as materialized (
  select post.id, post.public_id, post.community_id, post.author_id,
    (select author_id from ancestor where ancestor.id = :parent_id) as parent_author_id,
    case when :role?::text is null then 'invalidGroup'
      when post.deleted_at is not null then 'postNotFound'
      when post.locked_at is not null then 'postLocked'
      when is_author_banned then 'bannedFromCommunity'
      when not may_speak and :role = 'mods' then 'notModerator'
      when not may_speak then 'notAdmin'
      when :parent_id is not null and not exists (select from parent) then 'commentNotFound'
      when exists (select from ancestor where id = :parent_id and deleted_at is not null) then 'replyToDeleted'
      when exists (select from parent where depth >= :max_depth) then 'threadTooDeep'
      when exists (select from ancestor where locked_at is not null) then 'commentLocked'
      when :body::text = '' then 'emptyComment' end as refusal
  from post
), updated_post as materialized (
  -- By a function, as all that is updated after it was locked: see migration 0032_counts_of_locked_rows.
  select id, count_comment(id, (select path from parent), :parent_id) from checked_post where refusal is null
), new_comment as (
  insert into comments (post_id, parent_id, ancestors, author_id, author_group, body, body_html, body_renderer, upvotes)
  select id, :parent_id, coalesce((select path from parent), '{}'), :author_id, :role, :body, :body_html, :renderer, 1
  from updated_post
  returning comments as comment, id, post_id, parent_id, author_id
), own_vote as (
  insert into comment_votes (post_id, comment_id, user_id, up, moves_points)
  select post_id, id, author_id, true, false from new_comment
), mentioned as materialized (
  select mentionable.id
  from checked_post cross join lateral mentionable(:mentions::text[], :author_id, community_id) as mentionable (id)
  where refusal is null
), member as materialized (
  -- Its author, and those who may be notified.
  select users.id, users.deleted_at, coalesce(users.id = checked_post.parent_author_id, false) as gets_reply,
    coalesce(users.id in (checked_post.author_id, checked_post.parent_author_id), false)
      and not users.reply_notifications_off as wants_answer,
    users.id in (select id from mentioned) as is_mentioned
  from checked_post cross join new_comment join users
    on users.id = any(array[new_comment.author_id, checked_post.author_id, checked_post.parent_author_id]
      || array(select id from mentioned))
  order by users.id for no key update of users
), notification as materialized (
  select member.id as member_id, notify_member(member.id,
    case when not wants_answer then 'mention' when gets_reply then 'comment_reply' else 'new_comment' end,
    now(), post => post_id, comment => new_comment.id,
    about_comment => case when wants_answer and gets_reply then parent_id end, actor => author_id) as new_count_change
  from member cross join new_comment
  where member.id <> author_id and deleted_at is null and (wants_answer or is_mentioned)
    and not exists (select from user_mutes where user_id = member.id and muted_user_id = author_id)
), updated_member as materialized (
  select count_for_member(member.id, more_comments => (member.id = :author_id)::integer,
    more_notifications => coalesce(new_count_change, 0)) as member
  from member left join notification on notification.member_id = member.id
)
select refusal, shown_comment.*, attached.images, shown_author.*, checked_post.public_id as post_public_id, checked_post.community_id,
  communities.name as community_name, true as my_vote, false as author_is_muted
from checked_post left join (
  new_comment
  cross join lateral comment_columns(comment, :format, :renderer) as shown_comment
  cross join lateral comment_attachments((comment).id, (comment).attachment_count) as attached
  join updated_member on (updated_member.member).id = new_comment.author_id
  cross join lateral author_columns(
    updated_member.member, new_comment.author_id, (updated_member.member).picture_id, :format) as shown_author) on true
left join communities on communities.id = checked_post.community_id
