-- Who a notification is about: the last of those whose comments came into it, so that it can name them and show their last words.
-- Adds columns without a rewrite, of which older notifications have nothing; they are shown by their sentence, as before.

alter table notifications
  -- Those who did it, each once, the last first; of more than 50 the last. None for votes, which are secret.
  add column actor_ids bigint[] not null default '{}' check (cardinality(actor_ids) <= 50),
  -- The last comment that it tells about; `comment_id` stays the first.
  add column latest_comment_id bigint references comments (id) on delete set null;

create domain actors_json as json;
comment on domain actors_json is
  '{ id: string; username: string; isDeleted: boolean; picture: { id: string; secret: string; format: string; width: number; height: number; size: number; average_color: string; alt_text: string | null } | null }[]';

-- The first three of the members with these ids, in this order.
create function actors_json(ids bigint[]) returns actors_json language sql stable
  return (
    select json_agg(json_build_object('id', users.id::text, 'username', users.username,
      'isDeleted', users.deleted_at is not null,
      'picture', (select image_json(images) from images where images.id = users.picture_id)) order by place)
    from unnest(ids[1:3]) with ordinality as given (id, place) join users on users.id = given.id);

-- As in 0024_row_functions, and keeps who did it.
create or replace function notify_member(
  receiver bigint, kind text, happened_at timestamptz, post bigint default null, comment bigint default null,
  about_comment bigint default null, actor bigint default null, community bigint default null, role text default null,
  badge text default null, message text default null, counted_at timestamptz default null
) returns integer language plpgsql as $$
declare
  stored record;
  dropped integer := 0;
begin
  insert into notifications (user_id, type, created_at, updated_at, is_open, post_id, comment_id, about_comment_id, actor_id,
    community_id, deleted_as, badge_type, body, actor_ids, latest_comment_id)
  values (receiver, kind, happened_at, happened_at, kind in ('new_comment', 'comment_reply', 'new_votes'), post, comment,
    about_comment, actor, community, role, badge, message, array_remove(array[actor], null), comment)
  on conflict (user_id, type, post_id, about_comment_id) where is_open do update set
    happened = notifications.happened + 1,
    updated_at = greatest(notifications.updated_at, excluded.updated_at),
    was_new = notifications.is_new, is_new = true,
    -- One from before there was this column does not know all of them, so it goes on naming nobody.
    actor_ids = case when notifications.actor_ids = '{}' then '{}'
      else (excluded.actor_ids || array_remove(notifications.actor_ids, excluded.actor_id))[1:50] end,
    latest_comment_id = excluded.latest_comment_id
  where counted_at is null or counted_at < notifications.created_at
  returning id, happened = 1 as is_first, was_new into stored;
  if not found then return 0; end if;
  if stored.is_first then
    with surplus as (
      select own.id from notifications as own where own.user_id = receiver order by own.id desc offset 200
    ), deleted as (
      delete from notifications using surplus where notifications.id = surplus.id returning notifications.is_new
    )
    select count(*) filter (where is_new) into dropped from deleted;
  end if;
  if kind not in ('new_votes', 'denied_comm') and exists (
    select from sessions join push_subscriptions on push_subscriptions.session_id_hash = sessions.id_hash
    where sessions.user_id = receiver
  ) then
    perform graphile_worker.add_job('push_notification', json_build_object('notificationId', stored.id::text),
      job_key := 'push_notification ' || stored.id, max_attempts := 3);
  end if;
  return 1 - stored.was_new::integer - dropped;
end $$;
