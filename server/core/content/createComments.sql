-- Here, and not with the other writes of comments, because automatic rules comment, too (performRules.ts).
--
-- Adds comments of one or several members with the upvotes of their authors, counts them for the posts, the comments above them and
-- the authors, and notifies, each once per comment, the author of the comment it replies to, the author of the post, and those
-- whom it mentions (:mentions, in lower case, with blanks between them). The arrays have one element a comment; the parent of one at
-- the top is -1, and an unknown role is ''. Those of :are_limited are subject to limits of their post or community: slow mode, who may
-- comment, and whether it may be made with AI. In the role 'community', a comment belongs to the program's account, and the caller
-- notes who wrote it; replies to such a comment notify who wrote that. The row of this account is neither locked nor changed, because
-- all communities share it. Those of :are_made_with_ai are marked so by their authors.
--
-- Returns a row for each comment whose post exists, with its `place` in the arrays, from 1: the new comment, or in `refusal` the
-- error that the API answers with, or that the post is moving at this moment (the caller asks once more), in slow mode with the seconds to wait; nothing is stored of it then. All in one statement, so that
-- no lock, deletion or ban comes in between.
-- Locks, in this order and each kind by ascending id: permission locks of the authors (shared), the posts (so the comments of one
-- thread are added one after the other), the comments above, the members concerned, their notifications. Waits for no lock longer
-- than :lock_timeout (null: as long as the connection does).
-- Uses posts_public_id_key, posts_pkey, comments_pkey, users_pkey, users_username_key_key, user_mutes_pkey and communities_pkey. One
-- round trip.
--
-- Literal :format: 'source' | 'html' | 'excerpt'
with lock_limit as materialized (
  select set_config('lock_timeout', coalesce(:lock_timeout?::text, current_setting('lock_timeout')), true)
), wanted as materialized (
  select place, given.public_id, nullif(parent_id, -1) as parent_id, given.author_id, nullif(role, '') as role, given.body,
    given.body_html, mentions, is_limited, is_made_with_ai, posts.id as post_id, posts.community_id, posts.comment_limits as limits_of_post,
    communities.comment_limits as limits_of_community, communities.made_with_ai as policy
  from lock_limit
  cross join unnest(:public_ids::text[], :parent_ids::bigint[], :author_ids::bigint[], :roles::text[], :bodies::text[],
    :body_htmls::text[], :mentions::text[], :are_limited::boolean[], :are_made_with_ai::boolean[])
    with ordinality as given (public_id, parent_id, author_id, role, body, body_html, mentions, is_limited, is_made_with_ai,
      place)
  join posts on posts.public_id = given.public_id
  join communities on communities.id = posts.community_id
  order by given.author_id
), allowed as materialized (
  -- The permission checks take their locks before the first row is locked.
  select wanted.*, author_id <> program_account() and is_forbidden(author_id, community_id, 'commenting') as is_author_banned,
    case role when 'normal' then true when 'community' then may_speak_for(author_id, community_id)
      else has_role(author_id, community_id, role) end as may_speak,
    comment_limit.refusal as limited_by,
    wait_seconds, is_slow
  from wanted
  cross join lateral comment_limit_of(author_id, post_id, community_id, case when is_limited then limits_of_post end,
    case when is_limited then limits_of_community end) as comment_limit
), post as materialized (
  select id, community_id, author_id, deleted_at, locked_at from posts
  where id in (select post_id from allowed) order by id for no key update
), parent as materialized (
  select place, comments.id, comments.depth, comments.ancestors || comments.id as path
  from allowed join comments on comments.id = allowed.parent_id and comments.post_id = allowed.post_id
), ancestor as materialized (
  -- The parents and all comments above them; once all posts are locked.
  select id, author_id, deleted_at, locked_at from comments
  where id in (select unnest(path) from parent where (select count(*) from post) > 0)
  order by id for no key update
), checked as materialized (
  select allowed.*, parent.path, post.author_id as post_author_id, coalesce(written_by, answered.author_id) as parent_author_id,
    case when allowed.role is null then 'invalidGroup'
      when post.deleted_at is not null then 'postNotFound'
      when post.locked_at is not null then 'postLocked'
      -- While this waited for it. Everything was asked about the community where it was.
      when post.community_id <> allowed.community_id then 'movedSinceHeld'
      when is_author_banned then 'bannedFromCommunity'
      when not may_speak and role = 'mods' then 'notModerator'
      when not may_speak and role = 'community' then 'neitherAdminNorModerator'
      when not may_speak then 'notAdmin'
      when allowed.parent_id is not null and parent.id is null then 'commentNotFound'
      when answered.deleted_at is not null then 'replyToDeleted'
      when parent.depth >= :max_depth then 'threadTooDeep'
      when exists (select from ancestor where id = any(parent.path) and locked_at is not null) then 'commentLocked'
      when body = '' then 'emptyComment'
      when is_made_with_ai and is_limited and policy = 'refused' then 'madeWithAiRefused'
      when limited_by = 'commenters' then 'commentersLimited'
      when limited_by = 'slow' then 'slowMode'
      -- One of the same member in the same statement; asked again in a second, it is judged by what is stored then.
      when is_slow and exists (
        select from allowed as earlier where earlier.author_id = allowed.author_id and earlier.place < allowed.place) then 'slowMode'
      end as refusal
  from allowed
  join post on post.id = allowed.post_id
  left join parent on parent.place = allowed.place
  left join ancestor as answered on answered.id = parent.id
  left join community_comments on community_comments.comment_id = answered.id
), accepted as materialized (
  select nextval('comments_id_seq') as id, case role when 'community' then program_account() else author_id end as shown_author_id,
    checked.*
  from checked where refusal is null
), updated_post as materialized (
  -- What the statement has locked is updated by a function; migration 0032_counts_of_locked_rows says why.
  select count_comments_of_posts(array_agg(post_id), array_agg(more),
    array(select above from accepted cross join unnest(path) as above), array(select parent_id from accepted where parent_id is not null))
  from (select post_id, count(*)::integer as more from accepted group by post_id) as change
), new_comment as (
  insert into comments (id, post_id, parent_id, ancestors, author_id, author_group, body, body_html, body_renderer, upvotes,
    score_hidden_until, made_with_ai_by)
  overriding system value
  select id, post_id, parent_id, coalesce(path, '{}'), shown_author_id, role, body, body_html, :renderer, 1,
    new_score_hidden_until(community_id), case when is_made_with_ai then 'author' end
  from accepted where (select count(*) from updated_post) > 0
  returning comments as comment, id, post_id, author_id
), own_vote as (
  insert into comment_votes (post_id, comment_id, user_id, up, moves_points)
  select post_id, id, author_id, true, false from new_comment
), receiver as materialized (
  -- Those who may be notified of each.
  select place, post_author_id as member_id, false as is_mentioned from accepted where post_author_id <> author_id
  union
  select place, parent_author_id, false from accepted where parent_author_id <> author_id
  union
  select place, mentioned.id, true from accepted
  cross join lateral mentionable(string_to_array(mentions, ' '), shown_author_id, community_id) as mentioned (id)
  where mentions <> '' and mentioned.id <> author_id
), member as materialized (
  -- They, and the authors; once the comments are there, to which notifications refer.
  select id, deleted_at, reply_notifications_off from users
  where id in (select author_id from new_comment where author_id <> program_account() union select member_id from receiver) order by id for no key update
), notified as materialized (
  select place, member.id as member_id, accepted.id as comment_id, post_id, shown_author_id, parent_id,
    coalesce(member.id = parent_author_id, false) as gets_reply,
    bool_or(not is_mentioned) and not reply_notifications_off as wants_answer
  from member join receiver on member_id = member.id join accepted using (place)
  where deleted_at is null and not exists (select from user_mutes where user_id = member.id and muted_user_id = shown_author_id)
  group by place, member.id, accepted.id, post_id, shown_author_id, parent_id, parent_author_id, reply_notifications_off
  having bool_or(is_mentioned) or not reply_notifications_off
  order by member.id, place
), notification as materialized (
  select sent.*
  from (
    select array_agg(member_id) as ids,
      array_agg(case when not wants_answer then 'mention' when gets_reply then 'comment_reply' else 'new_comment' end) as kinds,
      array_agg(now()) as times, array_agg(post_id) as post_ids, array_agg(comment_id) as comment_ids,
      array_agg(case when wants_answer and gets_reply then parent_id end) as about, array_agg(shown_author_id) as actors
    from notified having count(*) > 0
  ) as event
  cross join lateral notify_members(ids, kinds, times, post_ids, comment_ids, about, actors, '{}') as sent
), member_change as materialized (
  select member_id, sum(more_comments)::integer as more_comments, sum(more_notifications)::integer as more_notifications
  from (
    select author_id as member_id, 1 as more_comments, 0 as more_notifications from accepted where role <> 'community'
    union all select member_id, 0, new_count_change from notification) as change
  group by member_id having sum(more_comments) > 0 or sum(more_notifications) <> 0
), updated_member as materialized (
  select counted.id, counted as member
  from (
    select array_agg(member_id) as ids, array_agg(0) as points, array_agg(more_comments) as comments,
      array_agg(more_notifications) as notifications
    from member_change join member on member.id = member_id
  ) as change
  cross join lateral count_for_members(ids, points, comments, notifications) as counted
)
select checked.place::integer as "place!", coalesce(checked.wait_seconds, 1) as "wait_seconds!", checked.refusal, shown_comment.*,
  attached.images, shown_author.*,
  checked.public_id as "post_public_id!", checked.community_id, communities.name as community_name,
  case when checked.role is distinct from 'community' then true end as my_vote,
  false as author_is_muted
from checked left join (
  accepted join new_comment using (id)
  cross join lateral comment_columns(comment, :format, :renderer) as shown_comment
  cross join lateral comment_attachments((comment).id, (comment).attachment_count) as attached
  left join updated_member on updated_member.id = new_comment.author_id
  left join users as program on accepted.role = 'community' and program.id = new_comment.author_id
  cross join lateral author_columns(coalesce(updated_member.member, program), new_comment.author_id,
    (updated_member.member).picture_id, :format) as shown_author
) on accepted.place = checked.place
left join communities on communities.id = checked.community_id
-- Reads all of updated_member: PostgreSQL would execute it only for the authors, whom the rows need.
where (select count(*) from updated_member) >= 0
