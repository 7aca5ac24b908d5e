-- Counts and notifies for several rows at once, for statements that store the votes or comments of several members: PostgreSQL prepares
-- an update of a wide table, with its checks and indexes, once for all of them. Adds functions, and leaves those for a single row to
-- processes of the last release. As in 0032_counts_of_locked_rows, the caller has locked what they change. Their plans are generic: for short
-- arrays PostgreSQL would make one for each call, which takes as long as the update.
-- Changes no data

create function count_votes_of_posts(posts bigint[], more_upvotes integer[], more_downvotes integer[])
returns table (post_id bigint, upvotes integer, downvotes integer, hotness bigint) language plpgsql rows 10 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    update posts set upvotes = posts.upvotes + change.upvotes, downvotes = posts.downvotes + change.downvotes
    from unnest($1, $2, $3) as change (id, upvotes, downvotes) where posts.id = change.id
    returning posts.id, posts.upvotes, posts.downvotes, posts.hotness;
end $$;

create function count_votes_of_comments(comments bigint[], more_upvotes integer[], more_downvotes integer[])
returns table (comment_id bigint, upvotes integer, downvotes integer) language plpgsql rows 10 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    update comments set upvotes = comments.upvotes + change.upvotes, downvotes = comments.downvotes + change.downvotes
    from unnest($1, $2, $3) as change (id, upvotes, downvotes) where comments.id = change.id
    returning comments.id, comments.upvotes, comments.downvotes;
end $$;

-- New comments on posts: `more` on each. `above`: the comments that these are below of, each as often as it is above one of them;
-- `parents`: those that they reply to.
create function count_comments_of_posts(posts bigint[], more integer[], above bigint[], parents bigint[]) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  update posts set comment_count = comment_count + change.more, last_activity_at = now(), activity = activity_stamp(now())
  from unnest($1, $2) as change (id, more) where posts.id = change.id;
  if cardinality(above) > 0 then
    update comments set reply_count = reply_count + cardinality(array_positions(above, id)),
      direct_reply_count = direct_reply_count + cardinality(array_positions(parents, id))
    where id = any(above);
  end if;
end $$;

create function count_for_members(
  members bigint[], more_points integer[], more_comments integer[], more_notifications integer[]
) returns setof users language plpgsql rows 10 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  return query
    update users set points = users.points + change.points, comment_count = users.comment_count + change.comments,
      notifications_new_count = users.notifications_new_count + change.notifications
    from unnest($1, $2, $3, $4) as change (id, points, comments, notifications) where users.id = change.id
    returning users.*;
end $$;

-- As `notify_member`, which now calls it, for several notifications; those of one member by ascending id of the member. The arrays have
-- one element for each; the other parameters are those of all.
--
-- `counted_at`: when this very cause was counted before. A notification that is not older counts it already and stays as it is.
create function notify_members(
  receivers bigint[], kinds text[], happened_at timestamptz[], posts bigint[], comments bigint[], about_comments bigint[],
  actors bigint[], counted_at timestamptz[], community bigint default null, role text default null, badge text default null,
  message text default null
) returns table (member_id bigint, new_count_change integer) language plpgsql rows 10 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  turns integer := 1;
  stored record;
  dropped integer;
  pushed_at timestamptz;
begin
  -- A statement can add only one event to a notification, so those of the same one come one after the other.
  if cardinality(receivers) > 1 then
    select max(events) into turns from (
      select count(*) as events from unnest($1, $2, $4, $6) as event (receiver, kind, post, about) group by receiver, kind, post, about
    ) as one;
  end if;
  for turn in 1 .. turns loop
    for stored in
      insert into notifications (user_id, type, created_at, updated_at, is_open, post_id, comment_id, about_comment_id, actor_id,
        community_id, deleted_as, badge_type, body, actor_ids, latest_comment_id)
      select receiver, kind, happened, happened, kind in ('new_comment', 'comment_reply', 'new_votes'), post, comment,
        about, actor, $9, $10, $11, $12, array_remove(array[actor], null), comment
      from (
        select *, row_number() over (partition by receiver, kind, post, about order by place) as turn_of_event
        from unnest($1, $2, $3, $4, $5, $6, $7, $8) with ordinality
          as event (receiver, kind, happened, post, comment, about, actor, counted, place)
      ) as event
      where turn_of_event = turn and (counted is null or not exists (
        select from notifications
        where user_id = receiver and type = kind and post_id = post and about_comment_id is not distinct from about and is_open
          and created_at <= counted))
      order by receiver, place
      on conflict (user_id, type, post_id, about_comment_id) where is_open do update set
        happened = notifications.happened + 1,
        updated_at = greatest(notifications.updated_at, excluded.updated_at),
        was_new = notifications.is_new, is_new = true,
        -- One from before there was this column does not know all of them, so it goes on naming nobody.
        actor_ids = case when notifications.actor_ids = '{}' then '{}'
          else (excluded.actor_ids || array_remove(notifications.actor_ids, excluded.actor_id))[1:50] end,
        latest_comment_id = excluded.latest_comment_id
      returning id, user_id, type, happened = 1 as is_first, was_new
    loop
      dropped := 0;
      if stored.is_first then
        with surplus as (
          select own.id from notifications as own where own.user_id = stored.user_id order by own.id desc offset 200
        ), deleted as (
          delete from notifications using surplus where notifications.id = surplus.id returning notifications.is_new
        )
        select count(*) filter (where is_new) into dropped from deleted;
      end if;
      if stored.type not in ('new_votes', 'denied_comm') and exists (
        select from sessions join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
        where sessions.user_id = stored.user_id
      ) then
        pushed_at := case when stored.type = 'reported' then quiet_hours_end(stored.user_id) end;
        perform graphile_worker.add_job('push_notification', json_build_object('notificationId', stored.id::text),
          job_key := case when pushed_at is null then 'push_notification ' || stored.id
            else 'push_after_quiet_hours ' || stored.user_id end,
          run_at := pushed_at, max_attempts := 3);
      end if;
      member_id := stored.user_id;
      new_count_change := 1 - stored.was_new::integer - dropped;
      return next;
    end loop;
  end loop;
end $$;

create or replace function notify_member(
  receiver bigint, kind text, happened_at timestamptz, post bigint default null, comment bigint default null,
  about_comment bigint default null, actor bigint default null, community bigint default null, role text default null,
  badge text default null, message text default null, counted_at timestamptz default null
) returns integer language plpgsql as $$ begin
  return (select coalesce(sum(new_count_change), 0) from notify_members(array[receiver], array[kind], array[happened_at],
    array[post], array[comment], array[about_comment], array[actor], array[counted_at], community, role, badge, message));
end $$;
